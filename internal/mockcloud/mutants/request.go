package mutants

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
)

// rebuildBody is the place of the schema of a rebuild's body.
var rebuildBody = []string{"components", "schemas", "Rebuild"}

// requestSchema breaks the schema of a rebuild's body, property by property and, if a property changes with a microversion, in each
// span separately. A property also begins to exist one microversion too early and too late.
func requestSchema(b *deriver) error {
	target := jsonPathBelow("$", rebuildBody...)
	whole := b.spans(func(tree map[string]any) any {
		r, _ := valueBelow(tree, rebuildBody...).(map[string]any)
		frame := maps.Clone(r)
		delete(frame, "properties")
		return frame
	})
	for _, s := range whole {
		for _, l := range loosen(s.value.(map[string]any), "a rebuild") {
			b.add(b.requestMutant("rebuild", l, s, b.replaced(target, s.value, l.schema)...))
		}
	}
	names := map[string]bool{}
	for _, tree := range b.trees {
		for name := range valueBelow(tree, append(slices.Clone(rebuildBody), "properties")...).(map[string]any) {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		b.requestProperty(rebuildBody, name, func(l loosened, s span, actions ...overlay.OverlayAction) {
			b.add(b.requestMutant(name, l, s, actions...))
		})
	}
	return nil
}

// replaced removes the keywords that differ and sets the new ones.
func (b *deriver) replaced(target string, was, is any) (actions []overlay.OverlayAction) {
	before, after := was.(map[string]any), is.(map[string]any)
	fresh := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if fingerprint(before[key]) == fingerprint(after[key]) {
			continue
		}
		actions = append(actions, remove(jsonPathBelow(target, key)))
		if v, still := after[key]; still {
			fresh[key] = v
		}
	}
	if len(fresh) > 0 {
		actions = append(actions, update(target, fresh))
	}
	return actions
}

// requestProperty breaks one property of a schema in each span separately, and makes it begin and end at other microversions.
func (b *deriver) requestProperty(schema []string, name string, report func(loosened, span, ...overlay.OverlayAction)) {
	target := jsonPathBelow("$", schema...)
	spans := b.spans(func(tree map[string]any) any {
		v := valueBelow(tree, append(slices.Clone(schema), "properties", name)...)
		if v == nil {
			return nil
		}
		return inline(tree, v, 0)
	})
	field := jsonPathBelow(target, "properties", name)
	put := func(schema any) overlay.OverlayAction {
		return update(jsonPathBelow(target, "properties"), map[string]any{name: schema})
	}
	for i, s := range spans {
		for _, l := range loosen(s.value.(map[string]any), name) {
			report(l, s, remove(field), put(l.schema))
		}
		first := i == 0 || func() bool { p, _ := b.before(s.from); return spans[i-1].until != p }()
		if first {
			report(loosened{name: "removed", broken: "the request does not know " + name}, s, b.unknown(schema, name, s)...)
		}
		if p, ok := b.before(s.from); ok {
			early := span{from: p, until: p}
			actions := []overlay.OverlayAction{put(s.value)}
			if !first {
				actions = append([]overlay.OverlayAction{remove(field)}, actions...)
			}
			report(loosened{name: "early", broken: fmt.Sprintf("%s of %s is there at %s already", name, s.from, p), accepts: true},
				early, actions...)
			late := span{from: s.from, until: s.from}
			l := loosened{name: "late", broken: fmt.Sprintf("%s of %s is not there before the next microversion", name, s.from)}
			if first {
				report(l, late, remove(field))
			} else {
				report(l, late, remove(field), put(spans[i-1].value))
			}
		}
		if n, ok := b.after(s.until); ok && (i+1 == len(spans) || spans[i+1].from != n) {
			report(loosened{name: "outlives", broken: fmt.Sprintf("%s is still there at %s", name, n), accepts: true},
				span{from: n, until: n}, put(s.value))
		}
	}
}

// unknown removes a property, also from the list of required ones.
func (b *deriver) unknown(schema []string, name string, s span) []overlay.OverlayAction {
	target := jsonPathBelow("$", schema...)
	actions := []overlay.OverlayAction{remove(jsonPathBelow(target, "properties", name))}
	required, _ := valueBelow(b.trees[slices.Index(b.at, s.from)], append(slices.Clone(schema), "required")...).([]any)
	if slices.Contains(required, any(name)) {
		rest := slices.DeleteFunc(slices.Clone(required), func(e any) bool { return e == name })
		actions = append(actions, remove(jsonPathBelow(target, "required")))
		if len(rest) > 0 {
			actions = append(actions, update(target, map[string]any{"required": rest}))
		}
	}
	return actions
}

func (b *deriver) requestMutant(property string, l loosened, s span, actions ...overlay.OverlayAction) Mutant {
	return Mutant{
		ID: fmt.Sprintf("request/%s/%s@%s", property, l.name, s.from), Class: classRequest, Broken: l.broken,
		Requirements: requestRequirements(property, l), rule: fingerprint(s.value) +
			b.endInWords(s), At: []openapi.Version{s.from}, About: []string{property, strings.ReplaceAll(property, "_name", "")},
		code: b.alterDocuments(s, actions...),
	}
}
