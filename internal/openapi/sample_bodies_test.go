package openapi

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/schema"
)

// sampler draws values that a ref-free schema allows, as far as it knows how.
type sampler struct {
	t *rapid.T
	// stuck names the patterns for which it has no text.
	stuck []string
}

// texts are tried in turn for patterns and formats.
var texts = []string{
	"a", "", "1", "0", "ab", "key", "2.1", "v2.1", "v3.14", "2020-01-01T00:00:00Z", "70a599e0-31e7-49b7-b260-868f441e862b",
	"70a599e031e749b7b260868f441e862b", "1.2.3.4", "::1",
	"http://cloud/v2.1", "00:16:3e:00:00:01", "/dev/vda", "ACTIVE", "YWI=", "req-70a599e0-31e7-49b7-b260-868f441e862b",
	"self", "10.0.0.0/24", "aa:bb",
}

func (s *sampler) value(m map[string]any) any {
	if m["nullable"] == true && rapid.Bool().Draw(s.t, "null") {
		return nil
	}
	if enum := node.List(m, "enum"); len(enum) > 0 {
		return rapid.SampledFrom(enum).Draw(s.t, "enum")
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if alternatives := node.List(m, key); len(alternatives) > 0 {
			chosen := node.Object(rapid.SampledFrom(alternatives).Draw(s.t, key))
			return s.value(chosen)
		}
	}
	switch node.Text(m, "type") {
	case "string":
		return s.text(m)
	case "integer", "number":
		low, _ := m["minimum"].(float64)
		return low + float64(rapid.IntRange(0, 3).Draw(s.t, "number"))
	case "boolean":
		return rapid.Bool().Draw(s.t, "bool")
	case "array":
		return s.array(m)
	case "object":
		return s.object(m)
	}
	if all := node.List(m, "allOf"); len(all) > 0 {
		return s.value(node.Object(all[len(all)-1]))
	}
	return rapid.SampledFrom([]any{nil, "x", 1.0, true, map[string]any{}, []any{}}).Draw(s.t, "any")
}

func (s *sampler) text(m map[string]any) any {
	start := rapid.IntRange(0, len(texts)-1).Draw(s.t, "text")
	all := append(node.List(m, "allOf"), node.List(m, "oneOf")...)
	for i := range texts {
		candidate := texts[(start+i)%len(texts)]
		if fits(candidate, m) && !slices.ContainsFunc(all, func(e any) bool { return !fits(candidate, node.Object(e)) }) {
			return candidate
		}
	}
	s.stuck = append(s.stuck, fmt.Sprint(m["pattern"], " ", m["format"]))
	return "?"
}

func fits(candidate string, m map[string]any) bool {
	one := &schema.Schema{}
	one.Regexps = map[string]*regexp.Regexp{}
	k, err := one.Build(m, "")
	if err != nil {
		return false
	}
	x := schema.Explainer{Schema: one, Limit: 1}
	x.Visit(k, candidate)
	return len(x.Found) == 0
}

func (s *sampler) array(m map[string]any) any {
	low, _ := m["minItems"].(float64)
	high, limited := m["maxItems"].(float64)
	if !limited {
		high = low + 2
	}
	n := rapid.IntRange(int(low), int(min(high, low+2))).Draw(s.t, "entries")
	if m["uniqueItems"] == true {
		n = min(n, max(1, int(low)))
	}
	out := make([]any, n)
	for i := range out {
		out[i] = s.value(node.Object(m, "items"))
	}
	return out
}

func (s *sampler) object(m map[string]any) any {
	out := map[string]any{}
	required := node.Strings(m, "required")
	high, limited := m["maxProperties"].(float64)
	for _, name := range node.SortedKeys(node.Object(m, "properties")) {
		if slices.Contains(required, name) || (!limited && rapid.Bool().Draw(s.t, name)) {
			out[name] = s.value(node.Object(m, "properties", name))
		}
	}
	for _, name := range required { // what an open object must have without listing it
		if _, given := out[name]; !given && m["additionalProperties"] != false {
			out[name] = "?"
		}
	}
	low, _ := m["minProperties"].(float64)
	extra := node.Object(m, "additionalProperties")
	for i := 0; len(out) < int(low) || (extra != nil && i == 0 && (!limited || len(out) < int(high))); i++ {
		if extra != nil {
			out[fmt.Sprintf("k%d", i)] = s.value(extra)
			continue
		}
		names := node.SortedKeys(node.Object(m, "properties"))
		if i >= len(names) {
			break
		}
		out[names[i]] = s.value(node.Object(m, "properties", names[i]))
	}
	return out
}

// TestAnswersDrawnFromTheDocumentsAreValid draws answers of every operation from its own schema: the schemas can be
// satisfied, kin-openapi agrees, and projection keeps an answer whole that is valid already.
func TestAnswersDrawnFromTheDocumentsAreValid(t *testing.T) {
	for _, service := range Services() {
		c, err := Builtin(service, Specified)
		require.NoError(t, err)
		d, err := c.At(c.Max())
		require.NoError(t, err)
		for _, op := range d.Operations() {
			for _, status := range op.Success() {
				r := op.Response(status)
				if r.Schema == nil {
					continue
				}
				declared, err := d.Resolve(node.Object(op.Tree, "responses", fmt.Sprint(status)))
				require.NoError(t, err)
				inlined, err := d.Inline(JsonContent(node.Object(declared, "content"))["schema"], 0)
				require.NoError(t, err)
				t.Run(fmt.Sprint(service, " ", op.ID, " ", status), func(t *testing.T) {
					drawn, stuck := 0, ""
					rapid.Check(t, func(rt *rapid.T) {
						s := &sampler{t: rt}
						v := s.value(node.Object(inlined))
						if len(s.stuck) > 0 {
							stuck = s.stuck[0]
							return
						}
						drawn++
						for _, found := range r.Schema.CheckAll(v, 5) {
							rt.Errorf("%v in %v", found, v)
						}
						assert.Equal(rt, v, op.Project(status, v, nil))
					})
					assert.Positive(t, drawn, "no text is known that fits %s: add one to texts", stuck)
				})
			}
		}
	}
}

// TestKinAndTheWordsAgree spoils drawn requests: one refuses exactly when the other does.
func TestKinAndTheWordsAgree(t *testing.T) {
	for _, service := range Services() {
		c, err := Builtin(service, Shipped)
		require.NoError(t, err)
		d, err := c.At(c.Max())
		require.NoError(t, err)
		for _, op := range d.Operations() {
			b := op.Body()
			if b == nil || b.Schema == nil {
				continue
			}
			declared, err := d.Resolve(node.Object(op.Tree, "requestBody"))
			require.NoError(t, err)
			inlined, err := d.Inline(JsonContent(node.Object(declared, "content"))["schema"], 0)
			require.NoError(t, err)
			t.Run(fmt.Sprint(service, " ", op.ID), func(t *testing.T) {
				rapid.Check(t, func(rt *rapid.T) {
					v := spoil(rt, (&sampler{t: rt}).value(node.Object(inlined)), rapid.IntRange(0, 2).Draw(rt, "spoilt"))
					refused := b.Schema.Kin.VisitJSON(v, schema.KinOptions...) != nil || !b.Schema.Keys.Allows(v)
					x := schema.Explainer{Schema: b.Schema, Limit: 1}
					x.Visit(b.Schema.Kin, v)
					if refused != (len(x.Found) > 0) {
						rt.Fatalf("refused is %v, found %v in %v", refused, x.Found, v)
					}
					if refused == b.Schema.Fits(b.Schema.Kin, v) {
						rt.Fatalf("refused is %v, and so is whether it fits: %v", refused, v)
					}
				})
			})
		}
	}
}

// spoil changes up to n places of a value.
func spoil(t *rapid.T, v any, n int) any {
	if n == 0 {
		return v
	}
	strange := []any{nil, "", " ", strings.Repeat("x", 300), 1.5, -1.0, true, map[string]any{"x": 1.0}, []any{1.0, "a"}, []any{}}
	switch v := v.(type) {
	case map[string]any:
		keys := node.SortedKeys(v)
		switch rapid.IntRange(0, 3).Draw(t, "how") {
		case 0:
			v["stranger"] = rapid.SampledFrom(strange).Draw(t, "strange")
			return spoil(t, v, n-1)
		case 1:
			if len(keys) > 0 {
				delete(v, rapid.SampledFrom(keys).Draw(t, "gone"))
			}
			return spoil(t, v, n-1)
		case 2:
			if len(keys) > 0 {
				key := rapid.SampledFrom(keys).Draw(t, "key")
				v[key] = spoil(t, v[key], n)
			}
			return v
		}
	case []any:
		if len(v) > 0 && rapid.Bool().Draw(t, "below") {
			v[0] = spoil(t, v[0], n)
			return v
		}
	}
	return rapid.SampledFrom(strange).Draw(t, "strange")
}
