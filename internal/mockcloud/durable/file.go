package durable

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// whatToDo is the end of messages about a damaged file. Nothing of the file was used, and nothing was written to it.
const whatToDo = "put a copy of it back, or move it away to start afresh"

func damagedError(what string, args ...any) error {
	return fmt.Errorf("%s %w: %s; %s", File, ErrDamaged, fmt.Sprintf(what, args...), whatToDo)
}

// openFile opens the file, and creates it if there is none, after a check of the whole file.
func openFile(path string) (db *bbolt.DB, err error) {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		if err := create(path); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is no regular file; name another directory", ErrFormat, File)
	case info.Size() == 0:
		// create writes a new file's pages before the file gets its name.
		return nil, damagedError("it is empty, which no mock leaves behind")
	}
	if err := checkFile(path); err != nil {
		return nil, err
	}
	err = recoverDamage(func() error {
		db, err = bbolt.Open(path, 0o600, options(false))
		return err
	})
	return db, openError(err)
}

func options(reading bool) *bbolt.Options {
	return &bbolt.Options{Timeout: lockTimeout, FreelistType: bbolt.FreelistMapType, ReadOnly: reading}
}

// create writes a complete new file before it gets its name, so that a process that is killed leaves no partial file.
func create(path string) error {
	made, err := os.CreateTemp(filepath.Dir(path), File+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(made.Name()) //nolint:errcheck // a leftover does no harm
	if err := made.Close(); err != nil {
		return err
	}
	db, err := bbolt.Open(made.Name(), 0o600, options(false))
	if err != nil {
		return err
	}
	if err := errors.Join(db.Update((&Dir{}).stamp), db.Close()); err != nil {
		return err
	}
	if err := os.Link(made.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) { // another process may have been faster
		return os.Rename(made.Name(), path) // for file systems without links
	}
	return nil
}

// checkFile checks the whole file while no other process can write to it.
func checkFile(path string) error {
	var held *bbolt.DB
	err := recoverDamage(func() (err error) {
		held, err = bbolt.Open(path, 0o600, options(true)) // reads only the beginning
		return err
	})
	if errors.Is(err, berrors.ErrTimeout) {
		return openError(err)
	}
	if err == nil {
		defer held.Close() //nolint:errcheck // it was only read
	}
	if wrong := visitFile(path, checkValue); wrong != nil {
		return wrong
	}
	return openError(err)
}

// checkValue checks the checksum of a value.
func checkValue(path [][]byte, key, value []byte) error {
	ours := len(path) > 1 &&
		(bytes.Equal(path[0], bucketState) || bytes.Equal(path[0], bucketSnapshots) || bytes.Equal(path[0], bucketUnfinished))
	if !ours {
		return nil
	}
	if _, err := unseal(string(path[len(path)-1]), string(key), value); err != nil {
		return damagedError("%v", err)
	}
	return nil
}

// visitFile is visitAll for a file by its name; damage is reported as a sentence. Errors of visit are returned unchanged.
func visitFile(path string, visit func(path [][]byte, key, value []byte) error) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	info, err := in.Stat()
	if err != nil {
		return err
	}
	var theirs error
	err = visitAll(in, info.Size(), func(path [][]byte, key, value []byte) error {
		if visit != nil {
			theirs = visit(path, key, value)
		}
		return theirs
	})
	switch {
	case theirs != nil:
		return theirs
	case err != nil:
		return damagedError("%v", err)
	}
	return nil
}

// openError says what to do about a file that cannot be opened.
func openError(err error) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%w; stop that one, or name another directory", ErrInUse)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrChecksum):
		return damagedError("%v", err)
	}
	return err
}

// recoverDamage calls do on a file that another process may have damaged in the meantime: bbolt then panics, or reads behind the end
// of the file.
func recoverDamage(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damagedError("%v", p)
		}
	}()
	return do()
}
