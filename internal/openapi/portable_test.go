package openapi

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"plumbline/internal/openapi/node"
)

// An exported schema takes the values that the document's own schema takes: every component, at the oldest and the newest
// version of each service.
func TestExportedSchemasTakeTheSameValues(t *testing.T) {
	for _, service := range Services() {
		chain, err := Builtin(service, Specified)
		require.NoError(t, err)
		for _, at := range []Version{chain.Versions()[0], chain.Max()} {
			t.Run(string(service)+" "+at.String(), func(t *testing.T) {
				t.Parallel()
				d, err := chain.At(at)
				require.NoError(t, err)
				own, err := d.WithActionsJoined()
				require.NoError(t, err)
				exported, err := d.portable()
				require.NoError(t, err)
				before, after := loaded(t, own), loaded(t, exported)
				names := node.SortedKeys(before.Components.Schemas)
				if len(names) == 0 {
					t.Skip("the service has no components that are schemas")
				}
				rapid.Check(t, func(r *rapid.T) {
					name := rapid.SampledFrom(names).Draw(r, "schema")
					own, exported := before.Components.Schemas[name], after.Components.Schemas[name]
					value := valueFor(r, own, 4)
					seen := map[*openapi3.Schema]bool{}
					first, second := asRead(own, seen).Value.VisitJSON(value), asRead(exported, seen).Value.VisitJSON(value)
					if (first == nil) != (second == nil) {
						r.Fatalf("%s and %v: the document says %v, the export %v", name, value, first, second)
					}
				})
			})
		}
	}
}

func loaded(t *testing.T, tree map[string]any) *openapi3.T {
	t.Helper()
	text, err := json.Marshal(tree)
	require.NoError(t, err)
	doc, err := openapi3.NewLoader().LoadFromData(text)
	require.NoError(t, err)
	require.NoError(t, doc.Validate(context.Background()))
	return doc
}

// asRead makes explicit how OpenAPI 3.0.3 reads a schema: without a type it takes null, too. OpenStack's own formats are put back.
func asRead(ref *openapi3.SchemaRef, seen map[*openapi3.Schema]bool) *openapi3.SchemaRef {
	if ref == nil || ref.Value == nil || seen[ref.Value] {
		return ref
	}
	s := ref.Value
	seen[s] = true
	if s.Type == nil && len(s.AllOf)+len(s.AnyOf)+len(s.OneOf)+len(s.Enum) == 0 && s.Not == nil {
		s.Nullable = true
	}
	if format, ok := s.Extensions["x-openstack-format"].(string); ok {
		s.Format = format
	}
	for _, inner := range s.Properties {
		asRead(inner, seen)
	}
	for _, list := range []openapi3.SchemaRefs{s.AllOf, s.AnyOf, s.OneOf} {
		for _, inner := range list {
			asRead(inner, seen)
		}
	}
	asRead(s.Items, seen)
	asRead(s.Not, seen)
	asRead(s.AdditionalProperties.Schema, seen)
	return ref
}

// valueFor draws a value that a schema may take, or any other one.
func valueFor(r *rapid.T, ref *openapi3.SchemaRef, deep int) any {
	if ref == nil || ref.Value == nil || deep == 0 || rapid.IntRange(0, 5).Draw(r, "anything") == 0 {
		return rapid.SampledFrom([]any{nil, "x", "", 1.0, true, "True", map[string]any{}, []any{}, []any{nil}}).Draw(r, "value")
	}
	s := ref.Value
	if len(s.Enum) > 0 {
		return rapid.SampledFrom(s.Enum).Draw(r, "enum")
	}
	for _, list := range []openapi3.SchemaRefs{s.OneOf, s.AnyOf, s.AllOf} {
		if len(list) > 0 {
			return valueFor(r, rapid.SampledFrom(list).Draw(r, "alternative"), deep-1)
		}
	}
	switch {
	case s.Type.Is("string"):
		return rapid.SampledFrom(texts).Draw(r, "text")
	case s.Type.Is("boolean"):
		return true
	case s.Type.Is("integer"), s.Type.Is("number"):
		return float64(rapid.IntRange(-1, 5).Draw(r, "number"))
	case s.Type.Is("array"):
		return []any{valueFor(r, s.Items, deep-1)}
	case s.Type.Is("object"):
		out := map[string]any{}
		for _, name := range node.SortedKeys(s.Properties) {
			if rapid.IntRange(0, 2).Draw(r, "has "+name) > 0 {
				out[name] = valueFor(r, s.Properties[name], deep-1)
			}
		}
		return out
	}
	return valueFor(r, nil, 0)
}
