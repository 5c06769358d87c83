package durable

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"

	"go.etcd.io/bbolt"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/state/engine"
)

// Load reads the saved state into an empty store. like is a snapshot with most of the same records, which are shared in memory; it
// may be nil.
func (d *Dir) Load(into *state.Store, like *state.Snapshot) error {
	if err := d.load(into, like, string(bucketState)); err != nil {
		return fmt.Errorf("data directory %s: %w", d.path, err)
	}
	return nil
}

// load reads the buckets of tables at a path of buckets into an empty store.
func (d *Dir) load(into *state.Store, like *state.Snapshot, at ...string) error {
	x := into.Write()
	defer x.Abort()
	l := &loading{x: x}
	if like != nil {
		x.Restore(like)
		l.like = like.Rows()
	}
	err := visitFile(filepath.Join(d.path, File), func(path [][]byte, key, value []byte) error {
		if len(path) != len(at)+1 {
			return nil
		}
		for i, name := range at {
			if string(path[i]) != name {
				return nil
			}
		}
		return l.add(string(path[len(at)]), string(key), value)
	})
	if err == nil {
		err = l.flush()
	}
	if err == nil {
		err = l.dropStale(nil)
	}
	if err != nil {
		return err
	}
	return x.Commit()
}

// loading inserts rows into a transaction as they are read: they are sorted by table and id, and so are the rows of like.
type loading struct {
	x      *state.Txn
	like   []engine.Row
	rows   []engine.Row
	values [][]byte
	table  string // of the last row
}

// add adds a row; its value is copied.
func (l *loading) add(table, id string, value []byte) error {
	if table != l.table {
		if _, err := engine.NewRecord(table); err != nil {
			return fmt.Errorf("%w: %w; use the plumbline that wrote it", ErrFormat, err)
		}
		l.table = table
	}
	l.rows, l.values = append(l.rows, engine.Row{Table: table, ID: id}), append(l.values, bytes.Clone(value))
	if len(l.rows) < part {
		return nil
	}
	return l.flush()
}

// flush inserts the added rows.
func (l *loading) flush() error {
	if err := decodeAll(l.rows, l.values); err != nil {
		return err
	}
	for i := range l.rows {
		row := &l.rows[i]
		if err := l.dropStale(row); err != nil {
			return err
		}
		if len(l.like) > 0 && l.like[0].Table == row.Table && l.like[0].ID == row.ID {
			same := reflect.DeepEqual(l.like[0].Record, row.Record)
			if l.like = l.like[1:]; same {
				continue
			}
		}
		if err := l.x.Put(*row); err != nil {
			return err
		}
	}
	clear(l.rows)
	l.rows, l.values = l.rows[:0], l.values[:0]
	return nil
}

// dropStale deletes the rows of like that come before a row and were not saved; all remaining ones for nil.
func (l *loading) dropStale(row *engine.Row) error {
	for len(l.like) > 0 {
		next := l.like[0]
		if row != nil && cmp.Or(cmp.Compare(next.Table, row.Table), cmp.Compare(next.ID, row.ID)) >= 0 {
			return nil
		}
		if _, counts := next.Record.(*engine.Counter); counts {
			next.Record = &engine.Counter{}
		} else {
			next.Record = nil
		}
		if err := l.x.Put(next); err != nil {
			return err
		}
		l.like = l.like[1:]
	}
	return nil
}

// Choice reads one record of the choices, before everything else is read; nil if there is none.
func (d *Dir) Choice(name string) (value []byte, err error) {
	row := engine.Row{Table: state.Choices.Name, ID: name}
	err = recoverDamage(func() error {
		return d.db.View(func(tx *bbolt.Tx) error {
			table := tx.Bucket(bucketState).Bucket([]byte(row.Table))
			if table == nil || table.Get([]byte(name)) == nil {
				return nil
			}
			return decode(&row, table.Get([]byte(name)))
		})
	})
	if err != nil {
		return nil, fmt.Errorf("data directory %s: %w", d.path, err)
	}
	if chosen, ok := row.Record.(*state.Choice); ok {
		value = chosen.Value
	}
	return value, nil
}

// part is the number of records that are written or read together, portion the number of them that one processor decodes.
const (
	part    = 4096
	portion = 128
)

// decodeAll decodes the records of rows from their values, on all processors.
func decodeAll(rows []engine.Row, values [][]byte) error {
	var wait sync.WaitGroup
	parts := make(chan int)
	failed := make(chan error, runtime.GOMAXPROCS(0))
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			var err error
			for from := range parts {
				for i := from; err == nil && i < min(from+portion, len(rows)); i++ {
					err = decode(&rows[i], values[i])
				}
			}
			failed <- err
		})
	}
	for from := 0; from < len(rows); from += portion {
		parts <- from
	}
	close(parts)
	wait.Wait()
	close(failed)
	for err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

func decode(row *engine.Row, value []byte) error {
	record, err := engine.NewRecord(row.Table)
	if err != nil {
		return err
	}
	if value, err = unseal(row.Table, row.ID, value); err != nil {
		return damagedError("%v", err)
	}
	if e, ok := record.(*state.Event); ok {
		return decodeEvent(row, e, value)
	}
	if err := json.Unmarshal(value, record); err != nil {
		return fmt.Errorf("%s %s: %w", row.Table, row.ID, err)
	}
	unmark(record)
	if n, ok := record.(*state.Notification); ok {
		n.Payload = unmarkedText(n.Payload)
	}
	row.Record = record
	return nil
}
