package kinds

import (
	"slices"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// randomProperties are the properties of a random text.
type randomProperties struct {
	Length    int                 `json:"length"`
	Classes   objects[randomRule] `json:"character_classes"`
	Sequences objects[randomRule] `json:"character_sequences"`
}

// randomRule is the minimum number of characters of a kind.
type randomRule struct {
	Min      int    `json:"min"`
	Class    string `json:"class"`
	Sequence string `json:"sequence"`
}

// characters are the characters of a rule.
func (r randomRule) characters() string {
	if r.Sequence != "" {
		return r.Sequence
	}
	return characterClasses[r.Class]
}

const (
	lowercase = "abcdefghijklmnopqrstuvwxyz"
	uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits    = "0123456789"
)

var characterClasses = map[string]string{
	"lettersdigits": lowercase + uppercase + digits, "letters": lowercase + uppercase, "lowercase": lowercase, "uppercase": uppercase,
	"digits": digits, "hexdigits": digits + "abcdefABCDEF", "octdigits": digits[:8],
}

// randomText is a text of a length that has enough characters of each kind.
func randomText(t *kind.Task, p randomProperties) string {
	rules := slices.Concat(p.Classes, p.Sequences)
	if len(rules) == 0 {
		rules = append(rules, randomRule{Class: "lettersdigits"})
	}
	source, taken := t.Env.IDs.Secret(2*p.Length), 0
	next := func(below int) int { taken++; return int(source[taken-1]) % below }
	var out []byte
	all := ""
	for _, rule := range rules {
		from := rule.characters()
		all += from
		for range rule.Min {
			out = append(out, from[next(len(from))])
		}
	}
	for len(out) < p.Length {
		out = append(out, all[next(len(all))])
	}
	for i := len(out) - 1; i > 0; i-- {
		j := next(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
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
			t.Resource.Data = map[string]any{"value": randomText(t, p)}
			return nil
		}}},
		RefersBy: func(_ *pipeline.Exchange, r *state.StackResource) any { return r.Data["value"] },
		Shows:    func(t *kind.Task) map[string]any { return map[string]any{"value": t.Resource.Data["value"]} },
	}
}
