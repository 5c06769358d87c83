package packs_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/packs"
)

// What the cloud of these tests has of its own.
const (
	project = "c043130efb53410e80f5d8a13f07ce35"
	server  = "8ba33fe7-d30e-4f75-8fcb-f998ce8cb116"
	request = "5adb2dab-b233-4e36-a587-5f12d363aa08"
)

var secrets = []string{
	project, server, request, "rack7-node12", "rack7", "10.11.12.13", "fd00:1234::17", "cloud.corp.test", "ops@corp.test",
	"alice", "s3cr3t-T0ken",
	"fa:16:3e:a1:16:1e", "2026-11-21", "AAAAC3NzaC1lZDI1NTE5AAAAIGfTq", "payroll",
	"7ba62eea3b2c4b5a86bce9837c1868f59a05691e2653f1108709ba03", "99887", "plumbline-d6192eb3",
	"hq-only", "acme",
}

func exchanged(x eventlog.Exchanged) eventlog.Event {
	x.Case, x.Service, x.Role = "spec/file#ROW-1", "compute", "subject"
	return eventlog.Event{Exchanged: &x}
}

func log(more ...eventlog.Event) []eventlog.Event {
	info := eventlog.CaseInfo{Case: "spec/file#ROW-1"}
	out := []eventlog.Event{
		{RunStarted: &eventlog.RunStarted{
			RunID: "d6192eb3", Tool: "plumbline test", Profile: "shipped",
			Args: []string{"--os-cloud", "acme"}, Selection: eventlog.Selection{Sweep: true},
		}},
		{TargetDescribed: &eventlog.TargetDescribed{Name: "acme (https://cloud.corp.test:5000/v3)", Kind: "real", Services: []eventlog.Service{
			{Type: "compute", Endpoint: "https://cloud.corp.test:8774/acme/v2.1/" + project, Min: "2.1", Max: "2.93"},
		}}},
		{Exchanged: &eventlog.Exchanged{
			Exchange: eventlog.Exchange{
				Role:     "probe",
				Request:  exchange.Request{Method: "GET", URL: "https://cloud.corp.test:8774/"},
				Response: exchange.Response{Status: 200, ResponseBody: `{"secret": "alice"}`},
			},
		}},
		{Gated: &eventlog.Gated{Case: "spec/file#ROW-0", Verdict: "unsupported", Reason: "there is no second zone but rack7-node12"}},
		{CaseStarted: &eventlog.CaseStarted{CaseInfo: info}},
		exchanged(eventlog.Exchanged{
			Exchange: eventlog.Exchange{
				Actor: "admin",
				Request: exchange.Request{Method: "GET", URL: "https://cloud.corp.test:8774/acme/v2.1/" + project + "/servers/" + server +
					"?host=rack7-node12&limit=2", RequestHeader: http.Header{
					"Openstack-Api-Version": {"compute 2.79"}, "X-Auth-Token": {"s3cr3t-T0ken"},
					"User-Agent": {"alice"},
				}},
				Response: exchange.Response{Status: 200, ResponseHeader: http.Header{
					"Content-Type": {"application/json"}, "X-Openstack-Request-Id": {"req-" + request},
					"Date": {"Sat, 21 Nov 2026 11:44:16 GMT"}, "Server": {"rack7"},
				}, ResponseBody: `{"server": {"id": "` + server + `", "tenant_id": "` + project +
					`", "name": "payroll", "status": "ACTIVE", "OS-EXT-SRV-ATTR:host": "rack7-node12", "hostId": "7ba62eea3b2c4b5a86bce9837c1868f59a05691e2653f1108709ba03",
 "created": "2026-11-21T11:38:20Z", "OS-EXT-STS:power_state": 4, "uptime": 99887, "locked": false, "fault": null,
 "links": [{"rel": "self", "href": "https://cloud.corp.test:8774/acme/v2.1/` + project + `/servers/` + server + `"}],
 "addresses": {"hq-only": [{"addr": "10.11.12.13", "version": 4, "OS-EXT-IPS-MAC:mac_addr": "fa:16:3e:a1:16:1e"},
	{"addr": "fd00:1234::17", "version": 6}]},
 "metadata": {"owner of acme": "ops@corp.test", "payroll": "x"}, "key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGfTq alice@corp.test"}}`},
			},
		}),
		exchanged(eventlog.Exchanged{
			Exchange: eventlog.Exchange{
				Actor: "alice",
				Request: exchange.Request{Method: "POST", URL: "https://cloud.corp.test:8774/acme/v2.1/" + project + "/servers/" + server +
					"/action", RequestBody: `{"nope": {"host": "rack7-node12"}}`},
				Response: exchange.Response{Status: 404, ResponseBody: `{"itemNotFound": {"code": 404, "message": "Compute host rack7-node12 (10.11.12.13) of payroll could not be found by ops@corp.test at https://cloud.corp.test/x, see ` + strings.ReplaceAll(server, "-", "") + `, plumbline-d6192eb3-server-7."}}`},
			},
		}),
		exchanged(eventlog.Exchanged{
			Exchange: eventlog.Exchange{
				Request:  exchange.Request{Method: eventlog.ProgramRun, URL: "openstack server list"},
				Response: exchange.Response{ResponseBody: "payroll"},
			},
		}),
	}
	out[6].Exchanged.Actor = "member"
	return append(append(out, more...),
		eventlog.Event{CaseDone: &eventlog.CaseDone{Case: "spec/file#ROW-1", Outcome: "pass", Reason: "alice"}}, eventlog.Event{
			RunEnded: &eventlog.RunEnded{},
		})
}

func record(t *testing.T, events []eventlog.Event) *packs.Pack {
	t.Helper()
	p, err := packs.Record(events, packs.About{Name: "test", Policy: "new"})
	require.NoError(t, err)
	return p
}

func written(t *testing.T, p *packs.Pack) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, packs.Write(&b, p))
	return b.Bytes()
}

func plain(t *testing.T, pack []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(pack))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	return string(text)
}

func TestNothingOfTheCloudIsLeft(t *testing.T) {
	p := record(t, log())
	text := plain(t, written(t, p))
	for _, secret := range secrets {
		assert.NotContains(t, strings.ToLower(text), strings.ToLower(secret))
	}
	assert.Empty(t, packs.Leftovers(log(), p))
}

func TestWhatIsComparedStays(t *testing.T) {
	p := record(t, log())
	require.Len(t, p.Cases, 2)
	assert.Regexp(t, `^there is no second zone but name-\d+$`, p.Cases[0].Gate)
	x := p.Cases[1].Exchanges
	require.Len(t, x, 2, "what a program did is no exchange")
	assert.Equal(t, http.Header{"Openstack-Api-Version": {"compute 2.79"}}, x[0].RequestHeader)
	assert.Contains(t, x[0].ResponseBody, `"status":"ACTIVE"`)
	assert.Contains(t, x[0].ResponseBody, `"created":"2000-01-01T00:00:00Z"`)
	assert.Contains(t, x[0].ResponseBody, `"OS-EXT-STS:power_state":4`)
	assert.Contains(t, x[0].ResponseBody, `"uptime":1`)
	assert.Contains(t, x[0].ResponseBody, `"locked":false`)
	assert.Contains(t, x[0].ResponseBody, `"fault":null`)
	assert.Equal(t, 404, x[1].Status)
	assert.Contains(t, x[1].ResponseBody, `"itemNotFound":{"code":404,"message":"Compute host name-`)
	assert.Regexp(t, `could not be found by user-\d@example.org at https://host-\d.example/x, see `, x[1].ResponseBody)
	assert.Contains(t, x[1].RequestBody, `{"nope":{"host":"name-`, "the action is what the scenario asks for")
}

func TestTheSameThingIsReplacedByTheSame(t *testing.T) {
	p := record(t, log())
	x := p.Cases[1].Exchanges
	id := x[0].URL[strings.LastIndex(x[0].URL, "/")+1 : strings.Index(x[0].URL, "?")]
	assert.Regexp(t, `^00000000-0000-4000-8000-\d{12}$`, id)
	assert.Contains(t, x[0].ResponseBody, `"id":"`+id+`"`)
	assert.Contains(t, x[1].ResponseBody, strings.ReplaceAll(id, "-", ""), "without dashes, too")
	assert.True(t, strings.HasPrefix(x[0].URL, p.Header.Services[0].Endpoint+"/servers/"), "%s is below %s", x[0].URL,
		p.Header.Services[0].Endpoint)
	_, host, _ := strings.Cut(x[0].URL, "?host=")
	host, _, _ = strings.Cut(host, "&")
	assert.Contains(t, x[0].ResponseBody, `"OS-EXT-SRV-ATTR:host":"`+host+`"`)
	assert.Contains(t, x[1].ResponseBody, "Compute host "+host+" ")
}

func TestLeftoversAreFound(t *testing.T) {
	for _, left := range []string{
		project, server, "rack7-node12", "10.11.12.13", "ops@corp.test", "payroll",
		"https://cloud.corp.test/v3", "plumbline-d6192eb3-server-7",
	} {
		t.Run(left, func(t *testing.T) {
			p := record(t, log())
			p.Cases[1].Exchanges[1].ResponseBody = fmt.Sprintf(`{"a": ["see %s"]}`, left)
			assert.NotEmpty(t, packs.Leftovers(log(), p))
		})
	}
}

func TestAPackIsReadAsItWasWritten(t *testing.T) {
	p := record(t, log())
	first := written(t, p)
	assert.Equal(t, first, written(t, record(t, log())), "the same log gives the same bytes")
	again, err := packs.Read(bytes.NewReader(first))
	require.NoError(t, err)
	p.Header.Lines = again.Header.Lines
	assert.Equal(t, p, again)
	assert.Equal(t, "2.93", again.Header.Maximum("compute"))
	assert.Empty(t, again.Header.Maximum("image"))
	assert.Equal(t, [3]int{1, 1, 2}, [3]int{again.Header.Ran, again.Header.Gated, again.Header.Exchanges})
}

func TestAPackThatWasChangedIsRefused(t *testing.T) {
	text := plain(t, written(t, record(t, log())))
	for says, changed := range map[string]string{
		"changed or cut off":                strings.Replace(text, `"status":404`, `"status":403`, 1),
		"it was changed or cut off":         text[:strings.LastIndex(strings.TrimSpace(text), "\n")+1],
		`its format is "plumbline/pack/v9"`: strings.Replace(text, "plumbline/pack/v1", "plumbline/pack/v9", 1),
		`unknown field "colour"`:            strings.Replace(text, `"name":`, `"colour":"red","name":`, 1),
		"there are 1, 1 and 2":              strings.Replace(text, `"ran":1`, `"ran":5`, 1),
		"its header lacks":                  strings.Replace(text, `"policy":"new"`, `"policy":""`, 1),
		"line 2":                            strings.Replace(text, `{"case":`, `{"crate":`, 1),
		"it has no header":                  "",
	} {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, err := io.WriteString(z, changed)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		_, err = packs.Read(&b)
		require.ErrorIs(t, err, packs.ErrPack, says)
		assert.ErrorContains(t, err, says)
	}
	_, err := packs.Read(strings.NewReader("events"))
	assert.ErrorContains(t, err, "not compressed with gzip")
}

func TestWhatCannotBeRecorded(t *testing.T) {
	whole := log()
	for says, events := range map[string][]eventlog.Event{
		"what was run against what": whole[4:],
		"was interrupted":           whole[:len(whole)-1],
		"no case ran":               {whole[0], whole[1], whole[3], whole[len(whole)-1]},
	} {
		_, err := packs.Record(events, packs.About{Name: "x", Policy: "new"})
		assert.ErrorContains(t, err, says)
	}
}

func TestOfACaseThatBeganAgainTheLastTimeCounts(t *testing.T) {
	again := eventlog.Event{CaseStarted: &eventlog.CaseStarted{CaseInfo: eventlog.CaseInfo{Case: "spec/file#ROW-1"}}}
	p := record(t, log(again, exchanged(eventlog.Exchanged{
		Exchange: eventlog.Exchange{
			Request:  exchange.Request{Method: "GET", URL: "https://cloud.corp.test:8774/"},
			Response: exchange.Response{Status: 300},
		},
	})))
	require.Len(t, p.Cases[1].Exchanges, 1)
	assert.Equal(t, 300, p.Cases[1].Exchanges[0].Status)
}

func TestCoverage(t *testing.T) {
	p := record(t, log())
	done := func(ids ...string) (out []eventlog.Event) {
		for _, id := range ids {
			out = append(out, eventlog.Event{CasePlanned: &eventlog.CasePlanned{CaseInfo: eventlog.CaseInfo{Case: id}}},
				eventlog.Event{CaseDone: &eventlog.CaseDone{Case: id, Outcome: "pass"}})
		}
		return out
	}
	c := p.CompareCases(done("spec/file#ROW-1", "spec/file#ROW-2"))
	assert.Equal(t, packs.Coverage{Ran: 2, Found: 1, New: []string{"spec/file#ROW-2"}, Gone: []string{"spec/file#ROW-0"}}, c)
	assert.False(t, c.IsEnough())
	assert.False(t, p.CompareCases(nil).IsEnough(), "nothing proves nothing")
	assert.True(t, packs.Coverage{Ran: 10, Found: 9}.IsEnough())
	assert.False(t, packs.Coverage{Ran: 100, Found: 89}.IsEnough())
	assert.Len(t, p.OnlyPlanned(done("spec/file#ROW-1")).Cases, 1)
	var out strings.Builder
	require.NoError(t, c.Print(&out, "x.pack.ndjson.gz"))
	assert.Equal(t, `pack x.pack.ndjson.gz: 1 of the 2 cases that ran on the mock are in it; 1 cases of it are not in the suite any more
not in the pack: spec/file#ROW-2
not in the suite any more: spec/file#ROW-0
that is less than 90 %: the pack is too old to say much; record it again (plumbline record --os-cloud CLOUD --out x.pack.ndjson.gz)
`, out.String())
}

func TestARecordingIsAddedToAPack(t *testing.T) {
	made := func(max string, cases ...packs.Case) *packs.Pack {
		return &packs.Pack{Header: packs.Header{
			Format: packs.Format, Name: "c", Tool: "tool " + max, Profile: "shipped", Policy: "new",
			Services: []eventlog.Service{{Type: "compute", Min: "2.1", Max: max}}, Selection: eventlog.Selection{Sweep: true},
		}, Cases: cases}
	}
	x := func(path string) []eventlog.Exchange { return []eventlog.Exchange{{Role: path}} }
	before := made("2.93", packs.Case{Case: "a", Outcome: "pass", Exchanges: x("/a")}, packs.Case{Case: "c", Outcome: "fail"},
		packs.Case{Case: "d", Gate: "old"})
	later := made("2.93", packs.Case{Case: "a", Gate: "left out"}, packs.Case{Case: "b", Outcome: "pass", Exchanges: x("/b")},
		packs.Case{Case: "c", Outcome: "pass", Exchanges: x("/c")})
	later.Header.Tool, later.Header.Selection = "later", eventlog.Selection{}
	both, err := before.Add(later)
	require.NoError(t, err)
	assert.Equal(t, []packs.Case{
		{Case: "a", Outcome: "pass", Exchanges: x("/a")},
		{Case: "b", Outcome: "pass", Exchanges: x("/b")},
		{Case: "c", Outcome: "pass", Exchanges: x("/c")},
		{Case: "d", Gate: "old"},
	}, both.Cases)
	assert.Equal(t, []int{3, 1, 3}, []int{both.Header.Ran, both.Header.Gated, both.Header.Exchanges})
	assert.Equal(t, "later", both.Header.Tool)
	assert.True(t, both.Header.Selection.Sweep, "what the pack was made of")
	_, err = before.Add(made("2.100", packs.Case{Case: "b", Outcome: "pass"}))
	require.ErrorIs(t, err, packs.ErrPack)
	later.Header.Policy = "legacy"
	_, err = before.Add(later)
	require.ErrorIs(t, err, packs.ErrPack)
}
