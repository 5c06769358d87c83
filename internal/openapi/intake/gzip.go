package intake

import (
	"compress/gzip"
	"fmt"
	"io"
)

// Bounds of the size of a file after decompression, relative to its own: logs and reports grow 10 to 20 times, zeros a
// thousand times. Small files may grow further, up to a fixed size.
const (
	unpackRatio = 40
	unpackRoom  = 64 << 20
)

// Unpack decompresses a gzip file, to at most most bytes, and never to more than the bounds above allow for its size.
// Closing it closes the file; so does an error.
func Unpack(f *File, name string, most int64) (io.ReadCloser, error) {
	z, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &unpacked{Bounded(z, "what is packed in "+name, min(most, unpackRoom+unpackRatio*f.Size)), f}, nil
}

type unpacked struct {
	io.Reader
	file *File
}

func (u *unpacked) Close() error { return u.file.Close() }
