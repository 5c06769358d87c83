package certify

import (
	"strings"

	"plumbline/internal/reports/printable"
)

// SweepCommand is the command line that removes what a run left, with the same cloud and users as this command.
func (f *TargetFlags) SweepCommand(run string) string {
	words := []string{"plumbline", "sweep"}
	add := func(flag, value string) {
		if value != "" {
			words = append(words, flag, printable.ShellWord(value))
		}
	}
	add("--config", f.Config)
	add("--target", f.Target)
	add("--os-cloud", f.Cloud)
	for _, actor := range f.Actors {
		add("--actor", actor)
	}
	if f.Insecure {
		words = append(words, "--insecure")
	}
	add("--run", run)
	return strings.Join(words, " ")
}
