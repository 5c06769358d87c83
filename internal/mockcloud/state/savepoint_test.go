package state

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSavepoints(t *testing.T) {
	s := New()
	empty := s.Snapshot()
	write(s, func(x *Txn) {
		Servers.Insert(x, server("a", "p"))
		Servers.Insert(x, server("b", "p"))
	})
	for _, look := range []bool{false, true} {
		x := s.Write()
		Servers.Insert(x, server("c", "p"))
		Events.Insert(x, &Event{Serial: x.Next("events")})
		save := x.Save()
		Servers.Insert(x, server("c", "q"))
		Servers.Insert(x, server("d", "p"))
		Servers.Insert(x, server("a", "q"))
		Servers.Delete(x, "b")
		Events.Delete(x, 1)
		x.Next("events")
		if look {
			assert.Equal(t, []string{"d"}, idsOf(Servers.List(x, "project", "p")))
			assert.Equal(t, []string{"a", "c"}, idsOf(Servers.List(x, "project", "q")))
		}
		x.RollBackTo(save)
		assert.Equal(t, []string{"a", "b", "c"}, idsOf(Servers.List(x, "project", "p")))
		assert.Empty(t, Servers.List(x, "project", "q"))
		assert.NotNil(t, Events.Next(x))
		assert.Equal(t, 3, UsedBy(x, "p").Servers)
		Servers.Insert(x, server("e", "p"))
		x.Abort()
		x = s.Write()
		Servers.Insert(x, server("c", "p"))
		save = x.Save()
		Servers.Delete(x, "a")
		x.RollBackTo(save)
		assert.Equal(t, int64(1), x.Next("events"))
		Servers.Insert(x, server("e", "p"))
		x.Commit()
		r := s.Read()
		assert.Equal(t, []string{"a", "b", "c", "e"}, idsOf(Servers.List(r, "project", "p")))
		assert.Equal(t, 4, UsedBy(r, "p").Servers)
		s.Restore(empty)
		write(s, func(x *Txn) {
			Servers.Insert(x, server("a", "p"))
			Servers.Insert(x, server("b", "p"))
		})
	}
}

// TestSavepointsNest goes back to random ones of many savepoints and compares with copies of a map.
func TestSavepointsNest(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := New()
		x, model, counted := s.Write(), map[string]string{}, int64(0)
		var saves []*Savepoint
		var models []map[string]string
		var counts []int64
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			id := rapid.StringMatching(`[abc]`).Draw(rt, "id")
			switch rapid.IntRange(0, 5).Draw(rt, "do") {
			case 0:
				saves, models, counts = append(saves, x.Save()), append(models, maps.Clone(model)), append(counts, counted)
			case 1:
				if len(saves) > 0 {
					i := rapid.IntRange(0, len(saves)-1).Draw(rt, "to")
					x.RollBackTo(saves[i])
					model, counted = maps.Clone(models[i]), counts[i]
					keep := i + rapid.IntRange(0, 1).Draw(rt, "keep it")
					saves, models, counts = saves[:keep], models[:keep], counts[:keep]
				}
			case 2:
				_, was := model[id]
				require.Equal(t, was, Servers.Delete(x, id))
				delete(model, id)
			case 3:
				require.Equal(t, of(model, "p"), idsOf(Servers.List(x, "project", "p")))
			default:
				project := rapid.StringMatching(`[pq]`).Draw(rt, "project")
				Servers.Insert(x, server(id, project))
				model[id] = project
				counted++
				require.Equal(t, counted, x.Next("n"))
			}
		}
		x.Commit()
		r := s.Read()
		for _, project := range []string{"p", "q"} {
			require.Equal(t, of(model, project), idsOf(Servers.List(r, "project", project)))
			require.Equal(t, len(of(model, project)), UsedBy(r, project).Servers)
		}
	})
}
