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

// whatToDo ends what is said of a damaged file. Nothing of it was used, and nothing was written to it.
const whatToDo = "put a copy of it back, or move it away to start afresh"

func damagedError(what string, args ...any) error {
	return fmt.Errorf("%s %w: %s; %s", File, ErrDamaged, fmt.Sprintf(what, args...), whatToDo)
}

// openFile opens the file, and makes it where there is none, after a look at all of it.
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
		// A new file has its pages before it has its name: see create.
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
	return &bbolt.Options{Timeout: patience, FreelistType: bbolt.FreelistMapType, ReadOnly: reading}
}

// create makes a new file whole before it gets its name: a process that is killed meanwhile leaves none.
func create(path string) error {
	made, err := os.CreateTemp(filepath.Dir(path), File+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(made.Name()) //nolint:errcheck // what cannot be removed does no harm
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
	if err := os.Link(made.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) { // another process may be quicker
		return os.Rename(made.Name(), path) // file systems without links
	}
	return nil
}

// checkFile goes through the file while no other process can write to it.
func checkFile(path string) error {
	var held *bbolt.DB
	err := recoverDamage(func() (err error) {
		held, err = bbolt.Open(path, 0o600, options(true)) // reads the beginning only
		return err
	})
	if errors.Is(err, berrors.ErrTimeout) {
		return openError(err)
	}
	if err == nil {
		defer held.Close() //nolint:errcheck // it was read only
	}
	if wrong := visitFile(path, checkValue); wrong != nil {
		return wrong
	}
	return openError(err)
}

// checkValue tells whether a value is as it was written.
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

// visitFile is visitAll for a file by its name, with what is damaged said in a sentence. Errors of visit are as they are.
func visitFile(path string, visit func(path [][]byte, key, value []byte) error) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was read only
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

// recoverDamage does something with a file, which another process may have damaged meanwhile: bbolt panics then, or reads where
// the file has no bytes any more.
func recoverDamage(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damagedError("%v", p)
		}
	}()
	return do()
}
