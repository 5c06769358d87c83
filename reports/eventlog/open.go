package eventlog

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// FileName is a log's name in the folder of a report; CompressedName is the same through gzip.
const (
	FileName       = "events.ndjson"
	CompressedName = FileName + ".gz"
)

// unpackLimit bounds what one compressed file may become: a few bytes of gzip can fill a disk.
const unpackLimit = 4 << 30

// LineError says which line of a log is wrong.
type LineError struct {
	// Line is where it was noticed, counted from 1; Suspect is the line that disagrees: the same, or the one
	// before where the chain broke.
	Line, Suspect int
	Err           error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

var errChain = errors.New("the chain is broken: the line before it was changed or removed")

func lineError(line int, err error) *LineError {
	e := &LineError{Line: line, Suspect: line, Err: err}
	if errors.Is(err, errChain) {
		e.Suspect = max(1, line-1)
	}
	return e
}

// Open opens a file of a report, plain or through gzip: path itself, or path with ".gz" where path is not
// there. It answers the path that it found.
func Open(path string) (io.ReadCloser, string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(path, ".gz") {
		if packed, other := os.Open(path + ".gz"); other == nil {
			f, path, err = packed, path+".gz", nil
		}
	}
	if err != nil {
		return nil, "", err
	}
	if !strings.HasSuffix(path, ".gz") {
		return f, path, nil
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, "", fmt.Errorf("%s: %w", path, err)
	}
	return &unpacked{io.LimitReader(z, unpackLimit), f}, path, nil
}

// unpacked reads what a compressed file holds.
type unpacked struct {
	io.Reader
	file *os.File
}

func (u *unpacked) Close() error { return u.file.Close() }

// ReadPath reads the log at a path, strictly: a file, or the folder of a report. It answers the log's own path.
func ReadPath(path string) (*Log, string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, FileName)
	}
	in, found, err := Open(path)
	if err != nil {
		return nil, path, fmt.Errorf("read event log: %w", err)
	}
	defer in.Close()
	log, err := ReadLog(in)
	if err != nil {
		return nil, found, fmt.Errorf("%s: %w", found, err)
	}
	return log, found, nil
}
