// Package ids makes the identifiers the mock hands out.
package ids

import (
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"sync"
)

// Source makes identifiers. It is safe for concurrent use.
type Source interface {
	// UUID answers a version 4 UUID in its usual form.
	UUID() string
	// Request answers the id of a request: "req-" and a version 4 UUID.
	Request() string
	// Hex answers 32 lower-case hexadecimal digits, the form of project and user ids.
	Hex() string
	// Secret answers n letters and digits: passwords.
	Secret(n int) string
}

// Random is unpredictable between runs.
func Random() Source {
	var seed [32]byte
	_, _ = crand.Read(seed[:])
	return &source{rng: rand.NewChaCha8(seed), seed: seed}
}

// Seeded makes the same sequence of identifiers in each run.
func Seeded(seed uint64) Source {
	var s [32]byte
	binary.LittleEndian.PutUint64(s[:], seed)
	return &source{rng: rand.NewChaCha8(s), seed: s}
}

// Restart makes a source of this package start the sequence that belongs to a name: the following identifiers do not depend on those
// made before.
func Restart(s Source, name string) {
	if own, ok := s.(*source); ok {
		own.mu.Lock()
		defer own.mu.Unlock()
		own.rng.Seed(sha256.Sum256(append(own.seed[:], name...)))
	}
}

type source struct {
	mu   sync.Mutex
	rng  *rand.ChaCha8
	seed [32]byte
}

func (s *source) bytes() (b [16]byte) {
	s.mu.Lock()
	binary.LittleEndian.PutUint64(b[:8], s.rng.Uint64())
	binary.LittleEndian.PutUint64(b[8:], s.rng.Uint64())
	s.mu.Unlock()
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return b
}

const digits = "0123456789abcdef"

func (s *source) UUID() string { return s.uuid("") }

func (s *source) Request() string { return s.uuid("req-") }

func (s *source) uuid(prefix string) string {
	b := s.bytes()
	var room [40]byte
	out := append(room[:0], prefix...)
	for i, c := range b {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			out = append(out, '-')
		}
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}

func (s *source) Hex() string {
	b := s.bytes()
	var out [32]byte
	for i, c := range b {
		out[2*i], out[2*i+1] = digits[c>>4], digits[c&15]
	}
	return string(out[:])
}

func (s *source) Secret(n int) string {
	const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"
	out := make([]byte, n)
	s.mu.Lock()
	for i := range out {
		out[i] = letters[s.rng.Uint64()%uint64(len(letters))]
	}
	s.mu.Unlock()
	return string(out)
}
