package hosts

import (
	"slices"

	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// ProjectAdmins is the microversion at which administrators of a project may list the hypervisors that are assigned
// to it, and build on one of them by its uuid. No release has it: it is the one after the newest that shipped, in the
// profile specified only.
var ProjectAdmins = openapi.MustVersion("2.105")

// allHypervisors is the rule that lets callers with a project's token see all hypervisors. The specification announces such a rule
// without a name: the name is the mock's own.
const allHypervisors = "os_compute_api:os-hypervisors:list:all"

// listHypervisors is the rule of the list. From ProjectAdmins on it also admits administrators of projects and users with system
// scope: the specification widens the rule under its old name. The additional callers are given by a rule of the mock's own.
const (
	listHypervisors = "os_compute_api:os-hypervisors:list"
	listAssigned    = "os_compute_api:os-hypervisors:list:assigned"
)

func mayListHypervisors(x *pipeline.Exchange) *pipeline.Fault {
	if x.Version.Less(ProjectAdmins) {
		return x.Demand(listHypervisors)
	}
	if x.Allows(listAssigned) {
		return nil
	}
	return x.PolicyFault(listHypervisors)
}

// assignedSteps reduce the list to the hypervisors of the caller's project, if the caller may see only those.
func assignedSteps() []pipeline.StepOf[finding] {
	return []pipeline.StepOf[finding]{
		{Name: "pattern is about what may be seen", Requirements: []string{"HYP-23"}, Refuses: 400, Run: pipeline.Ignoring[finding](patternSeen)},
		{Name: "hypervisors of the project", Requirements: []string{"HYP-20", "HYP-21", "HYP-30", "HYP-31", "HYP-32"}, Run: hypervisorsAssigned},
	}
}

// seesOneProject tells whether the caller sees only the hypervisors of a project, and of those only the basic fields.
func seesOneProject(x *pipeline.Exchange) bool {
	return !x.Version.Less(ProjectAdmins) && x.Operation.ID == "hypervisors.list" && !SeesAll(x)
}

// SeesAll tells whether the caller may see all hypervisors: by the rule, or because the operator has widened it.
func SeesAll(x *pipeline.Exchange) bool {
	x.DoNotKeep() // settings are not records
	return x.Allows(allHypervisors) || x.Env.Settings().ListAllHypervisors
}

func patternSeen(x *pipeline.Exchange) *pipeline.Fault {
	if seesOneProject(x) && x.Query.Has(pattern) {
		return pipeline.BadRequest("The hostnames of hypervisors are not shown, so they cannot be searched for.")
	}
	return nil
}

func hypervisorsAssigned(x *pipeline.Exchange, w *finding) *pipeline.Fault {
	if !seesOneProject(x) {
		return nil
	}
	mine := AssignedTo(x, x.Caller.ProjectID)
	w.hosts = slices.DeleteFunc(schedule.Hosts(x), func(h *state.Host) bool { return !mine[h.Name] })
	return nil
}

// AssignedTo answers the names of the hosts in aggregates that list the project.
func AssignedTo(x *pipeline.Exchange, project string) map[string]bool {
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

// narrowedHypervisor is a hypervisor as administrators of a project see it: the other fields are null.
type narrowedHypervisor struct {
	ID       any     `json:"id"`
	State    string  `json:"state"`
	Status   string  `json:"status"`
	Hostname *string `json:"hypervisor_hostname"`
}

// narrowedWithServers is a narrowedHypervisor with its servers.
type narrowedWithServers struct {
	narrowedHypervisor
	Servers *[]serverName `json:"servers"`
}

// narrowedView is a list of hypervisors for administrators of a project; the link to the next page is null on the last page.
type narrowedView struct {
	Hypervisors []any            `json:"hypervisors"`
	Links       *[]pipeline.Link `json:"hypervisors_links"`
}

func answerNarrowed(x *pipeline.Exchange, w *finding) (*pipeline.Response, *pipeline.Fault) {
	v := narrowedView{Links: w.next(x, "/os-hypervisors")}
	for _, h := range w.hosts {
		all := w.brief(x, h)
		seen := narrowedHypervisor{ID: all.ID, State: all.State, Status: all.Status}
		if all.Servers == nil {
			v.Hypervisors = append(v.Hypervisors, &seen)
		} else {
			v.Hypervisors = append(v.Hypervisors, &narrowedWithServers{narrowedHypervisor: seen})
		}
	}
	return pipeline.Body(200, &v), nil
}
