package durable

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"plumbline/internal/mockcloud/state/engine"
)

// Format is the value of "format" in the bucket "plumbline". Adding fields to records needs no new format; renaming one, or changing
// its meaning, does. v1 had no checksums; Open converts it to v2.
const Format = "plumbline/state/v2"

const formatWithoutSums = "plumbline/state/v1"

// File is the name of the file in the directory.
const File = "state.db"

// lockTimeout is the time to wait for another process that uses the directory and is ending.
const lockTimeout = 2 * time.Second

// Names of buckets and keys.
var (
	bucketAbout     = []byte("plumbline")
	bucketState     = []byte("state")
	bucketSnapshots = []byte("snapshots")
	// bucketUnfinished holds data that is written in parts, and moved to its place when it is complete.
	bucketUnfinished = []byte("unfinished")
	keyFormat        = []byte("format")
	keyWrites        = []byte("writes")
)

// Dir is an open directory. Only one process can have it open.
type Dir struct {
	path string
	db   *bbolt.DB
	// writes counts the saved groups of transactions; the file has the same count.
	writes uint64
	broken error
}

// Open opens a directory, and creates it if there is none. Close closes it.
func Open(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("data directory %s: %w; name one that can be written", path, err)
	}
	db, err := openFile(filepath.Join(path, File))
	if err != nil {
		return nil, fmt.Errorf("data directory %s: %w", path, err)
	}
	d := &Dir{path: path, db: db}
	if err := recoverDamage(func() error { return db.Update(d.stamp) }); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("data directory %s: %w", path, err)
	}
	return d, nil
}

// stamp checks the format, and writes it to a new file.
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
	switch is := string(about.Get(keyFormat)); is {
	case Format:
	case formatWithoutSums:
		if err := about.Put(keyFormat, []byte(Format)); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%w: it says %q and this plumbline writes %q; use the plumbline that wrote it, or name another directory", ErrFormat,
			is, Format)
	}
	d.writes = number(about.Get(keyWrites))
	if tx.Bucket(bucketUnfinished) != nil {
		return tx.DeleteBucket(bucketUnfinished)
	}
	return nil
}

func number(b []byte) uint64 {
	if len(b) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

// Close closes the directory.
func (d *Dir) Close() error {
	if errors.Is(d.broken, ErrDamaged) {
		return nil // the writer has had the error; the file is left as it is, and its lock ends with the process
	}
	if err := d.db.Close(); err != nil {
		return fmt.Errorf("data directory %s: %w", d.path, err)
	}
	return nil
}

// Save writes the changes of a group of transactions as one transaction of the file.
func (d *Dir) Save(rows []engine.Row) error {
	if err := d.withFile(func() error { return d.save(rows) }); err != nil {
		return err
	}
	d.writes++
	return nil
}

// withFile calls work unless the file is known to be unusable: after a panic, bbolt does not release its locks.
func (d *Dir) withFile(work func() error) error {
	if d.broken != nil {
		return d.broken
	}
	err := recoverDamage(work)
	switch {
	case d.broken != nil:
		return d.broken
	case err != nil:
		err = fmt.Errorf("data directory %s: %w", d.path, err)
	}
	if errors.Is(err, ErrDamaged) {
		d.broken = err
	}
	return err
}

func (d *Dir) save(rows []engine.Row) error {
	if d.writes == 0 && len(rows) > part { // the first write: nothing is there to be changed
		return d.writeRows(bucketState, rows, func(tx *bbolt.Tx, made *bbolt.Bucket) error {
			if err := tx.DeleteBucket(bucketState); err != nil {
				return err
			}
			if err := tx.MoveBucket(bucketState, made, nil); err != nil {
				return err
			}
			return d.count(tx)
		})
	}
	values, err := encodeAll(rows)
	if err != nil {
		return err
	}
	return d.db.Update(func(tx *bbolt.Tx) error {
		if err := d.count(tx); err != nil {
			return err
		}
		return put(tx.Bucket(bucketState), rows, values)
	})
}

// count checks that the file is as the last write left it, and counts the write.
func (d *Dir) count(tx *bbolt.Tx) error {
	about := tx.Bucket(bucketAbout)
	if is := number(about.Get(keyWrites)); is != d.writes {
		d.broken = fmt.Errorf("data directory %s: %w: a write that failed is there after all; restart the mock to go on from it", d.path,
			ErrBroken)
		return d.broken
	}
	return about.Put(keyWrites, binary.BigEndian.AppendUint64(nil, d.writes+1))
}

// writeRows writes new rows in parts, so that they are not in memory twice, then moves them to their place at once. If the process is
// killed, Open deletes what it left.
func (d *Dir) writeRows(name []byte, rows []engine.Row, move func(tx *bbolt.Tx, from *bbolt.Bucket) error) error {
	for from := 0; from < len(rows); from += part {
		some := rows[from:min(from+part, len(rows))]
		values, err := encodeAll(some)
		if err != nil {
			return err
		}
		err = d.db.Update(func(tx *bbolt.Tx) error {
			all, err := tx.CreateBucketIfNotExists(bucketUnfinished)
			if err != nil {
				return err
			}
			into, err := all.CreateBucketIfNotExists(name)
			if err != nil {
				return err
			}
			return put(into, some, values)
		})
		if err != nil {
			return err
		}
	}
	return d.db.Update(func(tx *bbolt.Tx) error {
		all := tx.Bucket(bucketUnfinished)
		if err := move(tx, all); err != nil {
			return err
		}
		return tx.DeleteBucket(bucketUnfinished)
	})
}

// put writes rows, sorted by table and id, to the buckets of their tables.
func put(into *bbolt.Bucket, rows []engine.Row, values [][]byte) error {
	var at *bbolt.Bucket
	for i, row := range rows {
		if at == nil || rows[i-1].Table != row.Table {
			var err error
			if at, err = into.CreateBucketIfNotExists([]byte(row.Table)); err != nil {
				return err
			}
			if len(rows) >= part { // rows come in order: pages need no space for insertions
				at.FillPercent = 0.95
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
