package mutants

import (
	"fmt"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
)

// body is a request body, with the requirements that notice when its schema is broken.
type body struct {
	operation    string
	requirements []string
}

// broken lists the operations whose whole body is broken.
var broken = map[openapi.Service][]body{
	openapi.Compute: {
		{"servers.unshelve", []string{
			"UTH-02", "UTH-03", "UTH-10", "UTH-11", "UTH-12", "UTH-13", "UTH-14", "UTH-15", "UTH-16", "UTH-17", "UTH-18", "UTH-19",
			"UTH-67", "UTH-78", "UTH-N01", "UTH-N02",
		}},
	},
	openapi.Orchestration: {
		{"stacks.lock", []string{"LCK-04", "LCK-20", "LCK-21", "LCK-22", "LCK-23", "LCK-23D"}},
		{"stacks.unlock", []string{"LCK-04", "LCK-23", "LCK-23D", "LCK-24"}},
	},
}

// parts are properties of other bodies that a specification is about, by the component that declares them.
var parts = map[openapi.Service][]struct {
	operation, component, name string
	requirements               []string
	// since is the microversion whose change the requirements are about; changes at others have no requirement. "" for all.
	since string
}{
	openapi.Compute: {
		{"servers.create", "ServerCreate", "hypervisor_uuid", []string{"HYP-05", "HYP-40", "HYP-42", "HYP-44"}, ""},
		{"servers.create", "ServerCreate", "host", []string{"HYP-08", "HYP-43"}, ""},
		{"servers.create", "ServerCreate", "hypervisor_hostname", []string{"HYP-08", "HYP-43"}, ""},
		{"server-external-events.create", "ExternalEvent", "name", []string{"BFV-13", "BFV-20"}, "2.93"},
	},
}

// breakBodies breaks the schema of whole request bodies: each keyword at any depth, in each span separately; a span also begins one
// microversion too early and too late. Of other bodies it breaks parts.
func breakBodies(b *deriver) error {
	for _, o := range broken[b.name] {
		if b.profile == openapi.Specified || b.find(o.operation) != nil {
			b.body(o)
		}
	}
	for _, p := range parts[b.name] {
		b.requestProperty([]string{"components", "schemas", p.component}, p.name, func(l loosened, s span, actions ...overlay.OverlayAction) {
			if (l.name == "early" || l.name == "late") && p.since != "" && p.since != s.from.String() {
				return
			}
			b.add(Mutant{
				ID: fmt.Sprintf("request/%s/%s/%s@%s", p.operation, p.name, l.name,
					s.from), Class: classRequest, Broken: l.broken, Requirements: p.requirements,
				rule: fingerprint(s.value) + b.endInWords(s), At: []openapi.Version{s.from}, code: b.alterDocuments(s, actions...),
			})
		})
	}
	return nil
}

func (b *deriver) body(o body) {
	at := []string{"requestBody", "content", "application/json"}
	place := b.place(o.operation)
	spans := b.spans(func(tree map[string]any) any {
		s := valueBelow(place.operationIn(tree), append(slices.Clone(at), "schema")...)
		if s == nil {
			return nil
		}
		return inline(tree, s, 0)
	})
	target := place.target(at...)
	put := func(schema any) []overlay.OverlayAction {
		return []overlay.OverlayAction{remove(jsonPathBelow(target, "schema")), update(target, map[string]any{"schema": schema})}
	}
	add := func(l loosened, s span, schema any) {
		b.add(Mutant{
			ID: fmt.Sprintf("request/%s/%s@%s", o.operation, l.name, s.from), Class: classRequest, Broken: l.broken, Requirements: o.requirements,
			rule: fingerprint(s.value) + b.endInWords(s), At: []openapi.Version{s.from}, code: b.alterDocuments(s, put(schema)...),
		})
	}
	for i, s := range spans {
		for _, l := range loosen(s.value.(map[string]any), "the body of "+o.operation) {
			add(l, s, l.schema)
		}
		p, ok := b.before(s.from)
		if !ok || i == 0 {
			continue
		}
		add(loosened{name: "early", broken: fmt.Sprintf("%s at %s has the body of %s", o.operation, p, s.from)},
			span{from: p, until: p, value: s.value}, s.value)
		add(loosened{name: "late", broken: fmt.Sprintf("%s at %s still has the body of %s", o.operation, s.from, p)},
			span{from: s.from, until: s.from, value: s.value}, spans[i-1].value)
	}
}
