package mutants

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// breakEnvelope breaks what the compute service adds to its answers: headers, names and texts of faults, the form of pages; and how
// bodies are read.
func breakEnvelope(b *deriver) error {
	b.addNamed(classEnvelope, echoRules(b.chain.Max().String()))
	b.addNamed(classEnvelope, requestIDRules())
	b.addNamed(classEnvelope, faultNames())
	b.addNamed(classEnvelope, pageRules())
	b.addNamed(classEnvelope, mediaTypes())
	b.addNamed(classEnvelope, bodyRules())
	b.addNamed(classEnvelope, messageRules())
	b.addNamed(classEnvelope, legacyRules())
	return nil
}

// answerKind is a kind of answer.
type answerKind struct {
	name, requirement string
	is                func(*call, *answer) bool
}

var (
	success   = answerKind{"success", "MVN-12 MVN-02", func(_ *call, a *answer) bool { return a.status < 300 && echoed(a) }}
	faulty    = answerKind{"fault", "MVN-12", func(_ *call, a *answer) bool { return a.status >= 400 && a.status != 406 && echoed(a) }}
	tooNew    = answerKind{"406", "MVN-08", func(_ *call, a *answer) bool { return a.status == 406 }}
	malformed = answerKind{"400-version", "MVN-07", func(_ *call, a *answer) bool {
		return a.status == 400 && bytes.Contains(a.body, []byte("API Version String"))
	}}
	unauthorised = answerKind{"401", "MVN-13", func(_ *call, a *answer) bool { return a.status == 401 }}
	unrouted     = answerKind{"unrouted", "MVN-13", func(_ *call, a *answer) bool { return a.status == 404 && !echoed(a) }}
	tooLarge     = answerKind{"413", "MVN-30", func(_ *call, a *answer) bool { return a.status == 413 }}
	rooted       = answerKind{"root", "MVN-13", func(c *call, _ *answer) bool { return c.place() == "/compute" }}
)

func echoed(a *answer) bool { return a.header[standardHeader] != nil || a.header[legacyHeader] != nil }

// on makes a wire that changes the answers of a situation under the root with microversions.
func (s answerKind) on(change func(*answer)) wire {
	return wire{answer: func(c *call, a *answer) {
		if (c.versioned() || c.place() == "/compute") && s.is(c, a) {
			change(a)
		}
	}}
}

// echoRules break the headers that name the microversion, in each situation.
func echoRules(newest string) []named {
	var out []named
	for _, s := range []answerKind{success, faulty, tooNew} {
		for header, name := range map[string]string{standardHeader: "standard", legacyHeader: "legacy"} {
			out = append(out,
				named{
					"echo/" + s.name + "/" + name + "-missing", "no " + header + " on " + s.name, s.requirement,
					s.on(func(a *answer) { a.header.Del(header) }),
				},
				named{
					"echo/" + s.name + "/" + name + "-other", header + " names another microversion on " + s.name, s.requirement,
					s.on(func(a *answer) {
						other := "2.2"
						if s.name == tooNew.name {
							other = newest
						}
						if header == standardHeader {
							other = "compute " + other
						}
						a.header[header] = []string{other}
					}),
				})
		}
		if s.name == tooNew.name {
			continue
		}
		for i, name := range []string{"standard", "legacy"} {
			out = append(out, named{
				"vary/" + s.name + "/" + name + "-missing",
				"Vary does not name the " + name + " header on " + s.name, "MVN-12", s.on(func(a *answer) {
					if v := a.header["Vary"]; len(v) == 2 {
						a.header["Vary"] = []string{v[1-i]}
					}
				}),
			})
		}
	}
	for _, s := range []answerKind{malformed, unauthorised, unrouted, tooLarge, rooted} {
		out = append(out,
			named{
				"echo/" + s.name + "/standard-there", standardHeader + " on " + s.name, s.requirement,
				s.on(func(a *answer) { a.header[standardHeader] = []string{"compute 2.1"} }),
			},
			named{
				"echo/" + s.name + "/legacy-there", legacyHeader + " on " + s.name, s.requirement,
				s.on(func(a *answer) { a.header[legacyHeader] = []string{"2.1"} }),
			})
	}
	for _, s := range []answerKind{unauthorised, unrouted} {
		out = append(out, named{"vary/" + s.name + "/there", "Vary names the version headers on " + s.name, s.requirement, s.on(func(a *answer) {
			a.header["Vary"] = []string{"OpenStack-API-Version", "X-OpenStack-Nova-API-Version"}
		})})
	}
	return out
}

func requestIDRules() []named {
	var out []named
	for _, s := range []answerKind{success, faulty, tooNew, malformed, unauthorised, unrouted} {
		for _, header := range []string{"X-Openstack-Request-Id", "X-Compute-Request-Id"} {
			out = append(out, named{
				"request-id/" + s.name + "/" + header + "-missing", "no " + header + " on " + s.name, "MVN-14",
				s.on(func(a *answer) { a.header.Del(header) }),
			})
		}
	}
	return append(out,
		named{"request-id/two", "the two request ids differ", "MVN-14", success.on(func(a *answer) {
			a.header.Set("X-Compute-Request-Id", "req-00000000-0000-4000-8000-000000000000")
		})},
		named{"request-id/form", "request ids are no UUIDs", "MVN-14", success.on(func(a *answer) {
			a.header.Set("X-Openstack-Request-Id", "req-1")
			a.header.Set("X-Compute-Request-Id", "req-1")
		})})
}

// faultNames breaks the names and codes of faults, for each status.
func faultNames() []named {
	var out []named
	for _, status := range []int{400, 401, 403, 404, 406, 409, 415} {
		code := strconv.Itoa(status)
		at := answerKind{code, "MVN-17", func(_ *call, a *answer) bool { return a.status == status }}
		out = append(out,
			named{"fault/" + code + "/name", "a fault of status " + code + " has another name", "MVN-17", at.on(func(a *answer) {
				if _, inner := a.fault(); inner != nil {
					a.write(map[string]any{"fault": inner})
				}
			})},
			named{"fault/" + code + "/code", "a fault of status " + code + " has another code", "MVN-17", at.on(func(a *answer) {
				if name, inner := a.fault(); inner != nil {
					inner["code"] = 499
					a.write(map[string]any{name: inner})
				}
			})})
	}
	return out
}

// pageRules break the pages of paths that do not exist, by what the client accepts.
func pageRules() []named {
	asked := func(accept, form string) answerKind {
		return answerKind{form, "MVN-24", func(c *call, a *answer) bool { return unrouted.is(c, a) && c.Header.Get("Accept") == accept }}
	}
	typed := func(as string) func(*answer) {
		return func(a *answer) { a.header.Set("Content-Type", as) }
	}
	out := []named{
		{"page/json/type", "a client that accepts JSON gets an HTML page", "MVN-24", asked("application/json", "json").on(typed("text/html"))},
		{"page/html/type", "a client that accepts HTML gets JSON", "MVN-24", asked("text/html", "html").on(typed("application/json"))},
		{"page/text/type", "a client that accepts text gets HTML", "MVN-24", asked("text/plain", "text").on(typed("text/html"))},
		{
			"page/other/type", "a client that accepts none of the forms gets JSON", "MVN-24",
			asked("application/xml", "other").on(typed("application/json")),
		},
	}
	for _, key := range []string{"code", "title"} {
		out = append(out, named{
			"page/json/" + key, "the JSON page has no " + key, "MVN-24",
			asked("application/json", "json").on(func(a *answer) {
				page := a.json()
				delete(page, key)
				a.write(page)
			}),
		})
	}
	return out
}

// mediaTypes breaks which media types of bodies are read as JSON.
func mediaTypes() []named {
	as := func(to string, when func(string, bool) bool) wire {
		return wire{request: func(c *call) {
			values, given := c.Header["Content-Type"]
			if c.action() && when(strings.Join(values, ""), given) {
				c.Header.Set("Content-Type", to)
			}
		}}
	}
	is := func(want string) func(string, bool) bool {
		return func(got string, given bool) bool { return given && got == want }
	}
	var out []named
	for _, media := range []string{
		"application/json", "application/json; charset=utf-8",
		"application/vnd.openstack.compute+json", "text/plain",
	} {
		out = append(out, named{"media/" + media + "/refused", "a body of type " + media + " is refused", "MVN-20", as("image/png", is(media))})
	}
	out = append(out, named{
		"media/nothing/refused", "a body without a type is refused", "MVN-20",
		as("image/png", func(got string, given bool) bool { return !given || got == "" }),
	})
	for _, media := range []string{"application/xml", "application/x-www-form-urlencoded"} {
		out = append(out, named{
			"media/" + media + "/accepted", "a body of type " + media + " is taken for JSON", "MVN-20",
			as("application/json", is(media)),
		})
	}
	return out
}

// bodyRules break how an action's body is read.
func bodyRules() []named {
	read := func(id, broken string, is func(v any, malformed, empty bool) bool, do func(a *answer)) named {
		return named{"body/" + id, broken, "MVN-19", wire{answer: func(c *call, a *answer) {
			var v any
			err := json.Unmarshal(c.body, &v)
			if c.action() && is(v, err != nil && len(c.body) > 0, len(c.body) == 0) && a.status >= 400 {
				do(a)
			}
		}}}
	}
	unknown := func(a *answer) { a.refuse(404, "itemNotFound", "The resource could not be found.") }
	bad := func(a *answer) { a.refuse(400, "badRequest", "Malformed request body") }
	other := func(a *answer) { a.refuse(400, "badRequest", "There is no such action: None") }
	object := func(n int) func(any, bool, bool) bool {
		return func(v any, _, _ bool) bool { m, ok := v.(map[string]any); return ok && len(m) == n }
	}
	return []named{
		read("empty", "an action without a body is not found", func(_ any, _, empty bool) bool { return empty }, unknown),
		read("no-json", "a body that is no JSON has no such action", func(_ any, malformed, _ bool) bool { return malformed }, other),
		read("empty-object", "an empty object is not found", object(0), unknown),
		read("two-keys", "of two actions one is taken", object(2), unknown),
		read("list", "a list is not found", func(v any, _, _ bool) bool { _, ok := v.([]any); return ok }, unknown),
		read("string", "a string is not found", func(v any, _, _ bool) bool { _, ok := v.(string); return ok }, unknown),
		read("number", "a number is malformed", func(v any, _, _ bool) bool { _, ok := v.(float64); return ok }, bad),
		read("null", "null is malformed", func(v any, malformed, empty bool) bool { return v == nil && !malformed && !empty }, bad),
		{
			"body/created/no-json", "what is created from a body that is no JSON is answered by the schema", "MVN-19",
			wire{answer: func(c *call, a *answer) {
				if c.versioned() && !c.action() && c.Method == http.MethodPost && len(c.body) > 0 && !json.Valid(c.body) {
					a.refuse(400, "badRequest", "None is not of type 'object'")
				}
			}},
		},
		{"body/created/nothing", "a creation without a body is malformed", "MVN-19", wire{answer: func(c *call, a *answer) {
			if c.versioned() && !c.action() && c.Method == http.MethodPost && len(c.body) == 0 {
				a.refuse(400, "badRequest", "Malformed request body")
			}
		}}},
	}
}

// messageRules break the messages of faults.
func messageRules() []named {
	say := func(id, broken, requirement, pattern, as string) named {
		re := regexp.MustCompile(pattern)
		return named{"message/" + id, broken, requirement, wire{answer: func(c *call, a *answer) {
			name, inner := a.fault()
			text, _ := inner["message"].(string)
			if (c.versioned()) && re.MatchString(text) {
				inner["message"] = re.ReplaceAllString(text, as)
				a.write(map[string]any{name: inner})
			}
		}}}
	}
	inner := func(c *call) map[string]any {
		var v map[string]map[string]any
		if json.Unmarshal(c.body, &v) != nil {
			return nil
		}
		return v["rebuild"]
	}
	order := func(id, broken, message string, when func(fields map[string]any) bool) named {
		return named{"message/" + id, broken, "MVN-22", wire{answer: func(c *call, a *answer) {
			if fields := inner(c); c.action() && a.status == 400 && fields != nil && when(fields) {
				a.refuse(400, "badRequest", message)
			}
		}}}
	}
	return []named{
		say("action", "an action that nobody knows is not named", "MVN-18", `^There is no such action: .*`, "There is no such action"),
		say("field", "a schema error does not name the field", "MVN-22", `^Invalid input for field/attribute .*? Value: .*?\. `, ""),
		say("value", "a schema error does not show the value", "MVN-22", `^(Invalid input for field/attribute .*?) Value: .*?\. `, "$1 "),
		say("keyword", "a schema error does not say what is wrong", "MVN-22", `^(Invalid input for field/attribute .*? Value: .*?\.) .*`, "$1"),
		say("outermost", "a schema error about the whole body has the prefix of a field", "MVN-22",
			`^(\[\] is not of type.*|'server' is a required property)`, "Invalid input for field/attribute body. $1"),
		say("query", "a schema error about a query key does not name it", "MVN-23", `^Invalid input for query parameters .*? Value: .*?\. `, ""),
		say("project", "another project in the URL is not called that", "MVN-21", `^Malformed request URL: .*`, "Malformed request"),
		say("media", "a type that is not supported is not called that", "MVN-20", `^Unsupported Content-Type`, "Bad request"),
		say("version-form", "a malformed microversion is not shown", "MVN-07", `^API Version String .* is of`, "API Version String is of"),
		say("version-range", "a microversion out of range is not shown", "MVN-08", `^Version \S+ is not`, "Version is not"),
		say("version-minimum", "the range begins elsewhere", "MVN-08", `Minimum is 2\.1 `, "Minimum is 2.0 "),
		say("version-maximum", "the range ends elsewhere", "MVN-08", `maximum is 2\.\d+`, "maximum is 2.9"),
		say("state", "a wrong state is not named", "MVN-17", `while it is in vm_state .*`, "now"),
		order("values-first", "a missing key is named before a wrong value",
			"Invalid input for field/attribute rebuild. Value: {'name': 5}. 'imageRef' is a required property", func(fields map[string]any) bool {
				return fields["imageRef"] == nil && fields["name"] != nil
			}),
		order("missing-first", "an extra key is named before a missing one", "Invalid input for field/attribute rebuild. "+
			"Value: {'nope': 1}. Additional properties are not allowed ('nope' was unexpected)", func(fields map[string]any) bool {
			return fields["imageRef"] == nil && fields["nope"] != nil
		}),
	}
}

// legacyRules break the root without microversions.
func legacyRules() []named {
	bare := func(change func(*call, *answer)) wire {
		return wire{answer: func(c *call, a *answer) {
			if c.bare() && c.place() != "/compute/v2" {
				change(c, a)
			}
		}}
	}
	return []named{
		{
			"legacy/echo-standard", "the legacy endpoint echoes the standard header", "MVN-15",
			bare(func(_ *call, a *answer) { a.header[standardHeader] = []string{"compute 2.1"} }),
		},
		{
			"legacy/echo-legacy", "the legacy endpoint echoes the legacy header", "MVN-15",
			bare(func(_ *call, a *answer) { a.header[legacyHeader] = []string{"2.1"} }),
		},
		{"legacy/malformed", "the legacy endpoint refuses a malformed microversion", "MVN-15", bare(func(c *call, a *answer) {
			if strings.HasSuffix(c.Header.Get(standardHeader), ".x") {
				a.refuse(400, "badRequest", "API Version String 2.x is of invalid format.")
			}
		})},
		{"legacy/range", "the legacy endpoint refuses a microversion out of range", "MVN-15", bare(func(c *call, a *answer) {
			if strings.HasSuffix(c.Header.Get(standardHeader), ".999") {
				a.refuse(406, "computeFault", "Version 2.999 is not supported by the API.")
			}
		})},
		{"legacy/versions", "the legacy endpoint speaks the microversion that is asked for", "MVN-15", wire{request: func(c *call) {
			if c.bare() && (c.Header[standardHeader] != nil || c.Header[legacyHeader] != nil) {
				c.URL.Path = strings.Replace(c.URL.Path, "/v2", "/v2.1", 1)
			}
		}}},
		{"legacy/extra-keys", "the legacy endpoint refuses keys that it does not know", "MVN-15", wire{request: func(c *call) {
			if c.bare() && c.Method == http.MethodPost {
				c.URL.Path = strings.Replace(c.URL.Path, "/v2", "/v2.1", 1)
			}
		}, answer: func(c *call, a *answer) {
			if c.bare() {
				a.header.Del(standardHeader)
				a.header.Del(legacyHeader)
			}
		}}},
		{
			"legacy/extra-keys-everywhere", "the endpoint with microversions drops keys that it does not know", "MVN-15",
			wire{request: func(c *call) {
				if c.versioned() && c.Method == http.MethodPost && strings.HasSuffix(c.place(), "/os-keypairs") {
					c.URL.Path = strings.Replace(c.URL.Path, "/v2.1", "/v2", 1)
				}
			}},
		},
	}
}
