//go:build unix

package intake_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/intake"
)

// folder has one of each.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(in("ten"), []byte("0123456789"), 0o600))
	require.NoError(t, os.WriteFile(in("empty"), nil, 0o600))
	require.NoError(t, os.Mkdir(in("below"), 0o700))
	require.NoError(t, os.Symlink("ten", in("link")))
	require.NoError(t, os.Symlink("/dev/zero", in("to-zero")))
	require.NoError(t, os.Symlink("nowhere", in("dangling")))
	require.NoError(t, os.Symlink("below", in("to-below")))
	require.NoError(t, syscall.Mkfifo(in("pipe"), 0o600))
	sparse, err := os.Create(in("sparse"))
	require.NoError(t, err)
	require.NoError(t, sparse.Truncate(1<<40))
	require.NoError(t, sparse.Close())
	return dir
}

func TestWhatIsOpenedIsARegularFileOfBoundedSize(t *testing.T) {
	dir := folder(t)
	for _, row := range []struct {
		name        string
		most        int64
		user, alien error // of ReadFile and of ReadIn
		text        string
	}{
		{"ten", 10, nil, nil, "0123456789"},
		{"ten", 11, nil, nil, "0123456789"},
		{"ten", 9, intake.ErrTooLarge, intake.ErrTooLarge, ""},
		{"empty", 0, nil, nil, ""},
		{"below", 10, intake.ErrNoFile, intake.ErrNoFile, ""},
		{"link", 10, nil, intake.ErrLink, "0123456789"},
		{"to-zero", 10, intake.ErrNoFile, intake.ErrLink, ""},
		{"dangling", 10, fs.ErrNotExist, intake.ErrLink, ""},
		{"nowhere", 10, fs.ErrNotExist, fs.ErrNotExist, ""},
		{"pipe", 10, intake.ErrNoFile, intake.ErrNoFile, ""},
		{"sparse", 1 << 20, intake.ErrTooLarge, intake.ErrTooLarge, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			text, err := intake.ReadFile(filepath.Join(dir, row.name), row.most)
			require.ErrorIs(t, err, row.user)
			assert.Equal(t, row.text, string(text))
			text, err = intake.ReadIn(dir, row.name, row.most)
			require.ErrorIs(t, err, row.alien)
			if err == nil {
				assert.Equal(t, row.text, string(text))
			}
		})
	}
	_, err := intake.ReadFile("/dev/zero", 10)
	require.ErrorIs(t, err, intake.ErrNoFile)
	assert.Contains(t, err.Error(), "/dev/zero is a device, not a regular file")
}

func TestFoldersOfOthers(t *testing.T) {
	dir := folder(t)
	at, err := intake.Folder(dir, "below")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "below"), at)
	_, err = intake.Folder(dir, "to-below")
	require.ErrorIs(t, err, intake.ErrLink)
	_, err = intake.Folder(dir, "nowhere")
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = intake.Folder(dir, "ten")
	require.Error(t, err)
}

func TestABoundIsReachedAndNotPassed(t *testing.T) {
	for _, row := range []struct {
		text string
		most int64
		err  error
	}{{"abc", 3, nil}, {"abc", 4, nil}, {"abc", 2, intake.ErrTooLarge}, {"", 0, nil}, {"a", 0, intake.ErrTooLarge}} {
		got, err := io.ReadAll(intake.Bounded(strings.NewReader(row.text), "it", row.most))
		require.ErrorIs(t, err, row.err)
		assert.Equal(t, row.text[:min(int64(len(row.text)), row.most)], string(got))
	}
	in := intake.Bounded(strings.NewReader("abc"), "it", 1)
	for range 2 {
		_, err := io.ReadAll(in)
		assert.ErrorIs(t, err, intake.ErrTooLarge, "and stays so")
	}
}

func TestUnpackEndsWhereNoHonestTextWould(t *testing.T) {
	for _, row := range []struct {
		name  string
		zeros int64
		most  int64
		err   error
	}{
		{"fits", 1 << 20, 1 << 20, nil},
		{"one byte too many", 1<<20 + 1, 1 << 20, intake.ErrTooLarge},
		{"a bomb", 200 << 20, 1 << 40, intake.ErrTooLarge},
	} {
		t.Run(row.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.gz")
			require.NoError(t, os.WriteFile(path, zeros(t, row.zeros), 0o600))
			f, err := intake.Open(path, 1<<20)
			require.NoError(t, err)
			in, err := intake.Unpack(f, path, row.most)
			require.NoError(t, err)
			defer in.Close()
			n, err := io.Copy(io.Discard, in)
			require.ErrorIs(t, err, row.err)
			assert.LessOrEqual(t, n, int64(80<<20))
		})
	}
}

func zeros(t *testing.T, n int64) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.CopyN(z, endless{}, n)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
