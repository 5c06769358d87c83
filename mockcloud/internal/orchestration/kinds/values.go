package kinds

import (
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// none stands for nothing: it has no properties of its own and takes any.
func none() *kind.Kind { return &kind.Kind{} }

// valueOf keeps a value.
func valueOf() *kind.Kind {
	return &kind.Kind{
		Shows: func(t *kind.Task) map[string]any { return map[string]any{"value": t.Resource.Properties["value"]} },
		Does:  map[string]kind.Handler{record.Update: {}},
	}
}

// randomString makes a random text, which stays for as long as the resource does.
func randomString() *kind.Kind {
	return &kind.Kind{
		Check: func(c *kind.Checking) *kind.Complaint {
			length, _ := c.Properties["length"].(float64)
			least := 0.0
			for _, key := range []string{"character_classes", "character_sequences"} {
				for _, e := range entries(c.Properties[key]) {
					n, _ := e["min"].(float64)
					least += n
				}
			}
			if c.Properties["character_classes"] == nil && c.Properties["character_sequences"] == nil {
				least = 1
			}
			if length < least {
				return &kind.Complaint{Text: "Length property cannot be smaller than combined character class and character sequence minimums"}
			}
			return nil
		},
		Does: map[string]kind.Handler{record.Create: {Begin: func(t *kind.Task) *kind.Failure {
			length, _ := t.Resource.Properties["length"].(float64)
			t.Resource.Data = map[string]any{"value": t.Env.IDs.Secret(int(length))}
			return nil
		}}},
		RefersBy: func(_ *pipeline.Exchange, r *state.StackResource) any { return r.Data["value"] },
		Shows:    func(t *kind.Task) map[string]any { return map[string]any{"value": t.Resource.Data["value"]} },
	}
}
