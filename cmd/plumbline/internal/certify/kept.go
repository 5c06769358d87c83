package certify

import (
	"fmt"

	"plumbline/internal/reports/printable"
	"plumbline/steps"
)

// shownBy are the words of the openstack client that show a kind of thing by its id.
var shownBy = map[string]string{
	"server": "server show", "image": "image show", "volume": "volume show", "snapshot": "volume snapshot show",
	"network": "network show", "stack": "stack show",
}

// sayWhatWasKept prints what --keep-failed left, case by case, and how to look at it.
func (f *TargetFlags) sayWhatWasKept(kept []steps.Kept) {
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
