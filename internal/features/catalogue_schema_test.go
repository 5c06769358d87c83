package features_test

import (
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xeipuuv/gojsonschema"
	"go.yaml.in/yaml/v3"

	texts "plumbline/features"
	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

// The schema for editors has the keys that the loader knows, and the words of its closed sets.
func TestTheSchemaOfACatalogueIsWhatTheLoaderReads(t *testing.T) {
	var s struct {
		Properties  map[string]any
		Definitions map[string]struct{ Properties map[string]any }
	}
	require.NoError(t, yaml.Unmarshal(texts.Schema, &s))
	for name, of := range map[string]any{
		"requirement": features.Requirement{}, "applies": features.Applies{}, "table": features.Table{},
		"difference": features.Difference{},
	} {
		assert.ElementsMatch(t, keys(of), names(s.Definitions[name].Properties), name)
	}
	assert.ElementsMatch(t, keys(features.Specification{}), names(s.Properties))
	for pointer, want := range map[string][]string{
		"class": textsOf(features.Classes()), "standing": textsOf(features.Standings()),
	} {
		property, _ := s.Definitions["requirement"].Properties[pointer].(map[string]any)
		if property["enum"] == nil { // a definition of its own
			var whole struct{ Definitions map[string]map[string]any }
			require.NoError(t, yaml.Unmarshal(texts.Schema, &whole))
			property = whole.Definitions[pointer]
		}
		assert.ElementsMatch(t, want, property["enum"], pointer)
	}
	service, _ := s.Properties["service"].(map[string]any)
	assert.ElementsMatch(t, textsOf(openapi.Services()), service["enum"])
}

// The embedded catalogues are valid, and what the loader refuses for its form the schema refuses, too.
func TestCataloguesAreValidBySchema(t *testing.T) {
	files, err := fs.Glob(texts.FS, "catalogue/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		text, err := fs.ReadFile(texts.FS, file)
		require.NoError(t, err)
		assert.Empty(t, validate(t, string(text)), file)
	}
	text, err := fs.ReadFile(texts.FS, files[0])
	require.NoError(t, err)
	for _, change := range [][2]string{
		{"\nprefix:", "\nprefixes:"},
		{"class: S", "class: Z"},
		{"standing: own", "standing: mine"},
		{"\ntitle:", "\n#"},
		{"holds: true", "holds: maybe"},
		{"service: compute", "service: nova"},
	} {
		broken := strings.Replace(string(text), change[0], change[1], 1)
		require.NotEqual(t, string(text), broken, change[0])
		assert.NotEmpty(t, validate(t, broken), change[1])
	}
}

func validate(t *testing.T, text string) (out []string) {
	t.Helper()
	var tree any
	require.NoError(t, yaml.Unmarshal([]byte(text), &tree))
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(texts.Schema), gojsonschema.NewGoLoader(tree))
	require.NoError(t, err)
	for _, e := range result.Errors() {
		out = append(out, e.String())
	}
	return out
}

func keys(of any) (out []string) {
	for t, i := reflect.TypeOf(of), 0; i < t.NumField(); i++ {
		if name := t.Field(i).Tag.Get("yaml"); name != "-" {
			out = append(out, name)
		}
	}
	return out
}

func names(m map[string]any) (out []string) {
	for name := range m {
		out = append(out, name)
	}
	return out
}

func textsOf[T ~string](list []T) (out []string) {
	for _, e := range list {
		out = append(out, string(e))
	}
	return out
}
