package certify

import (
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/waivers"
)

// readWaivers joins the waivers of a file with those of the settings, and refuses invalid ones.
func readWaivers(file string, more []waivers.Waiver, suite *features.Suite) ([]eventlog.Waiver, error) {
	all := more
	if file != "" {
		read, err := waivers.ReadFile(file)
		if err != nil {
			return nil, cli.Usage(err)
		}
		all = append(read, more...)
	}
	if len(all) == 0 {
		return nil, nil
	}
	checked, err := waivers.Check(all, suite.Catalogue, suite.Scenarios)
	if err != nil {
		return nil, cli.Usage(err)
	}
	return checked, nil
}
