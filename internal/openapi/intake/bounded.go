package intake

import (
	"fmt"
	"io"
)

// Bounded reads at most most bytes of in; name is for messages. One byte more is an error that wraps ErrTooLarge.
func Bounded(in io.Reader, name string, most int64) io.Reader {
	return &bounded{in, name, most, most}
}

type bounded struct {
	in         io.Reader
	name       string
	left, most int64
}

// Read implements io.Reader. At the bound it reads one byte more, to find out whether the input ends there.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, b.tooLarge()
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.in.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return n - 1, b.tooLarge()
	}
	return n, err
}

func (b *bounded) tooLarge() error {
	return fmt.Errorf("%s is %w: at most %s are read", b.name, ErrTooLarge, bytes(b.most))
}

func bytes(n int64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
