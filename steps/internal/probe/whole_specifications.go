package probe

import (
	"context"
	"slices"

	"plumbline/steps/internal/target"
)

// together are capabilities that one specification brings: where any of the first list is there, all of the second are
// taken to be there. A cloud that has one half of a specification fails the rows about the other half; it is not excused
// from them because the very thing that they are about is missing.
var together = []struct{ any, all []string }{
	{[]string{target.ProjectHypervisors, target.HypervisorUUID}, []string{target.ProjectHypervisors, target.HypervisorUUID}},
	{[]string{target.ReimageFlag}, []string{target.ReimageTrait}},
}

// settleTogether looks at what the probes found of each specification.
func settleTogether(_ context.Context, t *target.Target) error {
	for _, group := range together {
		at := slices.IndexFunc(group.any, func(name string) bool { return t.Known[name].Present })
		if at < 0 {
			continue
		}
		for _, name := range group.all {
			if found := t.Known[name]; !found.Present {
				t.Found(name, true, group.any[at]+" is there, which the same specification brings; of this one alone: "+found.Evidence)
			}
		}
	}
	return nil
}
