package durable_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/durable"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/mockcloud/state"
	"plumbline/mockcloud"
)

// written is a state file with servers, changes, a snapshot and pages that are free, and what can be read of it.
func written(t *testing.T) (content []byte, shows string) {
	path := t.TempDir()
	cloud, err := mockcloud.New(large(300), setup.DataDir(path))
	require.NoError(t, err)
	for range 3 {
		kept := cloud.Control().Snapshot()
		ask(t, cloud, "POST", "/volume/v3/volumes", 202, `{"volume": {"size": 1, "name": "v"}}`) // with the token of the seed
		cloud.Control().Drop(kept)
	}
	cloud.Control().Snapshot()
	shows = rows(cloud)
	require.NoError(t, cloud.Close())
	content, err = os.ReadFile(filepath.Join(path, durable.File))
	require.NoError(t, err)
	return content, shows
}

// rows are all records of a cloud, as text.
func rows(c *mockcloud.Cloud) string {
	var out strings.Builder
	for _, r := range cloudcontrol.Of(c).Rows() {
		if e, ok := r.Record.(*state.Event); ok {
			r.Record = e.Serial
		}
		if n, ok := r.Record.(*state.Notification); ok {
			r.Record = *n.Made()
		}
		text, _ := json.Marshal(r.Record)
		fmt.Fprintf(&out, "%s %s %s\n", r.Table, r.ID, text)
	}
	return out.String()
}

// TestSoakADamagedFileIsSaidToBeDamaged: cut anywhere, overwritten with anything anywhere, emptied: there is an error that says
// so and what to do, or everything is there as it was (what nobody reads may be anything). Nothing panics, and the file
// stays as it is.
func TestSoakADamagedFileIsSaidToBeDamaged(t *testing.T) {
	content, shows := written(t)
	rng := rand.New(rand.NewPCG(1, 2))
	const page = 4096
	noise := make([]byte, 3*page)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	over := func(at int, with []byte) func([]byte) []byte {
		return func(b []byte) []byte { copy(b[at:], with); return b }
	}
	type damage struct {
		name string
		do   func([]byte) []byte
		// always: it is always an error.
		always bool
	}
	damages := []damage{
		{"emptied", func([]byte) []byte { return nil }, true},
		{"text", func([]byte) []byte { return []byte("servers: []\n") }, true},
		{"random bytes", func(b []byte) []byte { return noise }, true},
		{"zeros", func(b []byte) []byte { clear(b); return b }, true},
		{"a picture", func(b []byte) []byte { return append([]byte("\x89PNG\r\n\x1a\n"), noise...) }, true},
		{"another database", func([]byte) []byte { return append([]byte("SQLite format 3\x00"), noise...) }, true},
		{"both beginnings overwritten", func(b []byte) []byte { copy(b, noise[:2*page]); return b }, true},
		{"one beginning overwritten", over(0, noise[:page]), false},
		{"the other beginning overwritten", over(page, noise[:page]), false},
		{"longer", func(b []byte) []byte { return append(b, noise...) }, false},
		{"cut by one byte", func(b []byte) []byte { return b[:len(b)-1] }, false},
	}
	pages, step, bytes := len(content)/page, 12, 40
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		step, bytes = 200, 1000
	}
	for i := 1; i < pages; i += 1 + pages/step {
		damages = append(damages,
			damage{fmt.Sprintf("cut at page %d", i), func(b []byte) []byte { return b[:i*page] }, i < pages/2},
			damage{fmt.Sprintf("cut in page %d", i), func(b []byte) []byte { return b[:i*page+100] }, i < pages/2})
		if i < 2 {
			continue
		}
		damages = append(damages,
			damage{fmt.Sprintf("page %d is noise", i), over(i*page, noise[:page]), false},
			damage{fmt.Sprintf("page %d is zeros", i), over(i*page, make([]byte, page)), false},
			damage{fmt.Sprintf("page %d is another one", i), over(i*page, content[2*page:3*page]), false},
			damage{fmt.Sprintf("page %d has another's content", i), over(i*page+16, content[3*page+16:4*page]), false})
	}
	for range bytes {
		at, with := rng.IntN(len(content)), byte(1+rng.IntN(255))
		damages = append(damages, damage{fmt.Sprintf("byte %d is another", at), func(b []byte) []byte { b[at] ^= with; return b }, false})
	}
	refused := 0
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			path := t.TempDir()
			bad := d.do(append([]byte(nil), content...))
			require.NoError(t, os.WriteFile(filepath.Join(path, durable.File), bad, 0o600))
			cloud, err := mockcloud.New(setup.DataDir(path))
			if err == nil {
				defer cloud.Close() //nolint:errcheck // nothing to lose
				require.False(t, d.always)
				require.Equal(t, shows, rows(cloud), "what can be read is what there was")
				return
			}
			refused++
			require.ErrorIs(t, err, durable.ErrDamaged)
			assert.ErrorContains(t, err, "data directory "+path+": state.db is damaged: ")
			assert.ErrorContains(t, err, "put a copy of it back, or move it away to start afresh")
			is, err := os.ReadFile(filepath.Join(path, durable.File))
			require.NoError(t, err)
			assert.Equal(t, string(bad), string(is), "it is as it was")
		})
	}
	assert.Greater(t, refused, len(damages)/3)
	t.Logf("%d damages: %d refused, in %d the bytes are of no use", len(damages), refused, len(damages)-refused)
}

// TestWhatIsNoFile in the place of the file.
func TestWhatIsNoFile(t *testing.T) {
	for name, make := range map[string]func(string) error{
		"a directory": func(file string) error { return os.Mkdir(file, 0o700) },
		"a pipe":      func(file string) error { return syscall.Mkfifo(file, 0o600) },
		"a device":    func(file string) error { return os.Symlink("/dev/zero", file) },
	} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir()
			require.NoError(t, make(filepath.Join(path, durable.File)))
			_, err := durable.Open(path)
			require.ErrorIs(t, err, durable.ErrFormat)
			assert.ErrorContains(t, err, "state.db is no regular file; name another directory")
		})
	}
}

// TestAFileThatIsDamagedWhileItIsUsed: whoever writes next is told, and nobody panics.
func TestAFileThatIsDamagedWhileItIsUsed(t *testing.T) {
	path := t.TempDir()
	cloud, err := mockcloud.New(large(300), setup.DataDir(path))
	require.NoError(t, err)
	require.NoError(t, os.Truncate(filepath.Join(path, durable.File), 8192))
	assert.NotPanics(t, func() {
		for range 3 {
			cloud.Control().Snapshot()
		}
	})
	require.ErrorIs(t, cloudcontrol.Of(cloud).SaveError(), durable.ErrDamaged)
	assert.NotEmpty(t, rows(cloud), "what is in memory goes on")
}

// TestTheFormatWithoutChecksums is read, and is another one afterwards.
func TestTheFormatWithoutChecksums(t *testing.T) {
	path := t.TempDir()
	cloud, err := mockcloud.New(setup.DataDir(path))
	require.NoError(t, err)
	shows := rows(cloud)
	require.NoError(t, cloud.Close())
	file := filepath.Join(path, durable.File)
	db, err := bbolt.Open(file, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		require.NoError(t, tx.Bucket([]byte("plumbline")).Put([]byte("format"), []byte("plumbline/state/v1")))
		tables := tx.Bucket([]byte("state"))
		return tables.ForEachBucket(func(table []byte) error {
			bare := map[string][]byte{}
			in := tables.Bucket(table)
			require.NoError(t, in.ForEach(func(id, value []byte) error {
				bare[string(id)] = append([]byte(nil), value[5:]...)
				return nil
			}))
			for id, value := range bare {
				require.NoError(t, in.Put([]byte(id), value))
			}
			return nil
		})
	}))
	require.NoError(t, db.Close())
	for range 2 {
		cloud, err = mockcloud.New(setup.DataDir(path))
		require.NoError(t, err)
		assert.Equal(t, shows, rows(cloud))
		require.NoError(t, cloud.Close())
	}
	_, err = durable.Open(path)
	require.NoError(t, err)
}
