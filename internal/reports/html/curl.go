package html

import (
	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
)

// Curl renders an exchange as a command line for a POSIX shell: see exchange.Curl. That of a program is its own.
func Curl(x *eventlog.Exchanged) string {
	if x.Method == eventlog.ProgramRun {
		return x.URL
	}
	return exchange.Curl(x.Request)
}
