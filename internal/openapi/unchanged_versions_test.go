package openapi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/lint"
)

func TestAMicroversionThatNoDocumentShowsIsALine(t *testing.T) {
	fsys := folder()
	before, err := at(t, load(t, fsys, openapi.Shipped), "2.4").Export()
	require.NoError(t, err)
	delete(fsys, "overlays/2.4.yaml")
	fsys["unchanged.yaml"] = file("elsewhere:\n  \"2.4\": Nothing that can be seen here.\n")
	c := load(t, fsys, openapi.Shipped)
	after, err := at(t, c, "2.4").Export()
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after), "as an overlay of its own has it")
	assert.Equal(t, "Nothing that can be seen here.", at(t, c, "2.4").Change())
	assert.Empty(t, lint.Lint(c))
}

func TestUnchangedVersionsAreReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		"nowhere: {'2.4': x}":                          "nowhere",
		"elsewhere: [x]":                               "elsewhere is a map of versions to sentences",
		"elsewhere: {'2.3': x}":                        "unchanged.yaml: elsewhere \"2.3\": there is overlays/2.3.yaml, too",
		"elsewhere: {'2.4': x}\nbehaviour: {'2.4': x}": "there is unchanged.yaml: 2.4, too",
		"elsewhere: {'2.9': x}":                        "these are versions after 2.1 up to",
		"elsewhere: {'x': x}":                          "unchanged.yaml: elsewhere \"x\"",
		"elsewhere: {'2.4': ''}":                       "a version has a sentence",
	} {
		fsys := folder()
		delete(fsys, "overlays/2.4.yaml")
		fsys["unchanged.yaml"] = file(text)
		_, err := openapi.Load(fsys, openapi.Compute, openapi.Shipped)
		assert.ErrorContains(t, err, want, text)
	}
}
