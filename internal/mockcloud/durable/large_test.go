package durable_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/durable"
	"plumbline/internal/mockcloud/setup"
	"plumbline/mockcloud"
	"plumbline/mockcloud/seed"
)

// large is a seed with so many servers.
func large(servers int) mockcloud.Option {
	s := seed.Default()
	s.Servers = append(s.Servers,
		seed.Server{Name: "many", Count: servers, Project: "demo", User: "member", Flavor: "m1.tiny", Image: "cirros-a"})
	s.Tokens = append(s.Tokens, seed.Token{ID: "t", User: "member", Project: "demo"})
	return mockcloud.WithSeed(s)
}

// lives is what a cloud holds (bytes).
func lives(tb testing.TB, opts ...mockcloud.Option) (bytes uint64, close func()) {
	before := alive()
	cloud, err := mockcloud.New(opts...)
	require.NoError(tb, err)
	held := alive() - before
	return held, func() { require.NoError(tb, cloud.Close()) }
}

func alive() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestManyServersCostTheSameWithADirectory: what is saved is in memory once, at the first start and when it is read back,
// also with what has changed since; and so are snapshots.
func TestManyServersCostTheSameWithADirectory(t *testing.T) {
	const servers = 5000
	dir := setup.DataDir(t.TempDir())
	without, end := lives(t, large(servers))
	end()
	first, end := lives(t, large(servers), dir)
	end()
	again, end := lives(t, dir)
	end()
	t.Logf("bytes a server: %d without a directory, %d at the first start, %d read back", without/servers, first/servers, again/servers)
	assert.Less(t, first, without+without/10+1<<20)
	assert.Less(t, again, without+without/10+1<<20)
	cloud, err := mockcloud.New(dir)
	require.NoError(t, err)
	before := alive()
	kept := cloud.Control().Snapshot()
	cloud.Control().Reset()
	require.True(t, cloud.Control().Restore(kept))
	assert.Less(t, alive()-before+1<<30, uint64(1<<30+1<<20), "a snapshot is in memory once, too")
	require.NoError(t, cloud.Close())
	reread, end := lives(t, dir)
	end()
	assert.Less(t, reread, without+without/10+1<<20)
}

// BenchmarkManyServers starts a cloud with 100,000 servers: without a directory, with a new one, and read back.
func BenchmarkManyServers(b *testing.B) {
	const servers = 100_000
	path := b.TempDir()
	dir := setup.DataDir(path)
	for _, row := range []struct {
		name string
		opts []mockcloud.Option
		new  bool
	}{
		{"without a directory", []mockcloud.Option{large(servers)}, false},
		{"new directory", []mockcloud.Option{large(servers), dir}, true},
		{"read back", []mockcloud.Option{dir}, false},
	} {
		b.Run(row.name, func(b *testing.B) {
			var held uint64
			for b.Loop() {
				b.StopTimer()
				if row.new {
					_ = os.Remove(filepath.Join(path, durable.File))
				}
				b.StartTimer()
				bytes, end := lives(b, row.opts...)
				b.StopTimer()
				end()
				held = bytes
				b.StartTimer()
			}
			b.ReportMetric(float64(held)/servers, "bytes/server")
			if info, err := os.Stat(filepath.Join(path, durable.File)); err == nil {
				b.ReportMetric(float64(info.Size())/servers, "disk/server")
			}
		})
	}
}
