package parity_test

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/parity"
)

// answer is one exchange of a test: what was asked and answered, on the compute service unless said otherwise.
type answer struct {
	method, path, request string
	status                int
	header                http.Header
	body, role            string
}

// run is a log of one case with these exchanges.
func run(name, endpoint string, answers ...answer) []eventlog.Event {
	events := []eventlog.Event{
		{RunStarted: &eventlog.RunStarted{RunID: "r", Profile: "shipped"}},
		{TargetDescribed: &eventlog.TargetDescribed{
			Name:     name,
			Services: []eventlog.Service{{Type: "compute", Endpoint: endpoint, Max: "2.93"}},
		}},
		{CaseStarted: &eventlog.CaseStarted{CaseInfo: eventlog.CaseInfo{Case: "c#1"}}},
	}
	for _, a := range answers {
		role := a.role
		if role == "" {
			role = "subject"
		}
		events = append(events, eventlog.Event{Exchanged: &eventlog.Exchanged{
			Case: "c#1",
			Exchange: eventlog.Exchange{
				Role: role, Actor: "member", Service: "compute",
				Request:  exchange.Request{Method: a.method, URL: endpoint + a.path, RequestBody: a.request},
				Response: exchange.Response{Status: a.status, ResponseHeader: a.header, ResponseBody: a.body},
			},
		}})
	}
	return append(events, eventlog.Event{CaseDone: &eventlog.CaseDone{Case: "c#1", Outcome: "pass"}})
}

const (
	real1 = "http://127.0.0.1:8774/v2.1"
	mock1 = "http://mock.invalid/compute/v2.1"
	idA   = "/servers/11111111-1111-4111-8111-111111111111"
	idB   = "/servers/22222222-2222-4222-8222-222222222222"
)

func compare(t *testing.T, a, b []eventlog.Event, book parity.Explanations) *parity.Result {
	t.Helper()
	r, err := parity.Compare(a, b, book)
	require.NoError(t, err)
	return r
}

func TestExchangesAreSetBesideEachOtherByWhatTheyAsk(t *testing.T) {
	show := func(id, body string) answer {
		return answer{method: "GET", path: id, status: 200, body: body, role: "observe"}
	}
	rebuild := answer{method: "POST", path: idA + "/action", request: `{"rebuild": {}}`, status: 202}
	other := rebuild
	other.path = idB + "/action"
	a := run("real", real1, show(idA, `{"server": {"id": "1"}}`), rebuild, show(idA, `{"server": {"status": "REBUILD"}}`),
		show(idA, `{"server": {"id": "x"}}`))
	b := run("mock", mock1, show(idB, `{"server": {"id": "2"}}`), other, show(idB, `{"server": {"id": "y"}}`))
	r := compare(t, a, b, parity.Explanations{})
	assert.Equal(t, 1, r.Cases)
	assert.Equal(t, 3, r.Compared, "what was polled counts once, by its last answer")
	assert.Empty(t, r.Differences)
}

func TestWhatDiffersIsNamed(t *testing.T) {
	head := func(name, value string) http.Header { return http.Header{name: {value}} }
	for _, c := range []struct {
		name string
		a, b answer
		want parity.Difference
	}{
		{"the status", answer{status: 202}, answer{status: 200}, parity.Difference{Kind: parity.Status, Reference: "202", Mock: "200"}},
		{
			"a header that is missing",
			answer{status: 202, header: head("Location", "x")},
			answer{status: 202},
			parity.Difference{Kind: parity.Header, At: "Location", Reference: "there", Mock: "none"},
		},
		{
			"the value of a header",
			answer{status: 202, header: head("Vary", "A, B")},
			answer{status: 202, header: head("Vary", "A")},
			parity.Difference{Kind: parity.Header, At: "Vary", Reference: "a, b", Mock: "a"},
		},
		{
			"a place that is missing",
			answer{status: 200, body: `{"a": {"b": 1}}`},
			answer{status: 200, body: `{"a": {}}`},
			parity.Difference{Kind: parity.Shape, At: "/a/b", Reference: "number", Mock: "missing"},
		},
		{
			"a place too many",
			answer{status: 200, body: `{"a": [{}]}`},
			answer{status: 200, body: `{"a": [{"b": 1}]}`},
			parity.Difference{Kind: parity.Shape, At: "/a/*/b", Reference: "missing", Mock: "number"},
		},
		{
			"the type at a place",
			answer{status: 200, body: `{"a": 1}`},
			answer{status: 200, body: `{"a": "1"}`},
			parity.Difference{Kind: parity.Shape, At: "/a", Reference: "number", Mock: "string"},
		},
		{
			"null at a place",
			answer{status: 200, body: `{"a": null}`},
			answer{status: 200, body: `{"a": "1"}`},
			parity.Difference{Kind: parity.Null, At: "/a", Reference: "null", Mock: "string"},
		},
		{
			"the name of a fault",
			answer{status: 400, body: `{"badRequest": {}}`},
			answer{status: 400, body: `{"computeFault": {}}`},
			parity.Difference{
				Kind: parity.Envelope, Reference: "badRequest",
				Mock: "computeFault",
			},
		},
		{
			"the type of a Heat fault",
			answer{status: 400, body: `{"error": {"type": "A"}}`},
			answer{status: 400, body: `{"error": {"type": "B"}}`},
			parity.Difference{
				Kind: parity.Envelope, At: "/error/type",
				Reference: "A", Mock: "B",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.a.method, c.a.path, c.b.method, c.b.path = "GET", idA, "GET", idB
			r := compare(t, run("real", real1, c.a), run("mock", mock1, c.b), parity.Explanations{})
			require.Len(t, r.Differences, 1)
			got := r.Differences[0]
			assert.Contains(t, got.Exchange, "compute GET /servers/{server_id}")
			got.Exchange, got.Case, got.Count = "", "", 0
			assert.Equal(t, c.want, got)
			assert.Equal(t, 1, r.Unexplained())
		})
	}
}

func TestWhatIsNoDifference(t *testing.T) {
	for name, pair := range map[string][2]answer{
		"values": {{status: 200, body: `{"id": "a", "n": 1}`}, {status: 200, body: `{"id": "b", "n": 2}`}},
		"keys that are ids": {
			{status: 200, body: `{"allocations": {"4f3c7a52-9d4a-4c53-8d0e-3f1f1f0a7f01": {"n": 1}}}`},
			{status: 200, body: `{"allocations": {"00000000-0000-4000-8000-000000000001": {"n": 2}}}`},
		},
		"an empty list":         {{status: 200, body: `{"l": []}`}, {status: 200, body: `{"l": [{"x": 1}]}`}},
		"the order of Vary":     {{status: 200, header: http.Header{"Vary": {"A, B"}}}, {status: 200, header: http.Header{"Vary": {"B", "A"}}}},
		"headers of the server": {{status: 200, header: http.Header{"Date": {"today"}}}, {status: 200}},
		"a body that was cut": {
			{status: 200, body: `{"l": [{"x": 1}, {"x" … [cut: 16384 of 17020 bytes kept]`}, {status: 200, body: `{"l": [{"x": 1}]}`},
		},
		"a look of the clean-up at what is lent on": {{status: 200, role: "cleanup"}, {status: 404, role: "cleanup"}},
		"keys that are free":                        {{status: 200, body: `{"metadata": {"a": "1"}}`}, {status: 200, body: `{"metadata": {}}`}},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range pair {
				pair[i].method, pair[i].path = "GET", idA
			}
			r := compare(t, run("real", real1, pair[0]), run("mock", mock1, pair[1]), parity.Explanations{Free: []string{"metadata"}})
			assert.Empty(t, r.Differences)
			assert.Equal(t, 1, r.Compared)
		})
	}
}

// TestACaseThatWasLentAServerIsComparedByItsSubject: one side has none of the set-up, and looks at the server afterwards, where the other
// removes it.
func TestACaseThatWasLentAServerIsComparedByItsSubject(t *testing.T) {
	look := func(role string) answer {
		return answer{method: "GET", path: idA, status: 200, role: role, body: `{"server": {"status": "` + role + `"}}`}
	}
	subject := func(status int) answer {
		return answer{method: "POST", path: idA + "/action", request: `{"unlock": null}`, status: status}
	}
	lock := answer{method: "POST", path: idA + "/action", request: `{"lock": null}`, status: 202, role: "setup"}
	lent := []answer{subject(202), look("observe"), look("cleanup"), look("cleanup")}
	made := []answer{look("setup"), lock, look("setup"), lock, look("setup"), subject(403), look("observe")}
	r := compare(t, run("real", real1, lent...), run("mock", mock1, made...), parity.Explanations{})
	require.Len(t, r.Differences, 1)
	assert.Equal(t, parity.Status, r.Differences[0].Kind)
	assert.Equal(t, []string{"202", "403"}, []string{r.Differences[0].Reference, r.Differences[0].Mock})
	assert.Equal(t, 2, r.Compared, "the subject and the observation")
}

func TestTextsAreForInformationWithoutIDs(t *testing.T) {
	fault := func(text string) answer {
		return answer{method: "GET", path: idA, status: 404, body: `{"itemNotFound": {"code": 404, "message": "` + text + `"}}`}
	}
	a, b := "Instance 11111111-1111-4111-8111-111111111111 could not "+
		"be found.", "Instance 22222222-2222-4222-8222-222222222222 could not be found."
	assert.Empty(t, compare(t, run("real", real1, fault(a)), run("mock", mock1, fault(b)), parity.Explanations{}).Texts)
	r := compare(t, run("real", real1, fault(a)), run("mock", mock1, fault("Gone.")), parity.Explanations{})
	require.Len(t, r.Texts, 1)
	assert.Equal(t, "Instance ID could not be found.", r.Texts[0].Reference)
	assert.Zero(t, r.Unexplained())
}

func TestASubjectWithoutACounterpartIsADifference(t *testing.T) {
	asked := answer{method: "POST", path: idA + "/action", request: `{"lock": null}`, status: 202}
	r := compare(t, run("real", real1, asked), run("mock", mock1), parity.Explanations{})
	require.Len(t, r.Differences, 1)
	assert.Equal(t, parity.Missing, r.Differences[0].Kind)
	asked.role = "setup"
	r = compare(t, run("real", real1, asked), run("mock", mock1), parity.Explanations{})
	assert.Empty(t, r.Differences)
	assert.Equal(t, 1, r.Unpaired)
}

func TestACaseThatRanOnOneSideIsNamedWithTheReason(t *testing.T) {
	gated := []eventlog.Event{
		{RunStarted: &eventlog.RunStarted{RunID: "r", Profile: "shipped"}},
		{Gated: &eventlog.Gated{Case: "c#1", Verdict: "unsupported", Reason: "needs two zones"}},
	}
	r := compare(t, run("real", real1), gated, parity.Explanations{})
	assert.Equal(t, []parity.Alone{{Case: "c#1", Ran: "reference", Reason: "needs two zones"}}, r.Alone)
	assert.Zero(t, r.Cases)
}

func TestVerdictsAreCompared(t *testing.T) {
	b := run("mock", mock1)
	b[len(b)-1].CaseDone.Outcome = "fail"
	r := compare(t, run("real", real1), b, parity.Explanations{})
	require.Len(t, r.Differences, 1)
	assert.Equal(t, parity.Verdict, r.Differences[0].Kind)
}

func TestExplanationsFitByWhatTheyName(t *testing.T) {
	a := run("real", real1, answer{method: "GET", path: idA, status: 200})
	b := run("mock", mock1, answer{method: "GET", path: idB, status: 404})
	for _, c := range []struct {
		name string
		is   parity.Explanation
		want int
	}{
		{"all that it names", parity.Explanation{
			Kind: parity.Status, Exchange: "compute GET /servers/*", Reference: "200",
			Mock: "404", Newest: "2.93", Reason: "because",
		}, 0},
		{"another kind", parity.Explanation{Kind: parity.Header, Exchange: "compute GET /servers/*", Reason: "because"}, 1},
		{"another release", parity.Explanation{Exchange: "compute GET /servers/*", Newest: "2.100", Reason: "because"}, 1},
		{"another exchange", parity.Explanation{Exchange: "compute PUT *", Reason: "because"}, 1},
		{"another case", parity.Explanation{Case: "d#*", Reason: "because"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, compare(t, a, b, parity.Explanations{Explained: []parity.Explanation{c.is}}).Unexplained())
		})
	}
}

func TestTheBuiltInExplanationsAreRead(t *testing.T) {
	book, err := parity.Builtin()
	require.NoError(t, err)
	assert.NotEmpty(t, book.Free)
	for text, says := range map[string]string{
		"explained: [{exchange: x}]":                         "no reason",
		"explained: [{reason: x}]":                           "names no exchange",
		"explained: [{kind: odd, exchange: x, reason: x}]":   "not a kind",
		"explained: [{exchange: '[', reason: x}]":            "syntax error",
		"explained: [{exchange: x, reason: x, colour: red}]": "colour",
	} {
		_, err := parity.ReadExplanations([]byte(text))
		assert.ErrorContains(t, err, says)
	}
}

func TestLogsOfTwoProfilesAreNotCompared(t *testing.T) {
	b := run("mock", mock1)
	b[0].RunStarted.Profile = "specified"
	_, err := parity.Compare(run("real", real1), b, parity.Explanations{})
	assert.ErrorContains(t, err, "profiles shipped and specified")
	_, err = parity.Compare(nil, b, parity.Explanations{})
	assert.ErrorContains(t, err, "the reference's log")
}

func TestPrintNamesEverything(t *testing.T) {
	a := run("real", real1, answer{method: "GET", path: idA, status: 200})
	b := run("mock", mock1, answer{method: "GET", path: idB, status: 404})
	var out bytes.Buffer
	require.NoError(t, parity.Print(&out, compare(t, a, b, parity.Explanations{}), true))
	assert.Equal(t, `real beside mock
  cases that ran on both: 1; on one only: 0
  exchanges compared: 1 (0 of set-up, polling and clean-up have no counterpart)
  differences: 1 without a reason, 0 explained; 0 texts of faults differ
differs   status compute GET /servers/{server_id}
          reference: 200
          mock:      404
          1 times, first in c#1
`, out.String())
}

func TestTheProjectInAnEndpointIsAnybodys(t *testing.T) {
	of := func(base, project, own string) []eventlog.Event {
		return []eventlog.Event{
			{RunStarted: &eventlog.RunStarted{RunID: "r", Profile: "shipped"}},
			{TargetDescribed: &eventlog.TargetDescribed{Services: []eventlog.Service{{Type: "orchestration", Endpoint: base + project}}}},
			{CaseStarted: &eventlog.CaseStarted{CaseInfo: eventlog.CaseInfo{Case: "c#1"}}},
			{Exchanged: &eventlog.Exchanged{
				Case: "c#1",
				Exchange: eventlog.Exchange{
					Role: "subject", Service: "orchestration",
					Request:  exchange.Request{Method: "GET", URL: base + own + "/stacks"},
					Response: exchange.Response{Status: 200},
				},
			}},
			{CaseDone: &eventlog.CaseDone{Case: "c#1", Outcome: "pass"}},
		}
	}
	a := of("http://127.0.0.1:8004/v1/", "c043130efb53410e80f5d8a13f07ce35", "b7179207d4674cf6a074762bed1cb0b6")
	b := of("http://mock.invalid/orchestration/v1/", "00000000000000000000000000000a02", "00000000000000000000000000000a03")
	r := compare(t, a, b, parity.Explanations{})
	assert.Empty(t, r.Differences)
	assert.Equal(t, 1, r.Compared)
}
