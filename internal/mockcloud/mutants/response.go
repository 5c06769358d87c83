package mutants

import (
	"fmt"
	"maps"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
)

// shownBy are the views whose fields are broken: all fields of the answer to a rebuild, and those of a shown server that rows look
// at.
const (
	rebuiltView = "ServerRebuilt"
	shownView   = "Server"
)

// observed are the fields of a shown server that rows look at, with their requirements.
var observed = map[string][]string{
	"id": {"RKP-02"}, "addresses": {"RKP-02"}, "image": {"RKP-03", "RKP-04"}, "user_id": {"RKP-08"}, "key_name": {"RKP-01"},
	"status": {"RKP-24", "RKP-25", "RKP-N06"}, "fault": {"RKP-N16"},
	"name": {"RKP-26"}, "metadata": {"RKP-26"}, "description": {"RKP-26"}, "accessIPv4": {"RKP-26"}, "accessIPv6": {"RKP-26"},
	"OS-DCF:diskConfig": {"RKP-26"}, "OS-EXT-SRV-ATTR:user_data": {"RKP-26"}, "OS-EXT-SRV-ATTR:hostname": {
		"RKP-26",
	}, "trusted_image_certificates": {"RKP-26"},
}

func response(b *deriver) error {
	newest := b.trees[len(b.trees)-1]
	for _, name := range b.fields(rebuiltView) {
		b.rebuiltField(name)
	}
	for _, name := range slices.Sorted(maps.Keys(observed)) {
		if valueBelow(newest, "components", "schemas", shownView, "properties", name) == nil {
			return fmt.Errorf("a server has no field %s", name)
		}
		for _, s := range b.field(shownView, name) {
			if s.until != b.chain.Max() {
				continue
			}
			b.add(Mutant{
				ID: "response/servers.show/" + name + ".missing", Class: classResponse, Requirements: observed[name],
				Broken: fmt.Sprintf("a server that is shown has no %s", name), code: b.alterDocuments(s,
					b.withoutField(shownView, name, s)...), rule: s.from.String(),
			})
		}
		b.add(Mutant{
			ID: "response/servers.show/" + name + ".stale", Class: classResponse, Requirements: observed[name],
			Broken: fmt.Sprintf("after a rebuild a server shows %s as it was before", name), code: staleAfterwards(name),
		})
	}
	for _, status := range []int{200, 201, 204} {
		b.add(Mutant{
			ID: fmt.Sprintf("response/servers.rebuild/status-%d", status), Class: classResponse, Requirements: []string{"RKP-22"},
			Broken: fmt.Sprintf("a rebuild that is accepted is answered %d", status), code: withStatus("servers.rebuild", status),
		})
	}
	b.add(Mutant{
		ID: "response/servers.rebuild/location-missing", Class: classResponse, Requirements: []string{"RKP-02"},
		Broken: "the answer to a rebuild has no Location header", wire: &wire{answer: dropHeader("Location", onActions)},
	})
	return nil
}

// fields lists the fields that a view has at any microversion.
func (b *deriver) fields(view string) []string {
	names := map[string]bool{}
	for _, tree := range b.trees {
		fields, _ := valueBelow(tree, "components", "schemas", view, "properties").(map[string]any)
		for name := range fields {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// field finds the spans in which a view has a field, and who may see it.
func (b *deriver) field(view, name string) []span {
	return b.spans(func(tree map[string]any) any {
		f, there := valueBelow(tree, "components", "schemas", view, "properties", name).(map[string]any)
		if !there {
			return nil
		}
		return map[string]any{"rule": f["x-openstack-field-policy"]}
	})
}

func (b *deriver) rebuiltField(name string) {
	id := "response/servers.rebuild/" + name
	spans := b.field(rebuiltView, name)
	requirements := answerRequirements(name)
	for i, s := range spans {
		b.add(Mutant{
			ID: fmt.Sprintf("%s.missing@%s", id,
				s.from), Class: classResponse, About: []string{name}, Requirements: requirements, At: []openapi.Version{s.from}, rule: b.endInWords(s),
			Broken: fmt.Sprintf("the answer to a rebuild has no %s from %s to %s", name, s.from, b.endInWords(s)), code: b.alterDocuments(s,
				b.withoutField(rebuiltView, name, s)...),
		})
		schema := valueBelow(b.trees[slices.Index(b.at, s.from)], "components", "schemas", rebuiltView, "properties", name)
		if rule := valueBelow(schema, "x-openstack-field-policy"); rule != nil {
			b.add(Mutant{
				ID: fmt.Sprintf("%s.for-everybody@%s", id,
					s.from), Class: classResponse, About: []string{name}, Requirements: requirements, At: []openapi.Version{s.from}, rule: b.endInWords(s),
				Broken: fmt.Sprintf("the answer to a rebuild shows %s to everybody from %s to %s", name, s.from, b.endInWords(s)),
				code: b.alterDocuments(s, remove(jsonPathBelow("$", "components", "schemas", rebuiltView, "properties", name,
					"x-openstack-field-policy"))),
			})
		}
		p, ok := b.before(s.from)
		if !ok {
			continue
		}
		first := i == 0 || spans[i-1].until != p
		fields := jsonPathBelow("$", "components", "schemas", rebuiltView, "properties")
		early := []overlay.OverlayAction{update(fields, map[string]any{name: inline(b.trees[slices.Index(b.at, s.from)], schema, 0)})}
		if !first {
			early = append([]overlay.OverlayAction{remove(jsonPathBelow(fields, name))}, early...)
		}
		b.add(Mutant{
			ID: fmt.Sprintf("%s.early@%s", id, s.from), Class: classResponse, About: []string{name}, Requirements: requirements,
			At: []openapi.Version{p},
			Broken: fmt.Sprintf("the answer to a rebuild has %s of %s at %s already", name, s.from,
				p), code: b.alterDocuments(span{from: p, until: p}, early...),
		})
	}
	if len(b.field(shownView, name)) == 0 {
		return // no row has seen the previous value
	}
	b.add(Mutant{
		ID: id + ".stale", Class: classResponse, About: []string{
			name,
			"every other parameter",
		}, Requirements: append(slices.Clone(requirements), "RKP-26"),
		Broken: fmt.Sprintf("the answer to a rebuild shows %s as it was before", name), code: staleAtOnce(name),
	})
}

// withoutField removes a field from a view, and from its required ones.
func (b *deriver) withoutField(view, name string, s span) []overlay.OverlayAction {
	target := jsonPathBelow("$", "components", "schemas", view)
	actions := []overlay.OverlayAction{remove(jsonPathBelow(target, "properties", name))}
	required, _ := valueBelow(b.trees[slices.Index(b.at, s.from)], "components", "schemas", view, "required").([]any)
	if slices.Contains(required, any(name)) {
		actions = append(actions, remove(target+".required[?@ == '"+name+"']"))
	}
	return actions
}

func answerRequirements(name string) []string {
	if name == "key_name" {
		return []string{"RKP-01", "RKP-06", "RKP-16"}
	}
	return []string{"RKP-01", "RKP-06"}
}

func withStatus(operation string, status int) func() (pipeline.Mutant, error) {
	return func() (pipeline.Mutant, error) {
		return pipeline.Mutant{Tamper: func(op string, was int, value any) (int, any) {
			if op == operation && was < 300 {
				return status, value
			}
			return was, value
		}}, nil
	}
}
