package durable

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"plumbline/mockcloud/state"
)

// Format is what the bucket "plumbline" says under "format". Fields may be added to records without another format;
// whoever renames one, or changes what it means, makes a new one.
const Format = "plumbline/state/v1"

// File is the name of the file in the directory.
const File = "state.db"

// patience is how long another process that is just ending is waited for.
const patience = 2 * time.Second

// Names of buckets and keys.
var (
	bucketAbout     = []byte("plumbline")
	bucketState     = []byte("state")
	bucketSnapshots = []byte("snapshots")
	keyFormat       = []byte("format")
	keyWrites       = []byte("writes")
)

// Dir is an open directory. One process has it at a time.
type Dir struct {
	path string
	db   *bbolt.DB
	// writes counts the groups of transactions that were saved: what is on disk has to say the same.
	writes uint64
	broken error
}

// Open opens a directory, and makes it if there is none. Close closes it.
func Open(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("data directory %s: %w; name one that can be written", path, err)
	}
	file := filepath.Join(path, File)
	db, err := bbolt.Open(file, 0o600, &bbolt.Options{
		Timeout: patience, FreelistType: bbolt.FreelistMapType, NoFreelistSync: true,
	})
	if err != nil {
		return nil, fmt.Errorf("data directory %s: %w", path, opening(err, file))
	}
	d := &Dir{path: path, db: db}
	if err := db.Update(d.stamp); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("data directory %s: %w", path, err)
	}
	return d, nil
}

// opening says what to do about a file that cannot be opened.
func opening(err error, file string) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%w; stop that one, or name another directory", ErrInUse)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrChecksum):
		return fmt.Errorf("%w: %s is no state file of a mock cloud, or is damaged (%w); move it away, or name another directory", ErrFormat, file, err)
	}
	return err
}

// stamp checks the format, and writes it where there is none yet.
func (d *Dir) stamp(tx *bbolt.Tx) error {
	about := tx.Bucket(bucketAbout)
	if about == nil {
		if name, _ := tx.Cursor().First(); name != nil {
			return fmt.Errorf("%w: %s belongs to another program; name another directory", ErrFormat, File)
		}
		about, err := tx.CreateBucket(bucketAbout)
		if err != nil {
			return err
		}
		if _, err := tx.CreateBucket(bucketState); err != nil {
			return err
		}
		if _, err := tx.CreateBucket(bucketSnapshots); err != nil {
			return err
		}
		return about.Put(keyFormat, []byte(Format))
	}
	if is := string(about.Get(keyFormat)); is != Format {
		return fmt.Errorf("%w: it says %q and this plumbline writes %q; use the plumbline that wrote it, or name another directory", ErrFormat, is, Format)
	}
	d.writes = number(about.Get(keyWrites))
	return nil
}

func number(b []byte) uint64 {
	if len(b) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

// Close ends the use of the directory.
func (d *Dir) Close() error {
	if err := d.db.Close(); err != nil {
		return fmt.Errorf("data directory %s: %w", d.path, err)
	}
	return nil
}

// Save writes what a group of transactions has changed, as one transaction of the file.
func (d *Dir) Save(rows []state.Row) error {
	if d.broken != nil {
		return d.broken
	}
	values, err := encodeAll(rows)
	if err != nil {
		return fmt.Errorf("data directory %s: %w", d.path, err)
	}
	err = d.db.Update(func(tx *bbolt.Tx) error {
		about := tx.Bucket(bucketAbout)
		if is := number(about.Get(keyWrites)); is != d.writes {
			d.broken = fmt.Errorf("data directory %s: %w: a write that failed is there after all; restart the mock to go on from it", d.path, ErrBroken)
			return d.broken
		}
		if err := about.Put(keyWrites, binary.BigEndian.AppendUint64(nil, d.writes+1)); err != nil {
			return err
		}
		return put(tx.Bucket(bucketState), rows, values)
	})
	switch {
	case d.broken != nil:
		return d.broken
	case err != nil:
		return fmt.Errorf("data directory %s: %w", d.path, err)
	}
	d.writes++
	return nil
}

// put writes rows, sorted by table and id, into the buckets of their tables.
func put(into *bbolt.Bucket, rows []state.Row, values [][]byte) error {
	var at *bbolt.Bucket
	for i, row := range rows {
		if at == nil || rows[i-1].Table != row.Table {
			var err error
			if at, err = into.CreateBucketIfNotExists([]byte(row.Table)); err != nil {
				return err
			}
		}
		if row.Record == nil {
			if err := at.Delete([]byte(row.ID)); err != nil {
				return err
			}
			continue
		}
		if err := at.Put([]byte(row.ID), values[i]); err != nil {
			return fmt.Errorf("%s %s: %w", row.Table, row.ID, err)
		}
	}
	return nil
}
