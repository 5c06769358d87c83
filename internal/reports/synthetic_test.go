package reports_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
)

// sayings give the synthetic requirements the length and look of real ones.
var sayings = []string{
	"Rebuilding a server with key_name replaces its key pair, and the answer shows the new name at once",
	"An unknown key pair is refused with 400 and the server keeps the key it had",
	"A server that is locked refuses the rebuild of a member with 409, also when the key does not exist",
	"Whoever rebuilds uses a key pair of their own: the key pairs of another user of the project are unknown",
	"key_name null takes the key away, so that the field is null after the rebuild",
	"The key pair may be deleted afterwards: the server goes on showing its name",
	"Below 2.54 the request is refused because key_name is an additional property",
	"After the rebuild the server has the same id, the same addresses and the same ports",
}

// synthetic is the log of a large run with every kind of verdict: three specifications, decision tables, a
// boundary sweep, drift, a leak.
func synthetic(t *testing.T) (*features.RequirementCatalogue, *tape) {
	c := &features.RequirementCatalogue{Specifications: []features.Specification{
		spec("rebuild-keypair-reset", "RKP", "Reset the key pair while rebuilding", 30),
		spec("microversions", "MVN", "Microversions, headers and faults", 36),
		spec("stack-lock", "LCK", "Lock a stack", 12),
	}}
	c.Specifications[0].Tables = []features.Table{{
		Title: "Keys and states", Source: "specification, section “Proposed change”", Examples: []string{"keys and states"},
		Columns: []string{"row", "state of the server", "key asked for", "microversion", "answer", "key afterwards"},
	}}
	c.Specifications[0].Differences = []features.Difference{{
		Title: "Text of the schema error", Requirements: []string{"RKP-03", "RKP-04"},
		Explanation: "Releases before Bobcat print the schema's own words with Python's " +
			"u prefix.", Handled: "only the name of the field is asserted",
	}}
	for i := range c.Specifications[2].Requirements {
		c.Specifications[2].Requirements[i].Class = features.NotShipped
		c.Specifications[2].Requirements[i].Profiles = both(i < 2, true)
	}
	tp := newTape(t, eventlog.RunStarted{
		Args: []string{
			"certify", "--os-cloud", "prod", "--profile",
			"shipped",
		}, Digests: eventlog.Digests{Features: strings.Repeat("4c", 32), Documents: strings.Repeat("a7", 32)},
		Selection: eventlog.Selection{Sweep: true}, Waivers: []eventlog.Waiver{
			{ID: "MVN-24", Reason: "the load balancer answers unknown paths itself (CLOUD-1412)", Until: "2026-12-31"},
		},
	})
	tp.add(&eventlog.TargetDescribed{
		Name: "prod", Kind: "real",
		Services: []eventlog.Service{
			{
				Type: "compute", Endpoint: "https://cloud.example/compute/v2.1", Min: "2.1", Max: "2.93",
				Status: "CURRENT",
			}, {Type: "identity", Endpoint: "https://cloud.example/identity/v3"},
		},
		Capabilities: []eventlog.Capability{
			{Name: "metadata", Present: true, Evidence: "GET /openstack/latest answered 200"},
			{Name: "stack-lock", Evidence: "POST actions {\"lock\": null} answered 400 “Invalid action lock specified”"},
		},
		Actors: []eventlog.Actor{
			{Name: "admin", Ready: true, How: "clouds.yaml entry prod-admin"},
			{Name: "member", Ready: true, How: "created in project pl-7f3a"},
			{
				Name:   "reader",
				Reason: "nobody with the role reader; give --actor reader=CLOUD",
			},
		},
	})
	for _, s := range c.Specifications[:2] {
		for i, r := range s.Requirements {
			tellRequirement(tp, s, r, i)
		}
	}
	lock := caseOf(c.Specifications[2], c.Specifications[2].Requirements[0], 0)
	tp.gate(lock, "unsupported", "the target has no lock action for stacks")
	lock2 := caseOf(c.Specifications[2], c.Specifications[2].Requirements[1], 1)
	tp.gate(lock2, "unsupported", "the target has no lock action for stacks")
	tp.add(&eventlog.Leaked{Kind: "keypair", ID: "pl-7f3a-k2", Name: "pl-7f3a-k2"})
	return c, tp.end()
}

func spec(id, prefix, title string, n int) features.Specification {
	s := features.Specification{
		ID: id, Prefix: prefix, Title: title, Document: "https://specs.example/" + id + ".html",
		Service: "compute", Summary: "What a cloud must do so that this specification holds, sentence by sentence.",
	}
	for i := range n {
		r := requirement(fmt.Sprintf("%s-%02d", prefix, i+1), features.AsSpecified)
		r.Spec, r.Statement, r.Actor = id, sayings[i%len(sayings)], "member"
		r.Since = openapi.MustVersion("2.54")
		r.Source = "nova-specs queens/approved/" + id
		s.Requirements = append(s.Requirements, r)
	}
	return s
}

func caseOf(s features.Specification, r features.Requirement, i int) eventlog.CaseInfo {
	return eventlog.CaseInfo{
		Case: s.ID + "/keys#" + r.ID, Scenario: s.ID + "/keys#" + r.ID, Name: r.ID + " " + strings.ToLower(r.Statement[:1]) +
			r.Statement[1:], Row: r.ID,
		Requirements: []string{r.ID}, Spec: s.ID, Feature: s.ID + "/keys.feature", Line: 10 + 8*i, At: "2.54", Actor: "member",
	}
}

func tellRequirement(tp *tape, s features.Specification, r features.Requirement, i int) {
	c := caseOf(s, r, i)
	switch i {
	case 10:
		return // no scenario at all
	case 14:
		tp.gate(c, "not-run", "needs the actor reader: give --actor reader=CLOUD")
		return
	case 19:
		tp.gate(c, "unobservable", "the target does not offer its notifications")
		return
	case 23:
		tellCase(tp, c, "fail", "answered 503, not 404")
		return
	}
	for k := range 3 {
		row := c
		row.Row = fmt.Sprintf("%s%c", r.ID, 'a'+k)
		row.Case, row.Name, row.Line = s.ID+"/keys#"+row.Row, row.Row+c.Name[len(r.ID):], c.Line+k
		row.Examples = "keys and states"
		row.Columns = []string{"row", "state of the server", "key asked for", "microversion", "answer", "key afterwards"}
		row.Cells = []string{
			row.Row, []string{"ACTIVE", "SHUTOFF", "ERROR (never launched)"}[k],
			[]string{"K2", "K-unknown", "null"}[k], "2.54", []string{"202", "400", "409"}[k], []string{"K2", "K1", "(none)"}[k],
		}
		outcome, reason := "pass", ""
		if i == 6 && k == 1 {
			outcome, reason = "fail", "the server shows key K2 after a refused rebuild"
		}
		if i == 11 && k == 2 {
			outcome, reason = "error", "set-up: the server did not reach ERROR within 120s (time-out build)"
		}
		tellCase(tp, row, outcome, reason)
		if k == 0 {
			for _, v := range []struct{ variant, at string }{{"since-1", "2.53"}, {"newest", "2.93"}} {
				swept := row
				swept.Case, swept.Variant, swept.At = row.Case+"@"+v.variant, v.variant, v.at
				tellCase(tp, swept, "pass", "")
			}
		}
	}
}

func tellCase(tp *tape, c eventlog.CaseInfo, outcome, reason string) {
	id := c.Case
	tp.start(c)
	for range 4 {
		tellExchange(tp, id, "setup", "GET", "/servers/", nil)
	}
	tp.add(&eventlog.StepDone{
		Case: id, Keyword: "Given",
		Text: "a server of the member in the state " + c.At + " with the key K1", Status: "passed", Millis: 9,
	})
	tellExchange(tp, id, "subject", "POST", "/action",
		[]eventlog.Drift{{Operation: "servers.rebuild", Pointer: "/server/OS-EXT-SRV-ATTR:host", Expected: "absent at " + c.At, Got: "\"h1\""}})
	tp.add(&eventlog.StepDone{
		Case: id, Keyword: "When", Text: "the member rebuilds the server at " + c.At + " with key K2",
		Status: "passed", Millis: 4,
	})
	tellExchange(tp, id, "observe", "GET", "/servers/", nil)
	then := eventlog.StepDone{Case: id, Keyword: "Then", Text: "the request is answered 202", Status: "passed"}
	done := eventlog.CaseDone{Case: id, Outcome: outcome, Reason: reason}
	if outcome != "pass" {
		then.Status, then.Message = map[string]string{"fail": "failed", "error": "error"}[outcome], reason
		done.Expected, done.Got = `key_name "K1"`, `key_name "K2"`
	}
	tp.add(&then)
	tp.add(&eventlog.StepDone{
		Case: id, Keyword: "And", Text: "the server shows the key K2",
		Status: map[bool]string{true: "passed", false: "skipped"}[outcome == "pass"],
	})
	tellExchange(tp, id, "cleanup", "DELETE", "/servers/", nil)
	tp.add(&done)
}

func tellExchange(tp *tape, id, role, method, path string, drift []eventlog.Drift) {
	tp.xs++
	server := fmt.Sprintf("%08x-1b2c-4d3e-8f90-%012x", tp.xs*7919, tp.xs*104729)
	x := &eventlog.Exchanged{
		Case: id,
		ID:   fmt.Sprintf("x%d", tp.xs),
		Exchange: eventlog.Exchange{
			Role: role, Actor: "member", Service: "compute",
			Request: exchange.Request{Method: method, URL: "https://cloud.example/compute/v2.1/servers/" + server + path, RequestHeader: http.Header{
				"X-Auth-Token": {"[redacted sha256:5f2a91cc]"}, "Openstack-Api-Version": {"compute 2.54"},
				"Content-Type": {"application/json"}, "Accept": {"application/json"},
			}},
			Response: exchange.Response{Status: 200, ResponseHeader: http.Header{
				"Content-Type": {"application/json"}, "X-Openstack-Request-Id": {"req-" + server}, "X-Compute-Request-Id": {"req-" + server},
				"Openstack-Api-Version": {"compute 2.54"}, "X-Openstack-Nova-Api-Version": {"2.54"}, "Vary": {
					"OpenStack-API-Version",
					"X-OpenStack-Nova-API-Version",
				},
			}, ResponseBody: `{"server": {"id": "` + server + `", "name": "pl-7f3a-` + fmt.Sprint(tp.xs) +
				`", "status": "ACTIVE", "tenant_id": "5f705771", "user_id": "fake", "metadata": {}, "hostId": "2091634baaccdc4c5a1d57069c833e402921df696b7f970791b12ec6", "image": {"id": "70a599e0-31e7-49b7-b260-868f441e862b", "links": [{"rel": "bookmark", "href": "https://cloud.example/compute/images/70a599e0"}]}, "flavor": {"original_name": "m1.tiny", "vcpus": 1, "ram": 512, "disk": 1, "ephemeral": 0, "swap": 0, "extra_specs": {}}, "created": "2026-05-01T12:00:00Z", "updated": "2026-05-01T12:00:05Z", "addresses": {"private": [{"addr": "192.0.2.1", "version": 4, "OS-EXT-IPS:type": "fixed", "OS-EXT-IPS-MAC:mac_addr": "fa:16:3e:00:00:01"}]}, "key_name": "K2", "adminPass": "[redacted]", "description": null, "tags": [], "<script>alert(1)</script>": "</div>"}}`},
		},
		Drift:  drift,
		Millis: 12.25,
	}
	if method == "POST" {
		x.RequestBody = `{"rebuild": {"imageRef": "70a599e0-31e7-49b7-b260-868f441e862b", "key_name": "K2", "key_name": "it's"}}`
		x.Status = 202
	}
	tp.add(x)
}
