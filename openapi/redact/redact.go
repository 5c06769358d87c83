// Package redact takes secrets out of exchanges before anything is written or shown: by the name of a header, of a JSON key
// or of a query parameter, by shape (key material, Fernet tokens, JSON Web Tokens), and by value, for every token and
// password that was registered while the run went on. Reports, the mock's journal and the check of clients share it, and
// names.go is the one list of names.
package redact

import "sync"

// Mark stands where a secret stood.
const Mark = "[redacted]"

// Redactor holds the known secrets of a run. The zero value knows none; it is safe for concurrent use.
type Redactor struct {
	mu      sync.RWMutex
	secrets map[string]bool
	matcher matcher
}

// New returns a redactor that knows the given secrets.
func New(secrets ...string) *Redactor {
	r := &Redactor{}
	r.AddSecrets(secrets...)
	return r
}

// AddSecrets registers values that must not appear in any output: tokens, passwords, generated keys.
// Values shorter than four bytes are ignored (they would erase the text around them); values shorter than
// eight are replaced as whole words only.
func (r *Redactor) AddSecrets(values ...string) {
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
		r.matcher.add(v)
	}
}

// Text returns free text, a message that may quote anything, without what is secret by its name, by its shape or
// by its place in a URL, and without any registered value.
func (r *Redactor) Text(s string) string {
	if looksJSON(s) {
		s = redactJSON(s)
	} else {
		s = redactLoosely(s)
	}
	return r.redactShapes(s)
}

// redactShapes is Text without the search for names.
func (r *Redactor) redactShapes(s string) string {
	return r.redactKnown(redactKeyMaterial(withoutUserinfo(s)))
}

// RedactKnown returns s without any registered value and without the passwords of URLs: for text that the suite itself wrote,
// in which a name is not followed by a secret.
func (r *Redactor) RedactKnown(s string) string { return r.redactKnown(withoutUserinfo(s)) }

// redactKnown replaces the registered values only.
func (r *Redactor) redactKnown(s string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.matcher.replace(s)
}
