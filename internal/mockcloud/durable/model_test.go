package durable_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"plumbline/internal/mockcloud/durable"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/state/engine"
)

// filler makes records with all fields set at random, by their types: a field that is added later is filled as well.
type filler struct{ rt *rapid.T }

func (f filler) any(depth int) any {
	kinds := 8
	if depth == 0 {
		kinds = 6
	}
	switch rapid.IntRange(0, kinds).Draw(f.rt, "any") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(f.rt, "bool")
	case 2:
		return rapid.Float64Range(-1e15, 1e15).Draw(f.rt, "number")
	case 3:
		return f.time()
	case 4:
		return rapid.Int().Draw(f.rt, "int")
	case 5:
		return []string{"a", rapid.String().Draw(f.rt, "text")}
	case 6:
		return rapid.String().Draw(f.rt, "text")
	case 7:
		return []any{f.any(depth - 1), f.any(depth - 1)}
	}
	key := rapid.SampledFrom([]string{"a", "$time", "$plain", "$int", ""}).Draw(f.rt, "key")
	return map[string]any{key: f.any(depth - 1)}
}

func (f filler) time() time.Time {
	return time.Unix(rapid.Int64Range(0, 4e9).Draw(f.rt, "seconds"), rapid.Int64Range(0, 999999999).Draw(f.rt, "nanoseconds")).UTC()
}

func (f filler) fill(v reflect.Value, depth int) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(f.time()))
		return
	case v.Kind() == reflect.Interface:
		if made := f.any(depth); made != nil {
			v.Set(reflect.ValueOf(made))
		}
		return
	}
	empty := depth == 0 || rapid.IntRange(0, 3).Draw(f.rt, "empty") == 0
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.String().Draw(f.rt, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(f.rt, "bool"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64Range(-1e9, 1<<62).Draw(f.rt, "int"))
	case reflect.Float64:
		v.SetFloat(rapid.Float64Range(-1e9, 1e9).Draw(f.rt, "float"))
	case reflect.Uint8:
		v.SetUint(uint64(rapid.Byte().Draw(f.rt, "byte")))
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), depth)
		}
	case reflect.Pointer:
		if !empty {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth-1)
		}
	case reflect.Slice:
		if !empty {
			v.Set(reflect.MakeSlice(v.Type(), rapid.IntRange(0, 2).Draw(f.rt, "length"), 2))
			for i := range v.Len() {
				f.fill(v.Index(i), depth-1)
			}
		}
	case reflect.Map:
		if !empty {
			v.Set(reflect.MakeMap(v.Type()))
			value := reflect.New(v.Type().Elem()).Elem()
			f.fill(value, depth-1)
			v.SetMapIndex(reflect.ValueOf(rapid.String().Draw(f.rt, "key")), value)
		}
	case reflect.Func:
	default:
		f.rt.Fatalf("the test does not know how to fill a %s", v.Type())
	}
}

// payload is what work of the test needs to know.
type payload struct{ A, B string }

// row makes a random row; ids are few, so that records are replaced.
func (f filler) row(x *state.Txn) engine.Row {
	table := rapid.SampledFrom(engine.Saved()).Draw(f.rt, "table")
	switch table {
	case "counters":
		return engine.Row{}
	case "notifications":
		n := &state.Notification{Serial: x.Next("notifications"), Type: "t"}
		if rapid.Bool().Draw(f.rt, "with a payload") {
			n.Make = func() any { return payload{"made", "later"} }
		}
		return engine.Row{Table: table, Record: n}
	}
	record, err := engine.NewRecord(table)
	require.NoError(f.rt, err)
	f.fill(reflect.ValueOf(record).Elem(), 3)
	if e, ok := record.(*state.Event); ok {
		e.Serial, e.Payload = x.Next("events"), nil
		if rapid.Bool().Draw(f.rt, "payload") {
			e.Payload = payload{"a", "b"}
		}
	}
	for _, name := range []string{"ID", "Name", "StackID", "ServerID", "UserID", "ProjectID", "DomainID"} {
		if field := reflect.ValueOf(record).Elem().FieldByName(name); field.IsValid() && field.Kind() == reflect.String {
			field.SetString(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(f.rt, name))
		}
	}
	return engine.Row{Table: table, Record: record}
}

// shown is a store as something that can be compared: work with its payload as JSON, messages made.
func shown(s *state.Store) []engine.Row {
	rows := s.Snapshot().Rows()
	for i := range rows {
		switch r := rows[i].Record.(type) {
		case *state.Event:
			e := *r
			if p, ok := e.Payload.(state.SavedPayload); ok {
				e.Payload = string(p)
			} else if e.Payload != nil {
				raw, _ := json.Marshal(e.Payload)
				e.Payload = string(raw)
			}
			rows[i].Record = &e
		case *state.Notification:
			rows[i].Record = r.Made()
		}
	}
	return rows
}

func open(t require.TestingT, path string) (*durable.Dir, *state.Store) {
	d, err := durable.Open(path)
	require.NoError(t, err)
	s := state.New()
	require.NoError(t, d.Load(s, nil))
	s.SaveWith(d)
	return d, s
}

// TestWhatIsReadBackIsWhatThereWas makes random transactions with random records of all tables, and opens the directory again
// now and then.
func TestWhatIsReadBackIsWhatThereWas(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f, path := filler{rt}, t.TempDir()
		d, s := open(rt, path)
		defer func() { _ = d.Close() }()
		var snaps []*state.Snapshot
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0:
				snaps = append(snaps, s.Snapshot())
			case 1:
				if len(snaps) > 0 {
					require.NoError(rt, s.Restore(rapid.SampledFrom(snaps).Draw(rt, "snapshot"), "tokens"))
				}
			case 2:
				before := shown(s)
				require.NoError(rt, d.Close())
				d, s = open(rt, path)
				require.Equal(rt, before, shown(s))
			default:
				f.transaction(s)
			}
		}
		before, used := shown(s), state.UsedBy(s.Read(), "a")
		require.NoError(rt, d.Close())
		d, s = open(rt, path)
		require.Equal(rt, before, shown(s))
		require.Equal(rt, used, state.UsedBy(s.Read(), "a"), "what follows from records is there, too")
	})
}

func (f filler) transaction(s *state.Store) {
	x := s.Write()
	defer x.Abort()
	var save *state.Savepoint
	for range rapid.IntRange(1, 6).Draw(f.rt, "writes") {
		switch rapid.IntRange(0, 7).Draw(f.rt, "write") {
		case 0:
			save = x.Save()
		case 1:
			if save != nil {
				x.RollBackTo(save)
			}
		case 2:
			names := slices.DeleteFunc(engine.Saved(), func(n string) bool { return n == "counters" || n == "events" || n == "notifications" })
			require.NoError(f.rt, x.Put(engine.Row{Table: rapid.SampledFrom(names).Draw(f.rt, "table"), ID: "a"}))
		case 3:
			if e := state.Events.Next(x); e != nil {
				state.Events.Delete(x, e.Serial)
			}
		default:
			if row := f.row(x); row.Record != nil {
				require.NoError(f.rt, x.Put(row))
			}
		}
	}
	if rapid.IntRange(0, 5).Draw(f.rt, "aborted") > 0 {
		require.NoError(f.rt, x.Commit())
	}
}
