package bundle

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func TestNothingIsHalfWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	require.NoError(t, writeAll(dir, []file{{"a", text("old a")}, {"b", text("old b")}}))
	full := errors.New("no space left on device")
	err := writeAll(dir, []file{
		{"a", text("new a")},
		{"b", func(w io.Writer) error { _, _ = io.WriteString(w, "half of b"); return full }},
	})
	require.ErrorIs(t, err, full)
	assert.EqualError(t, err, "write report: b: no space left on device (nothing was changed in "+dir+")")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2, "no temporary files are left")
	for _, e := range entries {
		kept, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		assert.Equal(t, "old "+e.Name(), string(kept))
	}
	require.NoError(t, writeAll(dir, []file{{"a", text("new a")}}))
	kept, err := os.ReadFile(filepath.Join(dir, "a"))
	require.NoError(t, err)
	assert.Equal(t, "new a", string(kept))
}

// A device that is full accepts bytes into the buffer and says so when they are flushed.
func TestWriteFileReportsWhatOnlyTheFlushFinds(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full on this system: ", err)
	}
	link := filepath.Join(t.TempDir(), "full")
	require.NoError(t, os.Symlink("/dev/full", link))
	f, err := os.OpenFile(link, os.O_WRONLY, 0)
	require.NoError(t, err)
	assert.ErrorContains(t, writeAndClose(f, text("x")), "no space left on device")
}

func TestAFolderThatCannotBeMade(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o644))
	assert.ErrorContains(t, writeAll(filepath.Join(blocked, "below"), nil), "make report folder: mkdir")
}
