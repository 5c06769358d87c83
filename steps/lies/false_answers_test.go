package lies_test

import (
	"net/http"
	"regexp"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// told changes the answers to some requests.
func told(which func(*http.Request) bool, change func(*proxy, *http.Request, *answer)) func(*proxy, http.ResponseWriter,
	*http.Request) bool {
	return func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if !which(r) {
			return false
		}
		a := p.honest(r)
		change(p, r, &a)
		send(w, a)
		return true
	}
}

// text changes what an answer says.
func text(change func(string) string) func(*proxy, *http.Request, *answer) {
	return func(_ *proxy, _ *http.Request, a *answer) { a.body = change(a.body) }
}

func pattern(from, to string) func(*proxy, *http.Request, *answer) {
	return text(func(s string) string { return regexp.MustCompile(from).ReplaceAllString(s, to) })
}

func compute(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/compute/") }

func rebuilt(r *http.Request) bool { _, is := action(r, "rebuild"); return is }

func listed(r *http.Request) bool {
	return strings.HasSuffix(r.URL.Path, "/os-hypervisors") || strings.HasSuffix(r.URL.Path, "/os-hypervisors/detail")
}

// refusals changes refusals only.
func actionLog(r *http.Request) bool { return strings.Contains(r.URL.Path, "/os-instance-actions") }

func refusals(change func(*answer)) func(*proxy, *http.Request, *answer) {
	return func(_ *proxy, _ *http.Request, a *answer) {
		if a.status >= 400 {
			change(a)
		}
	}
}

// stale answers what was said first, or what was said the n-th time before.
func stale(late int64) func(*proxy, *http.Request, *answer) {
	return func(p *proxy, r *http.Request, a *answer) {
		p.mu.Lock()
		defer p.mu.Unlock()
		key := r.Header.Get("Openstack-Api-Version") + r.URL.String()
		old, known := p.kept[key]
		if !known || late > 0 && p.turn.Add(1)%late == 0 {
			p.kept[key] = *a
			return
		}
		*a = old
	}
}

// frozen shows a server, once something was done to it, as it was before.
func frozen(p *proxy, w http.ResponseWriter, r *http.Request) bool {
	for _, name := range []string{"rebuild", "unshelve"} {
		if server, is := action(r, name); is {
			p.mu.Lock()
			p.kept["frozen "+servers+server] = p.kept[servers+server]
			p.mu.Unlock()
		}
	}
	if !shown(r) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.kept["frozen "+r.URL.Path]; old.status != 0 {
		send(w, old)
		return true
	}
	a := p.honest(r)
	if a.status == http.StatusOK {
		p.kept[r.URL.Path] = a
	}
	send(w, a)
	return true
}

// previous answers what the caller before was told.
func previous(p *proxy, _ *http.Request, a *answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	old, known := p.kept["previous"]
	p.kept["previous"] = *a
	if known {
		*a = old
	}
}

// older is a node of an older release, which answers every second request.
var older = func() func(*proxy, http.ResponseWriter, *http.Request) bool {
	return func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if !compute(r) || p.turn.Add(1)%2 == 0 {
			return false
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		node, err := mockcloud.New(mockcloud.WithMaximum("compute", "2.53"))
		if err != nil {
			panic(err)
		}
		asked, _ := strings.CutPrefix(r.Header.Get("Openstack-Api-Version"), "compute ")
		if v, err := openapi.ParseVersion(asked); err != nil || !openapi.MustVersion("2.53").Less(v) {
			return false // what both know they answer alike
		}
		its := &proxy{cloud: node, kept: map[string]answer{}}
		send(w, its.honest(its.as(r, "member", "demo")))
		return true
	}
}()

// detailed tells whether the list of servers in detail is asked for.
func detailed(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/servers/detail") }

// renamedByRebuild shows volumes under another name once any server was rebuilt.
func renamedByRebuild(p *proxy, w http.ResponseWriter, r *http.Request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if rebuilt(r) {
		p.kept["rebuilt"] = answer{}
	}
	if _, is := p.kept["rebuilt"]; !is || r.Method != http.MethodGet || !strings.Contains(r.URL.Path, "/volumes/") {
		return false
	}
	a := p.honest(r)
	a.body = regexp.MustCompile(`"name": ?"[^"]*"`).ReplaceAllString(a.body, `"name": "another"`)
	send(w, a)
	return true
}

// answers are lies in what is said.
var answers = []lie{
	{
		name: "the list of servers has the key pair of before", tell: told(detailed, pattern(`"key_name": ?"[^"]*"`, `"key_name": "old"`)),
		rows: []string{"RKP-01"}, caught: []string{"RKP-01"},
	},
	{
		name: "a rebuild is answered with another description", tell: told(rebuilt, pattern(`"description": ?("[^"]*"|null)`, `"description": "x"`)),
		rows: []string{"RKP-01"}, caught: []string{"RKP-01"},
	},
	{name: "a rebuild renames the data volume", tell: renamedByRebuild, rows: []string{"BFV-23"}, caught: []string{"BFV-23"}},
	{name: "refusals have the right status and another text", tell: told(compute, refusals(func(a *answer) {
		a.body = regexp.MustCompile(`"message": ?"[^"]*"`).ReplaceAllString(a.body, `"message": "Something else."`)
	})), rows: []string{"MVN-18", "MVN-22"}, caught: []string{"MVN-18", "MVN-22"}},
	{name: "refusals have another fault's name", tell: told(compute, refusals(func(a *answer) {
		a.body = regexp.MustCompile(`^\{"\w+"`).ReplaceAllString(a.body, `{"otherFault"`)
	})), rows: []string{"MVN-17"}, caught: []string{"MVN-17"}},
	{name: "numbers are texts", tell: told(compute, refusals(func(a *answer) {
		a.body = regexp.MustCompile(`"code": ?(\d+)`).ReplaceAllString(a.body, `"code": "$1"`)
	})), rows: []string{"MVN-17"}, caught: []string{"MVN-17"}},
	{name: "not found is called forbidden", tell: told(compute, refusals(func(a *answer) {
		if a.status == 404 {
			a.status, a.body = 403, strings.NewReplacer("itemNotFound", "forbidden", "404", "403").Replace(a.body)
		}
	})), rows: []string{"RKP-N02", "MVN-25"}, caught: []string{"RKP-N02", "MVN-25"}},
	{name: "two nodes of different releases", tell: older, rows: []string{"MVN-02"}, caught: []string{"MVN-02"}},
	{
		name: "what was said first is said for ever", tell: told(shown, stale(0)), rows: []string{"RKP-01", "UTH-01"},
		unproven: "last seen: BUILD",
	},
	{name: "an unshelve never shows", tell: frozen, rows: []string{"UTH-01", "UTH-31"}, caught: []string{"UTH-01", "UTH-31"}},
	{name: "a rebuild never shows", tell: frozen, rows: []string{"RKP-03"}, caught: []string{"RKP-03"}},
	{name: "what was written shows later", tell: told(shown, stale(3)), rows: []string{"UTH-31"}}, // which a sound cloud may do
	{name: "policy hides the log of actions", tell: told(actionLog, func(_ *proxy, _ *http.Request, a *answer) {
		a.status, a.body = 403, `{"forbidden": {"code": 403, "message": "Policy doesn't allow os_compute_api:os-instance-actions:list to be performed."}}`
	}), rows: []string{"RKP-02", "RKP-N05", "UTH-63"}}, // which a sound cloud may do
	{
		name: "the answer is what the caller before was told", tell: told(rebuilt, previous), rows: []string{"RKP-01"},
		caught: []string{"RKP-01"},
	},
	{
		name: "another server's id", tell: told(shown, pattern(`"id": ?"[0-9a-f]{8}-`, `"id": "00000000-`)),
		rows: []string{"RKP-02"}, unproven: "is about server",
	},
	{name: "another id after a rebuild", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if rebuilt(r) {
			p.turn.Add(1)
		}
		return p.turn.Load() > 0 && told(shown, pattern(`"id": ?"[0-9a-f]{8}-`, `"id": "00000000-`))(p, w, r)
	}, rows: []string{"RKP-02"}, caught: []string{"RKP-02"}},
	{
		name: "a field is dropped",
		tell: told(func(r *http.Request) bool { return shown(r) || rebuilt(r) },
			pattern(`"key_name": ?("[^"]*"|null),?`, ``)), rows: []string{"RKP-01", "RKP-16"}, caught: []string{"RKP-01", "RKP-16"},
	},
	{
		name: "the key is always the first",
		tell: told(func(r *http.Request) bool { return shown(r) || rebuilt(r) },
			pattern(`"key_name": ?("[^"]*"|null)`, `"key_name": null`)), rows: []string{"RKP-01", "RKP-07"}, caught: []string{"RKP-01"},
	},
	{
		name: "the host is always the same",
		tell: told(shown, pattern(`(OS-EXT-SRV-ATTR:host"|hypervisor_hostname"): ?"host\d[^"]*"`, `$1: "host1"`)), rows: []string{
			"UTH-46",
			"UTH-47",
		}, caught: []string{"UTH-47"},
	},
	{
		name: "a pin is never shown", tell: told(shown, pattern(`("pinned_availability_zone"): ?"[^"]*"`, `$1: null`)),
		rows: []string{"UTH-31", "UTH-48"}, caught: []string{"UTH-31", "UTH-48"},
	},
	{
		name: "a stopped server is shown as active", tell: told(shown, pattern(`"status": ?"SHUTOFF"`, `"status": "ACTIVE"`)),
		rows: []string{"BFV-24", "RKP-24"}, unproven: "the server is SHUTOFF",
	},
	{
		name: "names of fields begin with a capital", tell: told(rebuilt, pattern(`"([a-z])(\w+)": `, `"X$2": `)),
		rows: []string{"RKP-01"}, caught: []string{"RKP-01"},
	},
	{
		name: "entries of lists are there twice",
		tell: told(listed, pattern(`(?s)"hypervisors": ?\[(.+)\](.*)$`,
			`"hypervisors": [$1, $1]$2`)), profile: openapi.Specified, rows: []string{"HYP-31"}, caught: []string{"HYP-31"},
	},
	{
		name: "lists are empty", tell: told(listed, pattern(`(?s)"hypervisors": ?\[.+\]`, `"hypervisors": []`)),
		rows: []string{"HYP-01"}, caught: []string{"HYP-01"},
	},
	{
		name: "nulls are texts", tell: told(listed, pattern(`: ?null`, `: "null"`)), profile: openapi.Specified,
		rows: []string{"HYP-23"}, caught: []string{"HYP-23"},
	},
	{name: "200 instead of 202", tell: told(rebuilt, func(_ *proxy, _ *http.Request, a *answer) {
		if a.status == 202 {
			a.status = 200
		}
	}), rows: []string{"RKP-22"}, caught: []string{"RKP-22"}},
	{
		name: "an accepted rebuild has no body", tell: told(rebuilt, text(func(string) string { return "" })),
		rows: []string{"RKP-01"}, caught: []string{"RKP-01"},
	},
	{
		name: "half a body, with its length", tell: told(rebuilt, text(func(s string) string { return s[:len(s)/2] })),
		rows: []string{"RKP-01"}, caught: []string{"RKP-01"},
	},
	{
		name: "something stands after the body", tell: told(rebuilt, text(func(s string) string { return s + " and more" })),
		rows: []string{"RKP-01"}, caught: []string{"RKP-01"},
	},
	{
		name: "a body without an end of brackets",
		tell: told(rebuilt, text(func(string) string { return strings.Repeat("[", 1<<20) })), rows: []string{
			"RKP-01",
		}, caught: []string{"RKP-01"},
	},
	{name: "no microversion headers", tell: told(compute, func(_ *proxy, _ *http.Request, a *answer) {
		a.header.Del("Openstack-Api-Version")
		a.header.Del("X-Openstack-Nova-Api-Version")
	}), rows: []string{"MVN-12"}, caught: []string{"MVN-12"}},
	{name: "headers of another microversion", tell: told(compute, func(_ *proxy, _ *http.Request, a *answer) {
		a.header.Set("Openstack-Api-Version", "compute 2.1")
		a.header.Set("X-Openstack-Nova-Api-Version", "2.1")
	}), rows: []string{"MVN-12", "MVN-02"}, caught: []string{"MVN-12"}},
	{name: "no request ids", tell: told(compute, func(_ *proxy, _ *http.Request, a *answer) {
		a.header.Del("X-Openstack-Request-Id")
		a.header.Del("X-Compute-Request-Id")
	}), rows: []string{"MVN-14"}, caught: []string{"MVN-14"}},
	{name: "JSON is called text", tell: told(compute, func(_ *proxy, _ *http.Request, a *answer) {
		if a.body != "" {
			a.header.Set("Content-Type", "text/plain")
		}
	}), rows: []string{"MVN-24"}, caught: []string{"MVN-24"}},
	{name: "a 500 now and then", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if !compute(r) || p.turn.Add(1)%5 != 0 {
			return false
		}
		send(w, answer{
			500,
			http.Header{"Content-Type": {"application/json"}, "X-Openstack-Request-Id": {"req-1"}},
			`{"computeFault": {"code": 500, "message": "Unexpected API Error."}}`,
		})
		return true
	}, rows: []string{"MVN-12", "MVN-17", "RKP-N01"}, caught: []string{"MVN-17"}},
}
