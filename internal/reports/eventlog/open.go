package eventlog

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"plumbline/internal/openapi/intake"
)

// FileName is the name of the log in a report's folder. The name of one that is compressed with gzip ends in .gz as well.
const FileName = "events.ndjson"

const packedSuffix = ".gz"

// MostLog bounds a log (bytes, without compression), MostLine one line of it. The longest line of a run has two bodies and
// two sets of headers, each of which is shortened.
const (
	MostLog  = 2 << 30
	MostLine = 8 << 20
)

// LineError says which line of a log is invalid.
type LineError struct {
	// Line is the line at which it was noticed, counted from 1; Suspect is the line that is wrong: the same, or the one
	// before where the chain is broken.
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

// Open opens a file of a report, plain or compressed with gzip: path itself, or path with ".gz" where path does not exist.
// It answers the path of the opened file, and reads at most most bytes (without compression).
func Open(path string, most int64) (io.ReadCloser, string, error) {
	return opened(path, most, intake.Open)
}

// OpenIn opens a file in the folder of a report, as Open does. It follows no link, since the folder may come from a stranger.
func OpenIn(dir, name string, most int64) (io.ReadCloser, string, error) {
	return opened(filepath.Join(dir, name), most, func(path string, most int64) (*intake.File, error) {
		return intake.OpenIn(filepath.Dir(path), filepath.Base(path), most)
	})
}

func opened(path string, most int64, open func(string, int64) (*intake.File, error)) (io.ReadCloser, string, error) {
	f, err := open(path, most)
	if errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(path, packedSuffix) {
		packed, other := open(path+packedSuffix, most)
		if !errors.Is(other, fs.ErrNotExist) {
			f, path, err = packed, path+packedSuffix, other
		}
	}
	if err != nil {
		return nil, path, err
	}
	if !strings.HasSuffix(path, packedSuffix) {
		return f, path, nil
	}
	z, err := intake.Unpack(f, path, most)
	return z, path, err
}

// ReadPath reads the log at a path, strictly: a file, or the folder of a report. It answers the path of the log, too.
func ReadPath(path string) (*Log, string, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return read(OpenIn(path, FileName, MostLog))
	}
	return read(Open(path, MostLog))
}

// ReadIn reads the log of a report's folder, strictly.
func ReadIn(dir string) (*Log, string, error) { return ReadNamed(dir, FileName) }

// ReadNamed reads a log with another file name in a folder, strictly.
func ReadNamed(dir, name string) (*Log, string, error) { return read(OpenIn(dir, name, MostLog)) }

func read(in io.ReadCloser, path string, err error) (*Log, string, error) {
	if err != nil {
		return nil, path, fmt.Errorf("read event log: %w", err)
	}
	defer in.Close()
	log, err := ReadLog(in)
	if err != nil {
		return nil, path, fmt.Errorf("%s: %w", path, err)
	}
	return log, path, nil
}
