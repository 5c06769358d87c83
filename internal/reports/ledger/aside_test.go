package ledger

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A submission that is refused leaves the ledger as it was, with the entry that it was to replace.
func TestWhatWasToBeReplacedIsPutBack(t *testing.T) {
	root := t.TempDir()
	folder := filepath.Join(root, "compute-2.93", "zed")
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write(filepath.Join(root, suitesFile), "suites: []\n")
	write(filepath.Join(folder, entryFile), "old")
	files := func() map[string]string {
		found := map[string]string{}
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				text, _ := os.ReadFile(path)
				found[path] = string(text)
			}
			return err
		}))
		return found
	}
	before := files()
	change := func() {
		write(filepath.Join(folder, entryFile), "new")
		write(filepath.Join(folder, eventsFile), "new")
		write(filepath.Join(root, suitesFile), "suites: [new]\n")
	}

	a, err := setAside(root, folder)
	require.NoError(t, err)
	change()
	require.NoError(t, a.putBack())
	assert.Equal(t, before, files(), "refused")

	a, err = setAside(root, folder)
	require.NoError(t, err)
	change()
	require.NoError(t, a.forget())
	assert.Equal(t, "new", files()[filepath.Join(folder, entryFile)], "taken")
	assert.Len(t, files(), 3)

	first := filepath.Join(root, "compute-2.93", "other")
	a, err = setAside(root, first)
	require.NoError(t, err)
	write(filepath.Join(first, entryFile), "new")
	require.NoError(t, a.putBack())
	assert.NoDirExists(t, first, "there was none before")
}
