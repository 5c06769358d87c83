package compute

import (
	"maps"
	"slices"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// ProjectAdmins is the microversion at which administrators of a project may list the hypervisors that are assigned
// to it, and build on one of them by its uuid. No release has it: it is the one after the newest that shipped, in the
// profile specified only.
var ProjectAdmins = openapi.MustVersion("2.105")

// allHypervisors is the rule that lets callers within a project see everything. The specification announces such
// a rule and does not name it: the name is the mock's own.
const allHypervisors = "os_compute_api:os-hypervisors:list:all"

// assignedSteps narrow the list down to the hypervisors of the caller's project, where the caller sees no more.
func assignedSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "pattern is about what may be seen", Requirements: []string{"HYP-23"}, Refuses: 400, Run: patternSeen},
		{Name: "hypervisors of the project", Requirements: []string{"HYP-20", "HYP-21", "HYP-30", "HYP-31", "HYP-32"}, Run: hypervisorsAssigned},
	}
}

// narrowed tells whether the caller sees only the hypervisors of a project, and only what they are.
func narrowed(x *pipeline.Exchange) bool {
	return !x.Version.Less(ProjectAdmins) && x.Operation.ID == "hypervisors.list" && !seesAll(x)
}

// seesAll tells whether the caller may see all hypervisors: by the rule, or because the operator has widened it.
func seesAll(x *pipeline.Exchange) bool {
	x.DoNotKeep() // settings are no records
	return x.Allows(allHypervisors) || x.Env.Settings().ListAllHypervisors
}

func patternSeen(x *pipeline.Exchange) *pipeline.Fault {
	if narrowed(x) && x.Query.Has(pattern) {
		return pipeline.BadRequest("The hostnames of hypervisors are not shown, so they cannot be searched for.")
	}
	return nil
}

func hypervisorsAssigned(x *pipeline.Exchange) *pipeline.Fault {
	if !narrowed(x) {
		return nil
	}
	mine := assignedTo(x, x.Caller.ProjectID)
	w := pipeline.Work[finding](x)
	w.hosts = slices.DeleteFunc(hostsInOrder(x), func(h *state.Host) bool { return !mine[h.Name] })
	return nil
}

// assignedTo are the hosts, by name, of the aggregates that list a project.
func assignedTo(x *pipeline.Exchange, project string) map[string]bool {
	out := map[string]bool{}
	for a := range state.Aggregates.All(x.Txn) {
		if slices.Contains(a.Tenants(), project) {
			for _, h := range a.Hosts {
				out[h] = true
			}
		}
	}
	return out
}

// shownToAll are the fields that administrators of a project see; the others are there, and null.
var shownToAll = []string{"id", "state", "status"}

// hideHypervisors makes all other fields null where the caller sees no more.
func hideHypervisors(x *pipeline.Exchange, v map[string]any) map[string]any {
	if !narrowed(x) {
		return v
	}
	if v["hypervisors_links"] == nil {
		v["hypervisors_links"] = nil
	}
	items := v["hypervisors"].([]any)
	for i, item := range items {
		hidden := maps.Clone(item.(map[string]any))
		for key := range hidden {
			if !slices.Contains(shownToAll, key) {
				hidden[key] = nil
			}
		}
		items[i] = hidden
	}
	return v
}
