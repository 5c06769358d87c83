package lies_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
)

// rewritten replaces what a pattern matches in the answers to GET requests whose path has a part.
func rewritten(part, pattern, with string) func(*proxy, http.ResponseWriter, *http.Request) bool {
	return changed(http.MethodGet, part, pattern, with)
}

func changed(method, part, pattern, with string) func(*proxy, http.ResponseWriter, *http.Request) bool {
	what := regexp.MustCompile(pattern)
	return func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if r.Method != method || !strings.Contains(r.URL.Path, part) {
			return false
		}
		a := p.honest(r)
		a.body = what.ReplaceAllString(a.body, with)
		send(w, a)
		return true
	}
}

// TestEachRowLooksAtTheRestOfTheServer: what these clouds do wrong no sentence of the row is about.
func TestEachRowLooksAtTheRestOfTheServer(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for name, l := range map[string]struct {
		tell     func(*proxy, http.ResponseWriter, *http.Request) bool
		row, why string
		profile  openapi.Profile
	}{
		"an unshelved server takes a processor more than its flavor has": {
			tell: rewritten("/placement/allocations/", `"VCPU": 1`, `"VCPU": 2`), row: "UTH-41a", why: "takes map[",
		},
		"an offloaded server takes what it took": {
			tell: rewritten("/placement/allocations/", `"allocations": \{\}`,
				`"allocations": {"00000000-0000-4000-8000-000000000000": {"resources": {"VCPU": 1}}}`),
			row: "UTH-N16d", why: "takes map[",
		},
		"an unshelved server takes something of another host": {
			tell: rewritten("/placement/resource_providers/", `"name": "[^"]*"`, `"name": "another"`),
			row:  "UTH-41a", why: "it takes that of another",
		},
		"the port of a rebuilt server is bound elsewhere": {
			tell: rewritten("/ports", `"binding:host_id": "[^"]*"`, `"binding:host_id": "another"`),
			row:  "RKP-02b", why: "a port of the server is bound",
		},
		"the port of a rebuilt server has another address": {
			tell: rewritten("/ports", `"mac_address": "[^"]*"`, `"mac_address": "fa:16:3e:00:00:00"`),
			row:  "RKP-02b", why: "addresses of the ports",
		},
		"a rebuilt server was not launched anew": {
			tell: rewritten("/servers/", `"OS-SRV-USG:launched_at": "[^"]*"`, `"OS-SRV-USG:launched_at": "2021-01-01T00:00:00.000000"`),
			row:  "RKP-01a", why: "launched_at",
		},
		"a rebuilt server was not changed": {
			tell: rewritten("/servers/", `"updated": "[^"]*Z"`, `"updated": "2001-01-01T00:00:00Z"`),
			row:  "RKP-01a", why: "when the server was changed",
		},
		"an action that nobody asked for is listed": {
			tell: rewritten("/os-instance-actions", `"instanceActions": \[\{`, `"instanceActions": [{"action": "reboot", "instance_uuid": "INSTANCE",`+
				`"message": null, "project_id": "p", "request_id": "req-00000000-0000-4000-8000-000000000000",`+
				`"start_time": "2099-01-01T00:00:00.000000", "updated_at": null, "user_id": "u"}, {`),
			row: "RKP-01a", why: "the list of actions",
		},
		"the guest is told another name": {
			tell: rewritten("/metadata/", `"name": "plumbline-[^"]*-server`, `"name": "another-server`),
			row:  "RKP-01a", why: "and the server shows",
		},
		"the answer to a rebuild shows a drive that is not there": {
			tell: changed(http.MethodPost, "/action", `"config_drive": "[^"]*"`, `"config_drive": "True"`), row: "BFV-01", why: "config_drive",
		},
		"a hypervisor is shown with another address": {
			tell: rewritten("/os-hypervisors/detail", `"host_ip": "[^"]*"`, `"host_ip": "192.0.2.99"`), row: "HYP-01aj", why: "host_ip",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := run(t, lie{name: name, tell: l.tell, rows: []string{l.row}, profile: l.profile})
			is, why := f.verdict(requirementOf(l.row))
			assert.Equal(t, verdict.Fail, is, why)
			assert.Contains(t, why, l.why)
		})
	}
}

// requirementOf is the requirement of a row, whose letters come last.
func requirementOf(row string) string { return strings.TrimRight(row, "abcdefghijklmnopqrstuvwxyz") }
