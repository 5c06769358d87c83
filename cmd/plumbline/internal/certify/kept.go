package certify

import (
	"fmt"
	"slices"

	"plumbline/internal/reports"
	"plumbline/internal/reports/printable"
	"plumbline/internal/steps/world"
)

// shownBy are the words of the openstack client that show a kind of thing by its id.
var shownBy = map[string]string{
	"server": "server show", "image": "image show", "volume": "volume show", "snapshot": "volume snapshot show",
	"network": "network show", "stack": "stack show",
}

// mostKept is of how many cases everything that they left is named.
const mostKept = 3

// sayWhatWasKept prints what --keep-failed left, and how to look at it: case by case where they are few, or with --verbose. Otherwise it
// counts, and shows how to look at the first case and at all servers.
func (f *TargetFlags) sayWhatWasKept(runID string, kept []world.Kept) {
	if len(kept) == 0 {
		return
	}
	first, cases := kept[0].Case, map[string]bool{}
	var kinds []string
	for _, k := range kept {
		cases[k.Case] = true
		kinds = append(kinds, k.Kind)
	}
	if f.verbose || len(cases) <= mostKept {
		f.nameKept(kept)
		return
	}
	fmt.Fprintf(f.Streams.Err, "plumbline: kept of %d rows: %s (-v names them)\n", len(cases), reports.Kinds(kinds))
	f.nameKept(slices.DeleteFunc(slices.Clone(kept), func(k world.Kept) bool { return k.Case != first }))
	if slices.Contains(kinds, "server") {
		everywhere := ""
		if f.madeUsers {
			everywhere = "--all-projects "
		}
		fmt.Fprintf(f.Streams.Err, "  all servers: %sserver list %s--name '^plumbline-%s-'\n", f.client(), everywhere, runID)
	}
}

// nameKept prints things that were left, case by case, each with the command that shows it.
func (f *TargetFlags) nameKept(kept []world.Kept) {
	last := ""
	for _, k := range kept {
		if k.Case != last {
			fmt.Fprintf(f.Streams.Err, "plumbline: kept of %s:\n", k.Case)
			last = k.Case
		}
		fmt.Fprintf(f.Streams.Err, "  %s %s", k.Kind, printable.Line(k.Name))
		if words, ok := shownBy[k.Kind]; ok {
			fmt.Fprintf(f.Streams.Err, ": %s %s", f.client()+words, printable.ShellWord(k.ID))
		}
		fmt.Fprintln(f.Streams.Err)
	}
}

// client is the beginning of a command of the openstack client with the cloud of this run.
func (f *TargetFlags) client() string {
	if f.Cloud == "" {
		return "openstack "
	}
	return "openstack --os-cloud " + printable.ShellWord(f.Cloud) + " "
}
