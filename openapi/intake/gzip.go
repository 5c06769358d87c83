package intake

import (
	"compress/gzip"
	"fmt"
	"io"
)

// What is compressed may become so much larger and no more: logs and reports become 10 to 20 times as large, zeros
// a thousand times. Small files have room beside that.
const (
	unpackRatio = 40
	unpackRoom  = 64 << 20
)

// Unpack reads what a file compressed with gzip holds, at most so many bytes, and never more than what honest text of
// that size could hold. Closing it closes the file; so does an error.
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
