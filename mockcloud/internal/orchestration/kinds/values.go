package kinds

import (
	"slices"

	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// noneKind is a type without behaviour: it allows any property.
func noneKind() *kind.Kind { return &kind.Kind{} }

// valueOf is a type that only stores a value.
func valueOf() *kind.Kind {
	return &kind.Kind{
		Shows: func(t *kind.Task) map[string]any { return map[string]any{"value": t.Resource.Properties["value"]} },
		Does:  map[string]kind.Handler{record.Update: {}},
	}
}

// randomProperties are the properties of a random text.
type randomProperties struct {
	Length    int                 `json:"length"`
	Classes   objects[randomRule] `json:"character_classes"`
	Sequences objects[randomRule] `json:"character_sequences"`
}

// randomRule is the minimum number of characters of a kind.
type randomRule struct {
	Min int `json:"min"`
}

// randomString is a random text, which stays the same for the lifetime of the resource.
func randomString() *kind.Kind {
	return &kind.Kind{
		Check: func(c *kind.Checking) *kind.Complaint {
			p := decodeProperties[randomProperties](c.Properties)
			least := 0
			for _, rule := range slices.Concat(p.Classes, p.Sequences) {
				least += rule.Min
			}
			if c.Properties["character_classes"] == nil && c.Properties["character_sequences"] == nil {
				least = 1
			}
			if p.Length < least {
				return &kind.Complaint{Text: "Length property cannot be smaller than combined character class and character sequence minimums"}
			}
			return nil
		},
		Does: map[string]kind.Handler{record.Create: {Begin: func(t *kind.Task) *kind.Failure {
			p := decodeProperties[randomProperties](t.Resource.Properties)
			t.Resource.Data = map[string]any{"value": t.Env.IDs.Secret(p.Length)}
			return nil
		}}},
		RefersBy: func(_ *pipeline.Exchange, r *state.StackResource) any { return r.Data["value"] },
		Shows:    func(t *kind.Task) map[string]any { return map[string]any{"value": t.Resource.Data["value"]} },
	}
}
