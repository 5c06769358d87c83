// Package features holds the requirements of clouds: the requirement catalogue (data) and the scenarios (Gherkin) that test
// every requirement of it. Sentences are only text here; package steps turns them into requests.
//
// Tags have facts for the program only:
//
//	@spec:microversions   the specification, which is also the folder
//	@RKP-16               a requirement that the scenario tests beside the one in its row's id
//	@since:2.54 @until:2.56   the microversions it holds for; the boundary sweep also tests one below, and the newest
//	@boundary             it tests a boundary itself and is not swept
//	@before:same          what holds one below @since, where the documents cannot tell: same, none, or a status
//	@shipped @specified   the one profile it holds in
//	@needs:metadata       a capability of the target
//	@op:servers.rebuild   an operation that it exercises
//	@disruptive           it changes more than it creates itself
package features

import "embed"

// FS holds the catalogue (catalogue/*.yaml) and the scenarios (<specification>/<topic>.feature).
//
//go:embed catalogue/*.yaml */*.feature
var FS embed.FS

// Schema is the JSON Schema (draft 7) of catalogue/NAME.yaml, for editors.
//
//go:embed schema/catalogue-v1.json
var Schema []byte
