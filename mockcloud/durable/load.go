package durable

import (
	"encoding/json"
	"fmt"
	"runtime"
	"sync"

	"go.etcd.io/bbolt"

	"plumbline/mockcloud/state"
)

// Load reads everything that is kept into an empty store.
func (d *Dir) Load(into *state.Store) error {
	err := d.db.View(func(tx *bbolt.Tx) error { return load(tx.Bucket(bucketState), into) })
	if err != nil {
		return fmt.Errorf("data directory %s: %w", d.path, err)
	}
	return nil
}

// load reads the buckets of tables into an empty store.
func load(from *bbolt.Bucket, into *state.Store) error {
	var rows []state.Row
	var values [][]byte
	err := from.ForEachBucket(func(table []byte) error {
		name := string(table)
		if _, err := state.Blank(name); err != nil {
			return fmt.Errorf("%w: %w; use the plumbline that wrote it", ErrFormat, err)
		}
		return from.Bucket(table).ForEach(func(id, value []byte) error {
			rows, values = append(rows, state.Row{Table: name, ID: string(id)}), append(values, value)
			return nil
		})
	})
	if err != nil {
		return err
	}
	if err := decodeAll(rows, values); err != nil {
		return err
	}
	x := into.Write()
	defer x.Abort()
	for _, row := range rows {
		if err := x.Put(row); err != nil {
			return err
		}
	}
	return x.Commit()
}

// part is how many records are decoded in one go.
const part = 256

// decodeAll makes the records of rows from their values, on all processors.
func decodeAll(rows []state.Row, values [][]byte) error {
	var wait sync.WaitGroup
	parts := make(chan int)
	failed := make(chan error, runtime.GOMAXPROCS(0))
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			var err error
			for from := range parts {
				for i := from; err == nil && i < min(from+part, len(rows)); i++ {
					err = decode(&rows[i], values[i])
				}
			}
			failed <- err
		})
	}
	for from := 0; from < len(rows); from += part {
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

func decode(row *state.Row, value []byte) error {
	record, err := state.Blank(row.Table)
	if err != nil {
		return err
	}
	if e, ok := record.(*state.Event); ok {
		return decodeEvent(row, e, value)
	}
	if err := json.Unmarshal(value, record); err != nil {
		return fmt.Errorf("%s %s: %w", row.Table, row.ID, err)
	}
	unmark(record)
	row.Record = record
	return nil
}
