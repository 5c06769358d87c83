package eventlog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ErrBroken is wrapped by every error about the content of a log.
var ErrBroken = errors.New("event log is broken")

// Log is the content of a log.
type Log struct {
	Events []Event
	// Torn is the number of bytes of an unfinished last line, which is ignored: the writer was killed in the middle of it.
	Torn int
	// Head is the digest of the last complete line.
	Head string
}

// Read returns the events of a log; see ReadLog.
func Read(r io.Reader) ([]Event, error) {
	log, err := ReadLog(r)
	if err != nil {
		return nil, err
	}
	return log.Events, nil
}

// ReadLog reads a log strictly. Unknown keys, a gap in the sequence, a broken chain, or a line without exactly one payload
// is an error that names the first invalid line (a *LineError) and wraps ErrBroken. An incomplete last line without a
// newline, as a crash leaves it, is ignored.
func ReadLog(r io.Reader) (*Log, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	log := &Log{}
	for {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("read event log: line %d: %w", len(log.Events)+1, err)
		}
		last := err != nil
		if len(line) > 0 {
			if bad := log.add(bytes.TrimSuffix(line, []byte("\n"))); bad != nil {
				if last {
					log.Torn = len(line)
					return log, nil
				}
				return nil, fmt.Errorf("%w: %w", ErrBroken, lineError(len(log.Events)+1, bad))
			}
		}
		if last {
			return log, nil
		}
	}
}

// readLine reads a line with its newline, as bufio.Reader.ReadBytes does, up to MostLine bytes.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > MostLine {
			return nil, fmt.Errorf("%w: a line has at most %d MiB", ErrBroken, MostLine>>20)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func (l *Log) add(line []byte) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	var e Event
	if err := dec.Decode(&e); err != nil {
		return fmt.Errorf("not an event: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	if _, err := ParseKind(string(e.Kind)); err != nil {
		return err
	}
	payloads := e.payloads()
	if len(payloads) != 1 {
		return fmt.Errorf("%d payloads instead of one", len(payloads))
	}
	if got := payloads[0].kind(); got != e.Kind {
		return fmt.Errorf("kind %s with the payload of %s", e.Kind, got)
	}
	if want := len(l.Events) + 1; e.Seq != want {
		return fmt.Errorf("sequence number %d instead of %d: lines are missing or out of order", e.Seq, want)
	}
	if e.Prev != l.Head {
		return errChain
	}
	l.Events = append(l.Events, e)
	l.Head = digest(line)
	return nil
}
