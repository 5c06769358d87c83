// Package schema embeds the JSON Schema (draft 7) of report.json.
package schema

import _ "embed"

// ReportV1 is the schema of plumbline/report/v1.
//
//go:embed report-v1.json
var ReportV1 []byte
