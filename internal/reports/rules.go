package reports

import (
	"embed"
	"sync"

	"plumbline/internal/openapi"
)

// ruleFiles are the sources that turn the events of a log into report.json.
//
//go:embed attempt.go build.go drift.go exit.go headline.go journal.go outcome.go reason.go report.go requirement.go row.go
//go:embed specification.go table.go waiver.go eventlog/event.go
//go:embed verdict/conformance.go verdict/rollup.go verdict/standing.go verdict/verdict.go
var ruleFiles embed.FS

// Rules is the SHA-256 sum, in hexadecimal, of the sources that make a report from a log. A report that was made by other
// rules may have the same meaning in other words; only its own release can check it word by word.
var Rules = sync.OnceValue(func() string {
	digest, err := openapi.DigestFS(ruleFiles)
	if err != nil {
		panic(err) // the files are part of the binary
	}
	return digest
})
