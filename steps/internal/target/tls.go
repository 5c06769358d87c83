package target

import "plumbline/steps/internal/session"

// Insecure tells whether anybody of the run takes certificates unseen: then whoever answers may be anybody.
func (c Config) Insecure() bool {
	insecure := func(l session.Login) bool { return l.TLS != nil && l.TLS.InsecureSkipVerify }
	for _, l := range c.Actors {
		if insecure(l) {
			return true
		}
	}
	return insecure(c.Login)
}
