package openapi

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestADigestNamesPathsAndContents(t *testing.T) {
	digest := func(files fstest.MapFS) string {
		d, err := DigestFS(files)
		require.NoError(t, err)
		return d
	}
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	one := digest(fstest.MapFS{"a": file("x"), "b": file("y")})
	assert.Equal(t, one, digest(fstest.MapFS{"b": file("y"), "a": file("x")}))
	assert.NotEqual(t, one, digest(fstest.MapFS{"a": file("x"), "b": file("z")}))
	assert.NotEqual(t, one, digest(fstest.MapFS{"a": file("x"), "c": file("y")}))
	assert.Len(t, Digest(), 64)
}
