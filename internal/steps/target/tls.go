package target

import "plumbline/internal/steps/session"

// Insecure tells whether any login of the run accepts certificates without verification; the identity of the cloud is then unproven.
func (c Config) Insecure() bool {
	insecure := func(l session.Login) bool { return l.TLS != nil && l.TLS.InsecureSkipVerify }
	for _, l := range c.Actors {
		if insecure(l) {
			return true
		}
	}
	return insecure(c.Login)
}
