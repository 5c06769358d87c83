package durable

import (
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"plumbline/internal/mockcloud/state"
)

// KeepSnapshot saves a snapshot under an id.
func (d *Dir) KeepSnapshot(id string, s *state.Snapshot) error {
	return d.withFile(func() error {
		return d.writeRows([]byte(id), s.Rows(), func(tx *bbolt.Tx, from *bbolt.Bucket) error {
			return tx.MoveBucket([]byte(id), from, tx.Bucket(bucketSnapshots))
		})
	})
}

// DropSnapshot deletes a snapshot.
func (d *Dir) DropSnapshot(id string) error {
	return d.withFile(func() error {
		return d.db.Update(func(tx *bbolt.Tx) error {
			err := tx.Bucket(bucketSnapshots).DeleteBucket([]byte(id))
			if errors.Is(err, berrors.ErrBucketNotFound) {
				return nil
			}
			return err
		})
	})
}

// Snapshots reads all snapshots by their ids; like is a snapshot with which they share most records, or nil.
func (d *Dir) Snapshots(like *state.Snapshot) (map[string]*state.Snapshot, error) {
	out := map[string]*state.Snapshot{}
	var ids []string
	err := recoverDamage(func() error {
		return d.db.View(func(tx *bbolt.Tx) error {
			return tx.Bucket(bucketSnapshots).ForEachBucket(func(id []byte) error {
				ids = append(ids, string(id))
				return nil
			})
		})
	})
	for _, id := range ids {
		into := state.New()
		if err = d.load(into, like, string(bucketSnapshots), id); err != nil {
			break
		}
		out[id] = into.Snapshot()
	}
	if err != nil {
		return nil, fmt.Errorf("data directory %s: %w", d.path, err)
	}
	return out, nil
}
