// Package features holds what must be true of a cloud: the requirement catalogue (data) and the
// scenarios (Gherkin) that reach every requirement of it. It knows sentences as text only; how a
// sentence becomes a request is the business of package steps.
//
// Tags carry machine facts only:
//
//	@spec:microversions   the specification, which is also the folder
//	@RKP-16               a requirement that the scenario reaches beside the one its row id names
//	@since:2.54 @until:2.56   the microversions it holds for; the boundary sweep also asks one below, and the newest
//	@boundary             it states a boundary itself and is not swept
//	@before:same          what holds one below @since, where the documents cannot tell: same, none, or a status
//	@shipped @specified   the one profile it holds in
//	@needs:metadata       a capability of the target
//	@op:servers.rebuild   an operation that it exercises
//	@disruptive           it changes more than what it creates itself
package features

import "embed"

// FS holds the catalogue (catalogue/*.yaml) and the scenarios (<specification>/<topic>.feature).
//
//go:embed catalogue/*.yaml */*.feature
var FS embed.FS
