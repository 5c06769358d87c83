// Package features holds what must be true of a cloud: the requirement catalogue (data) and the
// scenarios (Gherkin) that reach every requirement of it. It knows sentences as text only; how a
// sentence becomes a request is the business of package steps.
package features

import "embed"

// FS holds the catalogue (catalogue/*.yaml) and the scenarios (<specification>/<topic>.feature).
//
//go:embed catalogue/*.yaml */*.feature
var FS embed.FS
