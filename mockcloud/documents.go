package mockcloud

import (
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/openapi"
)

// WithDocuments sets the documents that drive the services; the default is the embedded ones. Overlays from outside (those of a
// features.Suite) show in the profile specified.
func WithDocuments(d *openapi.Documents) Option {
	return func(o *setup.Cloud) error { o.Env.Documents = d; return nil }
}
