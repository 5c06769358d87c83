package mutants

import (
	"fmt"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// shownField is a field that rows look at, in the answers of an operation.
type shownField struct {
	operation, field string
	// other is the wrong value of the field; with nil it is only left out.
	other        any
	requirements []string
}

// shown are the fields that the specifications' rows look at, by service. Fields that the set-up of a row waits for (the status of
// volumes and stacks) are not included: without them no row gets to its judgement.
var shown = map[openapi.Service][]shownField{
	openapi.Compute: {
		{"hypervisors.list", "id", "00000000-0000-4000-8000-00000000000f", []string{"HYP-01", "HYP-22"}},
		{"hypervisors.list", "hypervisor_hostname", "elsewhere", []string{"HYP-01", "HYP-04", "HYP-23", "HYP-26"}},
		{"hypervisors.list", "state", "unknown", []string{"HYP-01", "HYP-22", "HYP-24"}},
		{"hypervisors.list", "status", "unknown", []string{"HYP-01", "HYP-22", "HYP-24"}},
		{"hypervisors.list", "servers", nil, []string{"HYP-01", "HYP-23"}},
		{
			"hypervisors.list", "hypervisors_links",
			[]any{map[string]any{"rel": "next", "href": "http://elsewhere.example/"}},
			[]string{"HYP-01", "HYP-23"},
		},
		{"servers.show", "OS-EXT-AZ:availability_zone", "elsewhere", []string{"UTH-12", "UTH-42", "HYP-47"}},
		{"servers.show", "OS-EXT-SRV-ATTR:host", "elsewhere", []string{"UTH-01", "UTH-14", "UTH-41", "HYP-06"}},
		{"servers.show", "pinned_availability_zone", "elsewhere", []string{"UTH-40", "UTH-42", "UTH-44"}},
		{"servers.show", "os-extended-volumes:volumes_attached", []any{}, []string{"BFV-01", "BFV-23", "UTH-68"}},
		{"volume-attachments.show", "attachment_id", "00000000-0000-4000-8000-00000000000f", []string{"BFV-11"}},
		{"volume-attachments.show", "delete_on_termination", "perhaps", []string{"BFV-26"}},
	},
	openapi.BlockStorage: {
		{"snapshots.show", "volume_id", "00000000-0000-4000-8000-00000000000f", []string{"BFV-27"}},
		{"volumes.show", "volume_image_metadata", map[string]any{}, []string{"BFV-01", "BFV-19"}},
	},
	openapi.Orchestration: {
		{"stack-resources.list", "resource_status", "ROLLBACK_FAILED", []string{"LCK-05", "LCK-33", "LCK-41", "LCK-44"}},
		{"stack-events.list", "resource_status", "ROLLBACK_FAILED", []string{"LCK-05", "LCK-33", "LCK-35"}},
		{"servers.show", "locked", false, []string{"LCK-40", "LCK-58"}},
		{"images.show", "protected", false, []string{"LCK-40", "LCK-58"}},
	},
}

// fields makes mutants whose answers lack a field, or have a wrong value in it.
func fields(b *deriver) error {
	for _, f := range shown[b.name] {
		id := "response/" + f.operation + "/" + f.field
		b.add(Mutant{
			ID: id + ".absent", Class: classResponse, Requirements: f.requirements, Broken: fmt.Sprintf("the answers of %s have no %s",
				f.operation, f.field),
			code: tampering(f.operation, func(m map[string]any) { delete(m, f.field) }),
		})
		if f.other != nil {
			b.add(Mutant{
				ID: id + ".other", Class: classResponse, Requirements: f.requirements,
				Broken: fmt.Sprintf("the answers of %s say %v in %s", f.operation, f.other, f.field),
				code: tampering(f.operation, func(m map[string]any) {
					if _, there := m[f.field]; there {
						m[f.field] = cloned(f.other)
					}
				}),
			})
		}
	}
	return nil
}

// tampering changes every object in the answers of an operation, at any depth.
func tampering(operation string, change func(map[string]any)) func() (pipeline.Mutant, error) {
	return func() (pipeline.Mutant, error) {
		return pipeline.Mutant{Tamper: func(op string, status int, value any) (int, any) {
			if op != operation || status >= 300 {
				return status, value
			}
			value = cloned(value)
			changeEverywhere(value, change)
			return status, value
		}}, nil
	}
}

func changeEverywhere(v any, change func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			changeEverywhere(e, change)
		}
		change(v)
	case []any:
		for _, e := range v {
			changeEverywhere(e, change)
		}
	}
}
