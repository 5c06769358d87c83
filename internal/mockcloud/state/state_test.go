package state

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func write(s *Store, f func(x *Txn)) {
	x := s.Write()
	f(x)
	x.Commit()
}

func server(id, project string) *Server { return &Server{ID: id, ProjectID: project} }

func idsOf(all []*Server) (out []string) {
	for _, s := range all {
		out = append(out, s.ID)
	}
	return out
}

func TestATransactionIsAllOrNothing(t *testing.T) {
	s := New()
	before := s.Read()
	x := s.Write()
	Servers.Insert(x, server("b", "p"))
	Servers.Insert(x, server("a", "p"))
	assert.NotNil(t, Servers.Get(x, "a"), "it sees what it wrote by id")
	assert.Equal(t, []string{"a", "b"}, idsOf(Servers.List(x, "project", "p")), "and by index, in order")
	assert.Nil(t, Servers.Get(s.Read(), "a"), "others do not yet")
	x.Commit()
	x.Abort()
	assert.NotNil(t, Servers.Get(s.Read(), "a"))
	assert.Nil(t, Servers.Get(before, "a"), "a reader sees one moment")

	x = s.Write()
	assert.True(t, Servers.Delete(x, "a"))
	assert.False(t, Servers.Delete(x, "a"))
	assert.False(t, Servers.Delete(x, "nope"))
	assert.Nil(t, Servers.Get(x, "a"))
	Events.Insert(x, &Event{Serial: x.Next("events")})
	Notifications.Insert(x, &Notification{})
	x.Abort()
	assert.NotNil(t, Servers.Get(s.Read(), "a"))
	assert.Nil(t, Events.Next(s.Read()))
	assert.Empty(t, slices.Collect(Notifications.All(s.Read())))
}

func TestReadersCannotWrite(t *testing.T) {
	s := New()
	assert.Panics(t, func() { Servers.Insert(s.Read(), server("a", "p")) })
	assert.Panics(t, func() { s.Read().Next("x") })
	assert.Panics(t, func() { Servers.Insert(s.Write(), server("", "p")) }, "no id")
}

func TestUnderAnId(t *testing.T) {
	s := New()
	write(s, func(x *Txn) {
		for _, id := range []string{"u", "u2", "v"} {
			KeyPairs.Insert(x, &KeyPair{UserID: id, Name: "b"})
			KeyPairs.Insert(x, &KeyPair{UserID: id, Name: "a"})
		}
	})
	var names []string
	for k := range KeyPairs.ByKey(s.Read(), "user", "u") {
		names = append(names, k.UserID+"/"+k.Name)
	}
	assert.Equal(t, []string{"u/a", "u/b"}, names)
}

func TestWatches(t *testing.T) {
	s := New()
	write(s, func(x *Txn) {
		for i := range 50 {
			Servers.Insert(x, server(fmt.Sprintf("s%02d", i), "p"))
		}
		Hosts.Insert(x, &Host{Name: "h"})
	})
	look := func(f func(x *Txn)) *Watch {
		x := s.Read()
		w := x.Watch()
		f(x)
		return w
	}
	one := look(func(x *Txn) { Servers.Get(x, "s01") })
	missing := look(func(x *Txn) { Servers.Get(x, "t") })
	list := look(func(x *Txn) { Servers.List(x, "project", "p") })
	other := look(func(x *Txn) { Ports.List(x, "network", "n") })
	joined := look(func(x *Txn) { Hosts.Get(x, "h") })
	joined.Join(one)

	write(s, func(x *Txn) { Flavors.Insert(x, &Flavor{ID: "f"}) })
	for _, w := range []*Watch{one, missing, list, other, joined} {
		assert.True(t, w.Valid(), "another table")
	}
	x := s.Write()
	Servers.Insert(x, server("s01", "p"))
	x.Abort()
	assert.True(t, one.Valid(), "an aborted change is none")
	write(s, func(x *Txn) { Servers.Insert(x, server("s02", "p")) })
	assert.True(t, one.Valid())
	assert.False(t, list.Valid())
	write(s, func(x *Txn) { Servers.Insert(x, server("s01", "p")) })
	assert.False(t, one.Valid())
	assert.False(t, joined.Valid())
	write(s, func(x *Txn) { Servers.Insert(x, server("t", "q")) })
	assert.False(t, missing.Valid(), "it is there now")
	assert.True(t, other.Valid())
	write(s, func(x *Txn) {
		Ports.Insert(x, &Port{Tagged: Tagged{Standard: Standard{Owned: Owned{ID: "b"}}}, NetworkID: "n"})
	})
	assert.False(t, other.Valid())
	assert.Panics(t, func() { s.Write().Watch() })
}

func TestSnapshots(t *testing.T) {
	s := New()
	write(s, func(x *Txn) {
		Servers.Insert(x, server("a", "p"))
		Servers.Insert(x, server("b", "p"))
		x.Next("n")
		Tokens.Insert(x, &Token{ID: "old"})
	})
	snap := s.Snapshot()
	x := s.Read()
	kept := x.Watch()
	Servers.Get(x, "a")
	write(s, func(x *Txn) {
		Servers.Insert(x, server("b", "q"))
		Servers.Insert(x, server("c", "p"))
		Events.Insert(x, &Event{Serial: 1})
		x.Next("n")
		Tokens.Insert(x, &Token{ID: "new"})
	})
	for range 2 {
		s.Restore(snap, "tokens")
		x = s.Read()
		assert.Equal(t, []string{"a", "b"}, idsOf(Servers.List(x, "project", "p")))
		assert.Empty(t, Servers.List(x, "project", "q"))
		assert.Nil(t, Events.Next(x))
		assert.NotNil(t, Tokens.Get(x, "new"), "tokens were left out")
		assert.True(t, kept.Valid(), "what is the same is not touched")
	}
	x = s.Write()
	assert.Equal(t, int64(2), x.Next("n"))
	x.Abort()
	assert.Equal(t, 2, s.Read().Count()["servers"])
}

// What a server takes of its host, as a real cloud's placement has it: a root disk that is a volume counts nothing, and swap is
// rounded up to whole GiB for each server, where compute's own count of local disk rounds the sum down.
func TestWhatAServerTakesOfItsHost(t *testing.T) {
	zero := 0
	for _, row := range []struct {
		what        string
		server      Server
		disk, local int
	}{
		{"a root disk", Server{Image: "i", Flavor: FlavorCopy{Disk: 5}}, 5, 5},
		{"ephemeral disks", Server{Image: "i", Flavor: FlavorCopy{Disk: 5, Ephemeral: 2}}, 7, 7},
		{"swap of less than a GiB", Server{Image: "i", Flavor: FlavorCopy{Disk: 1, Ephemeral: 1, Swap: 100}}, 3, 2},
		{"swap of a GiB", Server{Image: "i", Flavor: FlavorCopy{Swap: 1024}}, 1, 1},
		{"swap of more than a GiB", Server{Image: "i", Flavor: FlavorCopy{Swap: 1025}}, 2, 1},
		{"no image", Server{Flavor: FlavorCopy{Disk: 5}}, 0, 0},
		{"a root volume", Server{Image: "i", Flavor: FlavorCopy{Disk: 5, Ephemeral: 2}, BlockDevices: []BlockDevice{
			{BootIndex: &zero, Destination: "volume"},
		}}, 2, 2},
	} {
		takes := row.server.Takes()
		assert.Equal(t, row.disk, takes.Disk, row.what)
		assert.Equal(t, row.local, takes.LocalDisk(), row.what)
	}
}

func TestUsage(t *testing.T) {
	s := New()
	on := func(host string, disk int) *Server {
		return &Server{ID: "a", ProjectID: "p", Image: "i", Host: host, Flavor: FlavorCopy{VCPUs: 2, RAM: 64, Disk: disk, Ephemeral: 1}}
	}
	write(s, func(x *Txn) {
		Servers.Insert(x, on("h1", 5))
		assert.Equal(t, Usage{Servers: 1, VCPUs: 2, RAM: 64, Disk: 6}, UsedOf(x, "h1"))
		Servers.Insert(x, on("h2", 5))
	})
	assert.Equal(t, Usage{}, UsedOf(s.Read(), "h1"))
	assert.Equal(t, Usage{Servers: 1, VCPUs: 2, RAM: 64, Disk: 6}, UsedOf(s.Read(), "h2"))
	write(s, func(x *Txn) { Servers.Insert(x, on("h2", 10)) })
	assert.Equal(t, Usage{Servers: 1, VCPUs: 2, RAM: 64, Disk: 11}, UsedOf(s.Read(), "h2"))
	write(s, func(x *Txn) { Servers.Insert(x, on("", 10)) })
	assert.Equal(t, Usage{}, UsedOf(s.Read(), "h2"))
	write(s, func(x *Txn) { Servers.Insert(x, on("h1", 5)) })
	assert.Equal(t, Usage{Servers: 1, VCPUs: 2, RAM: 64, Disk: 6}, UsedBy(s.Read(), "p"))
	write(s, func(x *Txn) { Servers.Delete(x, "a") })
	assert.Equal(t, Usage{}, UsedBy(s.Read(), "p"))
	assert.Equal(t, Usage{}, UsedOf(s.Read(), "h1"))
}

func TestEventsAreInTheOrderInWhichTheyAreDue(t *testing.T) {
	s := New()
	at := time.Unix(0, 0)
	write(s, func(x *Txn) {
		Events.Insert(x, &Event{Serial: 1, Due: at.Add(3), Resource: "a"})
		Events.Insert(x, &Event{Serial: 2, Due: at.Add(1), Resource: "b"})
		Events.Insert(x, &Event{Serial: 3, Due: at, Reads: 2, Resource: "a"})
		Events.Insert(x, &Event{Serial: 4, Due: at.Add(1), Resource: "a"})
	})
	serials := func(all []*Event) (out []int64) {
		for _, e := range all {
			out = append(out, e.Serial)
		}
		return out
	}
	x := s.Read()
	assert.Equal(t, []int64{2, 4, 1, 3}, serials(slices.Collect(Events.All(x))))
	assert.Equal(t, []int64{4, 1, 3}, serials(Events.List(x, "resource", "a")))
	assert.Equal(t, []int64{3}, serials(Events.List(x, "reads", "a")))
	assert.Equal(t, 1, Events.Waiting(x))
	write(s, func(x *Txn) {
		assert.True(t, Events.Delete(x, 2))
		assert.False(t, Events.Delete(x, 2))
		Events.Insert(x, &Event{Serial: 3, Due: at, Resource: "a"})
	})
	assert.Equal(t, []int64{3, 4, 1}, serials(slices.Collect(Events.All(s.Read()))))
	assert.Equal(t, int64(3), Events.Next(s.Read()).Serial)
}

// TestLikeAMap compares a table with a map after random transactions.
func TestLikeAMap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, model := New(), map[string]string{}
		for range rapid.IntRange(1, 10).Draw(rt, "transactions") {
			x, next := s.Write(), map[string]string{}
			for k, v := range model {
				next[k] = v
			}
			for range rapid.IntRange(0, 10).Draw(rt, "writes") {
				id, project := rapid.StringMatching(`[ab]{1,2}`).Draw(rt, "id"), rapid.StringMatching(`[pq]`).Draw(rt, "project")
				if rapid.Bool().Draw(rt, "delete") {
					_, was := next[id]
					require.Equal(t, was, Servers.Delete(x, id))
					delete(next, id)
				} else {
					Servers.Insert(x, server(id, project))
					next[id] = project
				}
				if rapid.Bool().Draw(rt, "look") {
					require.Equal(t, of(next, "p"), idsOf(Servers.List(x, "project", "p")))
				}
			}
			if rapid.Bool().Draw(rt, "commit") {
				x.Commit()
				model = next
			} else {
				x.Abort()
			}
			for _, project := range []string{"p", "q"} {
				require.Equal(t, of(model, project), idsOf(Servers.List(s.Read(), "project", project)))
			}
		}
	})
}

func of(m map[string]string, project string) (out []string) {
	for id, p := range m {
		if p == project {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func TestManyReadersOneWriter(t *testing.T) {
	s := New()
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 200 {
				x := s.Read()
				w := x.Watch()
				n := len(Servers.List(x, "project", "p"))
				assert.Zero(t, n%2, "servers come in pairs")
				w.Valid()
			}
		}()
	}
	for i := range 100 {
		write(s, func(x *Txn) {
			Servers.Insert(x, server(fmt.Sprint(i, "a"), "p"))
			Servers.Insert(x, server(fmt.Sprint(i, "b"), "p"))
			x.Next("n")
		})
	}
	wg.Wait()
}

func TestZones(t *testing.T) {
	s := New()
	write(s, func(x *Txn) {
		Aggregates.Insert(x, &Aggregate{ID: "1", Hosts: []string{"h1"}, Metadata: map[string]string{"availability_zone": "az1"}})
		Aggregates.Insert(x, &Aggregate{ID: "2", Hosts: []string{"h1", "h2"}})
	})
	x := s.Read()
	assert.Equal(t, "az1", ZoneOf(x, "h1"))
	assert.Equal(t, DefaultZone, ZoneOf(x, "h2"))
	assert.Empty(t, ZoneOf(x, ""))
}
