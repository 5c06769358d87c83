package mutants

import (
	"fmt"
	"slices"

	"plumbline/openapi"
)

// body is the request body of an operation, and who notices that its schema is broken.
type body struct {
	service      openapi.Service
	operation    string
	requirements []string
}

var broken = []body{
	{openapi.Compute, "servers.unshelve", []string{
		"UTH-02", "UTH-03", "UTH-10", "UTH-11", "UTH-12", "UTH-13", "UTH-14", "UTH-15", "UTH-16", "UTH-17", "UTH-18", "UTH-19", "UTH-N01", "UTH-N02",
	}},
}

// bodies breaks the schema of whole request bodies: each keyword at any depth, over each span for itself; a span
// also comes one microversion too early and too late.
func bodies(b *book) error {
	for _, o := range broken {
		if o.service != b.name {
			continue
		}
		b.body(o)
	}
	return nil
}

func (b *book) body(o body) {
	at := []string{"requestBody", "content", "application/json"}
	place := b.place(o.operation)
	spans := b.spans(func(tree map[string]any) any {
		s := dig(place.of(tree), append(slices.Clone(at), "schema")...)
		if s == nil {
			return nil
		}
		return inline(tree, s, 0)
	})
	target := place.target(at...)
	put := func(schema any) []openapi.OverlayAction {
		return []openapi.OverlayAction{remove(below(target, "schema")), update(target, map[string]any{"schema": schema})}
	}
	add := func(l loosened, s span, schema any) {
		b.add(Mutant{
			ID: fmt.Sprintf("request/%s/%s@%s", o.operation, l.name, s.from), Class: Request, Broken: l.broken, Requirements: o.requirements,
			rule: fingerprint(s.value) + b.end(s), At: []openapi.Version{s.from}, code: b.altered(s, put(schema)...),
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
		add(loosened{name: "early", broken: fmt.Sprintf("%s at %s has the body of %s", o.operation, p, s.from)}, span{from: p, until: p, value: s.value}, s.value)
		add(loosened{name: "late", broken: fmt.Sprintf("%s at %s still has the body of %s", o.operation, s.from, p)}, span{from: s.from, until: s.from, value: s.value}, spans[i-1].value)
	}
}
