package reports

import (
	"embed"
	"sync"

	"plumbline/openapi"
)

// ruleFiles are the sources that decide what a report says: from the events to report.json.
//
//go:embed attempt.go build.go drift.go exit.go headline.go journal.go outcome.go reason.go report.go requirement.go row.go
//go:embed specification.go table.go waiver.go eventlog/event.go
//go:embed verdict/conformance.go verdict/rollup.go verdict/standing.go verdict/verdict.go
var ruleFiles embed.FS

// Rules is the SHA-256 sum, in hexadecimal, of the sources that make a report from a log. A report that was
// made by other rules may say the same in other words; it can be checked word by word with its own release only.
var Rules = sync.OnceValue(func() string {
	digest, err := openapi.DigestFS(ruleFiles)
	if err != nil {
		panic(err) // the files are part of the binary
	}
	return digest
})
