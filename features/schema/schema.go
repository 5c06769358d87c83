// Package schema has the JSON Schema of a catalogue, for editors.
package schema

import _ "embed"

// Catalogue is the JSON Schema (draft 7) of catalogue/NAME.yaml.
//
//go:embed catalogue-v1.json
var Catalogue []byte
