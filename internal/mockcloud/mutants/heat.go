package mutants

import (
	"fmt"
	"strconv"
	"strings"
)

// heatFaults are the statuses of Heat's refusals, with the requirements that look at them.
var heatFaults = map[int][]string{
	400: {"LCK-03", "LCK-12"}, 403: {"LCK-09", "LCK-10"}, 404: {"LCK-07"}, 409: {"LCK-08"},
}

// heatEnvelope breaks what Heat adds to its answers: the form of its errors; and how the body of actions is read.
func heatEnvelope(b *deriver) error {
	heat := func(c *call) bool { return strings.HasPrefix(c.URL.Path, "/orchestration/v1/") }
	for status, requirements := range heatFaults {
		change := func(id, broken string, do func(fault, inner map[string]any)) {
			b.add(Mutant{
				ID: fmt.Sprintf("envelope/heat/%d/%s", status, id), Class: classEnvelope, Requirements: requirements,
				Broken: fmt.Sprintf("an error of Heat with status %d %s", status, broken),
				wire: &wire{answer: func(c *call, a *answer) {
					if body := a.json(); heat(c) && a.status == status && body != nil {
						inner, _ := body["error"].(map[string]any)
						do(body, inner)
						a.write(body)
					}
				}},
			})
		}
		change("type", "is of another type", func(_, inner map[string]any) { inner["type"] = "Error" })
		change("message", "does not say what is wrong", func(_, inner map[string]any) { inner["message"] = strconv.Itoa(status) })
		change("traceback", "has no traceback, not even null", func(_, inner map[string]any) { delete(inner, "traceback") })
		change("code", "has another code", func(body, _ map[string]any) { body["code"] = 499 })
		for _, key := range []string{"code", "title", "explanation", "error"} {
			change("no-"+key, "has no "+key, func(body, _ map[string]any) { delete(body, key) })
		}
	}
	b.add(Mutant{
		ID: "envelope/heat/409/lock-silent", Class: classEnvelope, Requirements: []string{"LCK-27", "LCK-29", "LCK-50", "LCK-51", "LCK-57"},
		Broken: "what a lock forbids is refused without a word",
		wire: &wire{answer: func(c *call, a *answer) {
			body := a.json()
			if !heat(c) || a.status != 409 || body == nil {
				return
			}
			if inner, _ := body["error"].(map[string]any); inner["type"] == "HTTPConflict" {
				delete(inner, "message")
				a.write(body)
			}
		}},
	})
	b.add(Mutant{
		ID: "envelope/heat/409/lock-status", Class: classEnvelope, Requirements: []string{"LCK-27", "LCK-29", "LCK-64"},
		Broken: "what a lock forbids is refused with 423",
		wire: &wire{answer: func(c *call, a *answer) {
			body := a.json()
			if !heat(c) || a.status != 409 || body == nil {
				return
			}
			if inner, _ := body["error"].(map[string]any); inner["type"] == "HTTPConflict" {
				body["code"], a.status = 423, 423
				a.write(body)
			}
		}},
	})
	b.add(Mutant{
		ID: "envelope/heat/action/body", Class: classEnvelope, Requirements: []string{
			"LCK-05",
			"LCK-06",
		}, Broken: "an action that is accepted is answered with an object",
		wire: &wire{answer: func(c *call, a *answer) {
			if heat(c) && strings.HasSuffix(c.place(), "/actions") && a.status == 200 {
				a.body = []byte("{}")
			}
		}},
	})
	b.add(Mutant{
		ID: "envelope/heat/action/status", Class: classEnvelope, Requirements: []string{
			"LCK-05",
			"LCK-06",
		}, Broken: "an action that is accepted is answered 202",
		wire: &wire{answer: func(c *call, a *answer) {
			if heat(c) && strings.HasSuffix(c.place(), "/actions") && a.status == 200 {
				a.status = 202
			}
		}},
	})
	return nil
}
