package kinds

import (
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/orchestration/kind"
)

// Each type has its file, and each file its type; join says so of those that have not.
func TestEachTypeHasItsData(t *testing.T) {
	all, err := All()
	require.NoError(t, err)
	files, err := fs.Glob(data, "data/*.yaml")
	require.NoError(t, err)
	assert.Len(t, files, len(behaviours()))
	for name := range behaviours() {
		require.Contains(t, all.ByName, name)
	}
	assert.True(t, all.ByName["OS::Nova::Server"].Properties["flavor"].Required)
	assert.Equal(t, 32.0, all.ByName["OS::Heat::RandomString"].Properties["length"].ByDefault, "numbers are those of JSON")
	assert.Nil(t, all.ByName["OS::Heat::None"].Properties, "it takes any")
}

func TestDataThatCannotBe(t *testing.T) {
	for name, row := range map[string]struct{ text, says string }{
		"an unknown key": {
			"type: A\nproperties:\n  p: {type: String, requird: true}\n",
			"data/a.yaml: yaml: unmarshal errors:\n  line 3: field requird not found in type kind.Property",
		},
		"an unknown type": {
			"type: A\nproperties:\n  o: {type: String}\n  p: {type: Text}\n",
			`data/a.yaml:4: properties.p.type: "Text" is none of Any, String, Integer, Number, Boolean, Map, List`,
		},
		"a default of no use": {
			"type: A\nproperties:\n  p: {type: String, required: true, default: a}\n",
			"data/a.yaml:3: properties.p.default: what is required has no default",
		},
		"a default out of range": {
			"type: A\nproperties:\n  p:\n    type: Integer\n    range: {max: 3}\n    default: 4\n",
			"data/a.yaml:6: properties.p.default: 4 is out of range (min: None, max: 3)",
		},
		"a default of its own": {
			"type: A\nproperties:\n  p: {type: String, default: a, allowed_values: [b]}\n",
			`data/a.yaml:3: properties.p.default: "a" is not an allowed value ["b"]`,
		},
		"properties of a list": {
			"type: A\nproperties:\n  p:\n    type: List\n    properties: {q: {type: Any}}\n",
			"data/a.yaml:5: properties.p.properties: only a Map has properties",
		},
		"deep inside": {"type: A\nproperties:\n  p:\n    type: List\n    items:\n      type: Map\n      " +
			"properties:\n        q: {type: Any, range: {min: 1}}\n", "data/a.yaml:8: properties.p.items.properties.q.range: " +
			"only a number has a range"},
		"no properties": {"type: A\n", "data/a.yaml:1: properties: a type has properties, or any_property: true"},
		"no type":       {"any_property: true\n", "data/a.yaml:1: type: the resource type's name is missing"},
		"an undescribed attribute": {
			"type: A\nany_property: true\nattributes:\n  b: ''\n",
			"data/a.yaml:4: attributes.b: a description is missing",
		},
		"no such type": {"type: B\nany_property: true\n", "data/a.yaml: type: there is no code for B"},
		"two of them":  {"type: A\nany_property: true\n", "data/b.yaml: type: A is in data/a.yaml already"},
		"none":         {"", "A has no file in data"},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			if row.text != "" {
				files["data/a.yaml"] = &fstest.MapFile{Data: []byte(row.text)}
			}
			if name == "two of them" {
				files["data/b.yaml"] = files["data/a.yaml"]
			}
			_, err := join(files, map[string]*kind.Kind{"A": {}})
			require.Error(t, err)
			assert.Equal(t, row.says, fmt.Sprint(err))
		})
	}
}
