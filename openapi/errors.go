package openapi

import "errors"

// ErrVersion is wrapped by errors about a version that a chain does not have.
var ErrVersion = errors.New("no such version")
