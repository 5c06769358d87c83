package terminal

import (
	"slices"
	"strings"

	"plumbline/internal/reports/printable"
)

// OfTheRun are the options of certify that a run which is done again takes from its report, each with whether it has a value.
var OfTheRun = map[string]bool{
	"out": true, "profile": true, "spec": true, "only": true, "exclude": true, "tags": true, "suite": true, "microversion": true,
	"budget": true, "repeat": true, "shard": true, "rerun-failed": true,
	"resume": false, "no-sweep": false, "allow-disruptive": false, "strict-schema": false,
}

// again is the command that runs the failed rows of a folder again: certify as it was called, without what it takes from the report.
// Of a run that another program began the target's options are not known.
func again(args []string, dir string) (command string, whole bool) {
	words := []string{"plumbline", "certify", "--rerun-failed", printable.ShellWord(dir)}
	if len(args) == 0 || args[0] != "certify" {
		return strings.Join(words, " "), false
	}
	for i := 1; i < len(args); i++ {
		name, _, given := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		value, known := OfTheRun[name]
		if !known || !strings.HasPrefix(args[i], "-") {
			words = append(words, printable.ShellWord(args[i]))
			continue
		}
		if value && !given {
			i++
		}
	}
	return strings.Join(words, " "), !slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, "[redacted") })
}
