// Package intake opens files that come from others: reports of strangers, packs, keys, settings. It only opens regular
// files of bounded size, so that no file can block a command, fill its memory, or lead it to another file.
package intake

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// The reasons for a refusal; every error about a file that may not be read wraps one of them.
var (
	ErrNoFile   = errors.New("not a regular file")
	ErrLink     = errors.New("a symbolic link: in a folder that somebody else filled it could lead anywhere; put the file itself there")
	ErrTooLarge = errors.New("too large")
)

// Bounds of small files that people write or keep (bytes): settings, waivers, keys, certificates.
const (
	Settings = 4 << 20
	Key      = 1 << 20
)

// File is an opened file. Reading beyond its bound is an error that wraps ErrTooLarge.
type File struct {
	io.Reader
	file *os.File
	// Size is its length when it was opened (bytes).
	Size int64
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// Open opens a file of at most most bytes that the user named. It follows a link, which is the user's own.
func Open(path string, most int64) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, notOpened(err)
	}
	return open(path, info, most)
}

// OpenIn opens a file in a folder that may come from a stranger: a link is refused. A file that does not exist is fs.ErrNotExist.
func OpenIn(dir, name string, most int64) (*File, error) {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	if err != nil {
		return nil, notOpened(err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return nil, fmt.Errorf("%s is %w", path, ErrLink)
	}
	return open(path, info, most)
}

// notOpened is the error for a file that cannot be opened, without the name of the system call.
func notOpened(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return &fs.PathError{Op: "open", Path: at.Path, Err: at.Err}
	}
	return err
}

// open checks the file again after opening it, since the path may lead to another file by then. It never waits
// for the writer of a pipe.
func open(path string, seen fs.FileInfo, most int64) (*File, error) {
	if err := checkRegular(path, seen); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
	case !os.SameFile(seen, info):
		err = fmt.Errorf("%s was replaced while it was opened", path)
	case info.Size() > most:
		err = fmt.Errorf("%s is %w: it has %s, at most %s are read", path, ErrTooLarge, bytes(info.Size()), bytes(most))
	default:
		err = checkRegular(path, info)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &File{&bounded{file, path, most, most}, file, info.Size()}, nil
}

func checkRegular(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("%s is %s, %w", path, kind(info.Mode()), ErrNoFile)
}

func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}

// Folder is the path of a folder below a folder that may come from a stranger: a link or a file is refused.
func Folder(dir, name string) (string, error) {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return "", err
	case info.Mode()&fs.ModeSymlink != 0:
		return "", fmt.Errorf("%s is %w", path, ErrLink)
	case !info.IsDir():
		return "", fmt.Errorf("%s is no folder", path)
	}
	return path, nil
}

// ReadFile reads a file of at most most bytes that the user named.
func ReadFile(path string, most int64) ([]byte, error) { return readWhole(Open(path, most)) }

// ReadIn reads a file in a folder that may come from a stranger; see OpenIn.
func ReadIn(dir, name string, most int64) ([]byte, error) { return readWhole(OpenIn(dir, name, most)) }

func readWhole(f *File, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
