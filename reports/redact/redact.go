// Package redact takes secrets out of exchanges before anything is written: by the name of a header,
// of a JSON key or of a query parameter, by shape (key material, Fernet tokens), and by value, for every
// token and password that was registered while the run went on.
package redact

import (
	"sync"
	"sync/atomic"
)

// Mark stands where a secret stood.
const Mark = "[redacted]"

// Redactor holds the known secrets of a run. The zero value knows none; it is safe for concurrent use.
type Redactor struct {
	mu      sync.Mutex
	secrets map[string]bool
	current atomic.Pointer[matcher]
}

// New returns a redactor that knows the given secrets.
func New(secrets ...string) *Redactor {
	r := &Redactor{}
	r.Secret(secrets...)
	return r
}

// Secret registers values that must not appear in any output: tokens, passwords, generated keys.
// Values shorter than four bytes are ignored (they would erase the text around them); values shorter than
// eight are replaced as whole words only.
func (r *Redactor) Secret(values ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, v := range values {
		if len(v) < minSecret || r.secrets[v] {
			continue
		}
		if r.secrets == nil {
			r.secrets = map[string]bool{}
		}
		r.secrets[v] = true
		r.current.Store(nil)
	}
}

// Text returns s without key material, without tokens by shape, and without any registered value.
func (r *Redactor) Text(s string) string {
	return r.known(material(s))
}

// known replaces the registered values only.
func (r *Redactor) known(s string) string {
	m := r.current.Load()
	if m == nil {
		r.mu.Lock()
		m = newMatcher(r.secrets)
		r.current.Store(m)
		r.mu.Unlock()
	}
	return m.replace(s)
}
