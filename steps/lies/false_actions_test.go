package lies_test

import (
	"io"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

const servers = "/compute/v2.1/servers/"

// action tells whether a request is that action on a server, and on which.
func action(r *http.Request, name string) (server string, is bool) {
	if r.Method != http.MethodPost || !strings.HasPrefix(r.URL.Path, servers) || !strings.HasSuffix(r.URL.Path, "/action") {
		return "", false
	}
	return strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, servers), "/action"), strings.Contains(bodyOf(r), `"`+name+`"`)
}

// shown tells whether a request shows one server.
func shown(r *http.Request) bool {
	id := strings.TrimPrefix(r.URL.Path, servers)
	return r.Method == http.MethodGet && id != r.URL.Path && id != "" && id != "detail" && !strings.Contains(id, "/")
}

// as sends a request in the name of another user of the seed.
func (p *proxy) as(r *http.Request, user, project string) *http.Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	token, known := p.kept["token of "+user]
	if !known {
		in, _ := http.NewRequest(http.MethodPost, "http://x/identity/v3/auth/tokens",
			strings.NewReader(`{"auth": {"identity": {"methods": ["password"], "password": {"user": {"name": "`+user+
				`", "domain": {"id": "default"}, "password": "secret"}}}, "scope": {"project": {"name": "`+project+
				`", "domain": {"id": "default"}}}}}`))
		in.Header.Set("Content-Type", "application/json")
		token = p.honest(in)
		p.kept["token of "+user] = token
	}
	in := r.Clone(r.Context())
	in.Header.Set("X-Auth-Token", token.header.Get("X-Subject-Token"))
	return in
}

// instead answers an action with a status and what the server is, and does nothing.
func instead(name string, status int) func(*proxy, http.ResponseWriter, *http.Request) bool {
	return func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		server, is := action(r, name)
		if !is {
			return false
		}
		a := p.another(r, http.MethodGet, servers+server)
		if a.status = status; name != "rebuild" {
			a.body = ""
		}
		send(w, a)
		return true
	}
}

// undone answers an action as if it were done, and makes everything as it was before.
func undone(which func(*http.Request) bool) func(*proxy, http.ResponseWriter, *http.Request) bool {
	return func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if !which(r) {
			return false
		}
		control := p.cloud.(*mockcloud.Cloud).Control()
		before := control.Snapshot()
		a := p.honest(r)
		control.Restore(before)
		control.Drop(before)
		send(w, a)
		return true
	}
}

func is(name string) func(*http.Request) bool {
	return func(r *http.Request) bool { _, is := action(r, name); return is }
}

func stackLock(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/orchestration/") && strings.HasSuffix(r.URL.Path, "/actions") &&
		strings.Contains(bodyOf(r), `"lock"`)
}

// promoted carries out an action in the name of an administrator, whoever asks.
func promoted(name string) func(*proxy, http.ResponseWriter, *http.Request) bool {
	return func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if _, is := action(r, name); !is {
			return false
		}
		send(w, p.honest(p.as(r, "admin", "demo")))
		return true
	}
}

// at asks for another microversion than the client does.
func at(from, to string) func(*proxy, http.ResponseWriter, *http.Request) bool {
	return func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if r.Header.Get("Openstack-Api-Version") != "compute "+from {
			return false
		}
		r.Header.Set("Openstack-Api-Version", "compute "+to)
		a := p.honest(r)
		for name := range a.header {
			for i, v := range a.header[name] {
				a.header[name][i] = strings.ReplaceAll(v, to, from)
			}
		}
		send(w, a)
		return true
	}
}

// deeds are lies about what is done.
var deeds = []lie{
	{
		name: "a rebuild is accepted, and not done", tell: undone(is("rebuild")), rows: []string{"RKP-03", "RKP-19", "RKP-22"},
		caught: []string{"RKP-19", "RKP-22"},
	},
	{name: "a rebuild is answered with what there was", tell: instead("rebuild", 202), rows: []string{"RKP-01"}, caught: []string{"RKP-01"}},
	{
		name: "an unshelve is accepted, and not done", tell: undone(is("unshelve")), rows: []string{"UTH-01", "UTH-30"},
		caught: []string{"UTH-01", "UTH-30"},
	},
	{name: "a rebuild is done, and refused", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if _, is := action(r, "rebuild"); !is {
			return false
		}
		p.honest(r)
		send(w, answer{
			409,
			http.Header{"Content-Type": {"application/json"}, "X-Openstack-Request-Id": {"req-1"}},
			`{"conflictingRequest": {"code": 409, "message": "no"}}`,
		})
		return true
	}, rows: []string{"RKP-01"}, caught: []string{"RKP-01"}},
	{name: "an unknown key pair is accepted", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		server, is := action(r, "rebuild")
		if !is {
			return false
		}
		a := p.honest(r)
		if a.status == 400 {
			a = p.another(r, http.MethodGet, servers+server)
			a.status = 202
		}
		send(w, a)
		return true
	}, rows: []string{"RKP-N09", "RKP-15"}, caught: []string{"RKP-N09", "RKP-15"}},
	{name: "a reader may do what a member may", tell: promoted("rebuild"), rows: []string{"RKP-N03"}, caught: []string{"RKP-N03"}},
	{name: "a member may name a host", tell: promoted("unshelve"), rows: []string{"UTH-04", "UTH-N13"}, caught: []string{"UTH-04", "UTH-N13"}},
	{name: "a lock stops nobody", tell: promoted("rebuild"), rows: []string{"RKP-N05"}, caught: []string{"RKP-N05"}},
	{name: "other projects' servers are rebuilt", tell: promoted("rebuild"), rows: []string{"RKP-N02"}, caught: []string{"RKP-N02"}},
	{name: "an older microversion knows the key", tell: at("2.53", "2.54"), rows: []string{"RKP-06"}, caught: []string{"RKP-06"}},
	{name: "an older microversion knows the host", tell: at("2.90", "2.91"), rows: []string{"UTH-02"}, caught: []string{"UTH-02"}},
	{name: "a newer microversion is the one before", tell: at("2.54", "2.53"), rows: []string{"RKP-01"}, caught: []string{"RKP-01"}},
	{name: "every project sees all hypervisors", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/os-hypervisors") {
			return false
		}
		in := p.as(r, "admin", "demo")
		in.Header.Set("Openstack-Api-Version", "compute 2.104")
		a := p.honest(in)
		if a.status == 200 {
			for _, name := range []string{"Openstack-Api-Version", "X-Openstack-Nova-Api-Version"} {
				a.header.Set(name, strings.ReplaceAll(a.header.Get(name), "2.104", "2.105"))
			}
		}
		send(w, a)
		return true
	}, profile: openapi.Specified, rows: []string{"HYP-20", "HYP-21"}, caught: []string{"HYP-20", "HYP-21"}},
	{name: "the host that is named is another", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if _, is := action(r, "unshelve"); is {
			body := strings.NewReplacer(`"host": "host1"`, `"host": "host2"`, `"host":"host1"`, `"host":"host2"`,
				`"host": "host2"`, `"host": "host1"`, `"host":"host2"`, `"host":"host1"`).Replace(bodyOf(r))
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}
		return false
	}, rows: []string{"UTH-01"}, caught: []string{"UTH-01"}},
	{
		name: "a lock of a stack is accepted, and not done", tell: undone(stackLock), profile: openapi.Specified,
		rows: []string{"LCK-20"}, caught: []string{"LCK-20"},
	},
}
