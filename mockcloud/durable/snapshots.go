package durable

import (
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"plumbline/mockcloud/state"
)

// KeepSnapshot writes a snapshot under an id.
func (d *Dir) KeepSnapshot(id string, s *state.Snapshot) error {
	rows := s.Rows()
	values, err := encodeAll(rows)
	if err == nil {
		err = d.db.Update(func(tx *bbolt.Tx) error {
			into, err := tx.Bucket(bucketSnapshots).CreateBucketIfNotExists([]byte(id))
			if err != nil {
				return err
			}
			return put(into, rows, values)
		})
	}
	if err != nil {
		return fmt.Errorf("data directory %s: %s: %w", d.path, id, err)
	}
	return nil
}

// DropSnapshot removes one.
func (d *Dir) DropSnapshot(id string) error {
	err := d.db.Update(func(tx *bbolt.Tx) error {
		err := tx.Bucket(bucketSnapshots).DeleteBucket([]byte(id))
		if errors.Is(err, berrors.ErrBucketNotFound) {
			return nil
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("data directory %s: %s: %w", d.path, id, err)
	}
	return nil
}

// Snapshots reads all snapshots, by their ids.
func (d *Dir) Snapshots() (map[string]*state.Snapshot, error) {
	out := map[string]*state.Snapshot{}
	err := d.db.View(func(tx *bbolt.Tx) error {
		all := tx.Bucket(bucketSnapshots)
		return all.ForEachBucket(func(id []byte) error {
			into := state.New()
			if err := load(all.Bucket(id), into); err != nil {
				return err
			}
			out[string(id)] = into.Snapshot()
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("data directory %s: %w", d.path, err)
	}
	return out, nil
}
