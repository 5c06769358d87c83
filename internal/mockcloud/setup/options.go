package setup

import (
	"errors"

	"plumbline/internal/openapi"
)

// Option is an option of mockcloud.New that only the commands and our own tests need.
type Option = func(*Cloud) error

// SelfCheck sets whether each answer is checked against its document (the default).
func SelfCheck(on bool) Option {
	return func(o *Cloud) error { o.Env.SelfCheck = on; return nil }
}

// Unimplemented sets a function that is called for each request for an operation that the mock does not perform yet ("GET /os-hosts"),
// with the name of the service ("compute") and the request's microversion ("2.93", or ""). It is called from several goroutines at once.
func Unimplemented(tell func(service, operation, at string)) Option {
	return func(o *Cloud) error {
		o.Env.Unimplemented = func(s openapi.Service, operation string, at openapi.Version) {
			tell(s.String(), operation, at.String())
		}
		return nil
	}
}

// Documents sets the documents that drive the services; the default is the embedded ones. Overlays from outside (those of a
// features.Suite) show in the profile specified.
func Documents(d *openapi.Documents) Option {
	return func(o *Cloud) error { o.Env.Documents = d; return nil }
}

// WithoutControl leaves the control API out; mockcloud.Cloud.Control still works.
func WithoutControl() Option { return func(o *Cloud) error { o.Control = false; return nil } }

// DataDir keeps the cloud's state in a directory, which is created if it does not exist: changes by a request are on disk before
// it is answered, and the next cloud with the same directory continues with them. Close the cloud at the end. Ids must be random:
// seeded ones would occur a second time.
func DataDir(dir string) Option {
	return func(o *Cloud) error {
		if dir == "" {
			return errors.New("a data directory without a name")
		}
		o.DataDir = dir
		return nil
	}
}
