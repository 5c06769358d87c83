// Package redact removes secrets from exchanges before anything is written or shown: by the name of a header, of a JSON key or of
// a query parameter, by form (key material, Fernet tokens, JSON Web Tokens), and by value, for every token and password that was
// registered during the run. Reports, the mock's journal and the check of clients share it; names.go has the only list of names.
package redact

import "sync"

// Mark replaces a secret.
const Mark = "[redacted]"

// Redactor holds the known secrets of a run. The zero value has none; it is safe for concurrent use.
type Redactor struct {
	mu      sync.RWMutex
	secrets map[string]bool
	matcher matcher
}

// New returns a redactor with the given secrets.
func New(secrets ...string) *Redactor {
	r := &Redactor{}
	r.AddSecrets(secrets...)
	return r
}

// AddSecrets registers values that must not appear in any output: tokens, passwords, generated keys. Values shorter than four bytes
// are ignored, because their replacement would damage other text; values shorter than eight are replaced as whole words only.
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

// Text redacts free text, such as a message, which may quote anything: secrets recognised by name, by form or by their
// place in a URL, and registered values.
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

// RedactKnown removes registered values and the passwords of URLs only: for text written by the suite itself, in which
// no secret follows a name.
func (r *Redactor) RedactKnown(s string) string { return r.redactKnown(withoutUserinfo(s)) }

// redactKnown replaces the registered values only.
func (r *Redactor) redactKnown(s string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.matcher.replace(s)
}
