// Package reports has what is published beside reports: the JSON Schema of report.json, and the suites of releases that the ledger
// knows. What a report is, and what makes one of a log, is in internal/reports.
package reports

import _ "embed"

// SchemaV1 is the JSON Schema (draft 7) of plumbline/report/v1.
//
//go:embed schema/report-v1.json
var SchemaV1 []byte

// Suites is ledger/suites.yaml: the digests of the features, documents and rules of each release, in YAML.
//
//go:embed ledger/suites.yaml
var Suites []byte
