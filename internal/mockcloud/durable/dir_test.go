package durable_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"plumbline/internal/mockcloud/durable"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/state/engine"
)

func TestADirectoryThatCannotBeUsed(t *testing.T) {
	held, err := durable.Open(filepath.Join(t.TempDir(), "held"))
	require.NoError(t, err)
	defer held.Close() //nolint:errcheck // nothing to lose
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(path, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(path, durable.File), []byte(content), 0o600))
		return path
	}
	database := func(name, bucket, key, value string) string {
		path := write(name, "")
		db, err := bbolt.Open(filepath.Join(path, durable.File), 0o600, nil)
		require.NoError(t, err)
		require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucket([]byte(bucket))
			require.NoError(t, err)
			return b.Put([]byte(key), []byte(value))
		}))
		require.NoError(t, db.Close())
		return path
	}
	for _, tc := range []struct {
		name, path string
		is         error
		says       string
	}{
		{"another program's database", database("other", "theirs", "a", "b"), durable.ErrFormat, "belongs to another program"},
		{
			"another format", database("v9", "plumbline", "format", "plumbline/state/v9"), durable.ErrFormat,
			`it says "plumbline/state/v9" and this plumbline writes "plumbline/state/v2"; use the plumbline that wrote it`,
		},
		{"no database", write("text", string(make([]byte, 20000))), durable.ErrDamaged, "its beginning is not that of a state file"},
		{"a file in its place", filepath.Join(write("file", "x"), durable.File), nil, "name one that can be written"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := durable.Open(tc.path)
			require.ErrorContains(t, err, tc.says)
			assert.ErrorContains(t, err, tc.path, "it says which directory")
			if tc.is != nil {
				assert.ErrorIs(t, err, tc.is)
			}
		})
	}
}

func TestADirectoryIsForOneProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	d, err := durable.Open(path)
	require.NoError(t, err)
	_, err = durable.Open(path)
	require.ErrorIs(t, err, durable.ErrInUse)
	assert.ErrorContains(t, err, "stop that one, or name another directory")
	require.NoError(t, d.Close())
	d, err = durable.Open(path)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	for name, mode := range map[string]os.FileMode{path: 0o700 | os.ModeDir, filepath.Join(path, durable.File): 0o600} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, mode, info.Mode(), "%s has passwords and tokens in it", name)
	}
}

// JSON leaves fields out that are not exported.
func TestWhatWouldBeLostIsRefused(t *testing.T) {
	d, err := durable.Open(t.TempDir())
	require.NoError(t, err)
	defer d.Close() //nolint:errcheck // nothing to lose
	type secretive struct{ hidden string }
	err = d.Save([]engine.Row{{Table: "events", ID: "1", Record: &state.Event{Serial: 1, Payload: secretive{"x"}}}})
	require.ErrorContains(t, err, "has a field hidden that cannot be saved")
}
