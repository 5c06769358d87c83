package state

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// cloud is a naive model of some tables: maps that are copied whole.
type cloud struct {
	ports map[string]*Port
	pairs map[string]*KeyPair
	count int64
	feed  []*Notification
}

func (c cloud) clone() cloud {
	c.ports, c.pairs, c.feed = maps.Clone(c.ports), maps.Clone(c.pairs), slices.Clone(c.feed)
	return c
}

// portsWith are the ports for which something holds, in the order of their ids.
func (c cloud) portsWith(holds func(*Port) bool) (out []*Port) {
	for _, id := range slices.Sorted(maps.Keys(c.ports)) {
		if holds(c.ports[id]) {
			out = append(out, c.ports[id])
		}
	}
	return out
}

// question is something that can be asked of a store and of the model.
type question struct {
	name  string
	store func(x *Txn) any
	model func(c cloud) any
}

func questions() (out []question) {
	add := func(name string, store func(x *Txn) any, model func(c cloud) any) {
		out = append(out, question{name, store, model})
	}
	add("all", func(x *Txn) any { return slices.Collect(Ports.All(x)) },
		func(c cloud) any { return c.portsWith(func(*Port) bool { return true }) })
	for _, of := range []string{"a", "ab", "b", ""} {
		add("device "+of, func(x *Txn) any { return Ports.List(x, "device", of) },
			func(c cloud) any { return c.portsWith(func(p *Port) bool { return of != "" && p.DeviceID == of }) })
		add("network "+of, func(x *Txn) any { return Ports.List(x, "network", of) },
			func(c cloud) any { return c.portsWith(func(p *Port) bool { return p.NetworkID == of }) })
		add("address "+of, func(x *Txn) any { return Ports.FirstByKey(x, "address", AddressKey("b", of)) }, func(c cloud) any {
			return (append(c.portsWith(func(p *Port) bool { return slices.Contains(addressKeys(p), AddressKey("b", of)) }), nil))[0]
		})
		add("pairs of "+of, func(x *Txn) any { return KeyPairs.List(x, "user", of) }, func(c cloud) any {
			var out []*KeyPair
			for _, id := range slices.Sorted(maps.Keys(c.pairs)) {
				if c.pairs[id].UserID == of {
					out = append(out, c.pairs[id])
				}
			}
			return out
		})
		add("port "+of, func(x *Txn) any { return Ports.Get(x, of+"1") }, func(c cloud) any { return c.ports[of+"1"] })
	}
	add("counts", func(x *Txn) any { return x.Count()[Ports.Name] + x.Count()[KeyPairs.Name] },
		func(c cloud) any { return len(c.ports) + len(c.pairs) })
	add("feed", func(x *Txn) any { return slices.Collect(Notifications.All(x)) }, func(c cloud) any { return c.feed })
	return out
}

// machine is a store beside the model, and what both have to remember.
type machine struct {
	t      *testing.T
	rt     *rapid.T
	store  *Store
	now    cloud
	snaps  []*Snapshot
	clouds []cloud
	kept   []keptAnswer
	serial int64
	// readers are transactions that go on, with what they see.
	readers []*Txn
	seen    []cloud
}

// keptAnswer is an answer that was watched.
type keptAnswer struct {
	question question
	answer   any
	watch    *Watch
}

func (m *machine) same(x *Txn, c cloud) {
	for _, q := range questions() {
		require.Equal(m.t, q.model(c), q.store(x), q.name)
	}
}

// write makes random changes in a transaction of a copy of the model.
func (m *machine) write() {
	x, c := m.store.Write(), m.now.clone()
	var saves []*Savepoint
	var saved []cloud
	name := rapid.SampledFrom([]string{"a", "ab", "b"})
	for range rapid.IntRange(0, 25).Draw(m.rt, "writes") {
		id := name.Draw(m.rt, "owner") + fmt.Sprint(rapid.IntRange(0, 30).Draw(m.rt, "id"))
		switch rapid.IntRange(0, 9).Draw(m.rt, "do") {
		case 0:
			saves, saved = append(saves, x.Save()), append(saved, c.clone())
		case 1:
			if len(saves) > 0 {
				i := rapid.IntRange(0, len(saves)-1).Draw(m.rt, "to")
				x.RollBackTo(saves[i])
				c, saves, saved = saved[i].clone(), saves[:i+1], saved[:i+1]
			}
		case 2:
			m.same(x, c)
		case 3:
			require.Equal(m.t, c.ports[id] != nil, Ports.Delete(x, id))
			delete(c.ports, id)
		case 4:
			k := &KeyPair{UserID: name.Draw(m.rt, "user"), Name: id}
			KeyPairs.Insert(x, k)
			c.pairs[KeyPairID(k.UserID, k.Name)] = k
		case 5:
			m.serial++
			c.count, c.feed = c.count+1, append(c.feed, &Notification{Serial: m.serial})
			Notifications.Insert(x, c.feed[len(c.feed)-1])
			require.Equal(m.t, c.count, x.Next("n"))
		case 6: // writing while going through
			before := slices.Collect(Ports.All(x))
			var seen []*Port
			for p := range Ports.All(x) {
				seen = append(seen, p)
				Ports.Delete(x, p.ID)
				delete(c.ports, p.ID)
				next := &Port{NetworkID: p.NetworkID}
				next.ID = p.ID + "x"
				if len(next.ID) < 6 {
					Ports.Insert(x, next)
					c.ports[next.ID] = next
				}
			}
			require.Equal(m.t, before, seen)
		default:
			p := &Port{
				NetworkID: name.Draw(m.rt, "network"), DeviceID: name.Draw(m.rt, "device"),
				FixedIPs: []FixedIP{{Address: name.Draw(m.rt, "address")}},
			}
			p.ID = id
			Ports.Insert(x, p)
			c.ports[id] = p
		}
	}
	if rapid.IntRange(0, 2).Draw(m.rt, "end") == 0 {
		x.Abort()
		return
	}
	x.Commit()
	m.now = c
}

func (m *machine) step() {
	switch rapid.IntRange(0, 5).Draw(m.rt, "step") {
	case 0:
		m.snaps, m.clouds = append(m.snaps, m.store.Snapshot()), append(m.clouds, m.now.clone())
	case 1:
		if len(m.snaps) > 0 {
			i := rapid.IntRange(0, len(m.snaps)-1).Draw(m.rt, "snapshot")
			m.store.Restore(m.snaps[i])
			m.now = m.clouds[i].clone()
		}
	case 2:
		x := m.store.Read()
		for _, q := range questions()[:len(questions())-2] { // counts and messages are not watched
			w := x.Watch()
			m.kept = append(m.kept, keptAnswer{q, q.store(x), w})
		}
	default:
		m.write()
	}
	x := m.store.Read()
	m.same(x, m.now)
	m.readers, m.seen = append(m.readers, x), append(m.seen, m.now.clone())
	for _, k := range m.kept {
		if k.watch.Valid() {
			require.Equal(m.t, k.answer, k.question.store(x), "%s is kept but not good", k.question.name)
		}
	}
}

// TestLikeAModel makes random transactions, with savepoints, beside a naive model, with snapshots between them, and
// looks whether answers that count as good are.
func TestLikeAModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := &machine{t: t, rt: rt, store: New(), now: cloud{ports: map[string]*Port{}, pairs: map[string]*KeyPair{}}}
		for range rapid.IntRange(1, 15).Draw(rt, "steps") {
			m.step()
		}
		for i, x := range m.readers {
			m.same(x, m.seen[i])
		}
	})
}

func TestASnapshotOfAnotherStore(t *testing.T) {
	a, b := New(), New()
	send := func(s *Store, serial int64) {
		write(s, func(x *Txn) { Notifications.Insert(x, &Notification{Serial: serial}) })
	}
	send(a, 1)
	b.Restore(a.Snapshot())
	send(a, 2)
	send(b, 3)
	for s, want := range map[*Store]int64{a: 2, b: 3} {
		all := slices.Collect(Notifications.All(s.Read()))
		require.Len(t, all, 2)
		require.Equal(t, want, all[1].Serial)
	}
}
