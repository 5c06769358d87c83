package compute

import (
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// askedHypervisor is the uuid of the hypervisor that a new server is to be on (specified, from ProjectAdmins).
func askedHypervisor(body map[string]any) string {
	id, _ := body["hypervisor_uuid"].(string)
	return strings.ToLower(id)
}

// createHypervisorPolicy lets administrators of a project, and its managers, name a hypervisor.
func createHypervisorPolicy(x *pipeline.Exchange) *pipeline.Fault {
	if askedHypervisor(creating(x).body) == "" {
		return nil
	}
	return x.Demand("compute:servers:create:requested_hypervisor")
}

// createHypervisor finds the hypervisor of the uuid, among those that the caller may know of. Another project's is
// like one that is none. A host or a hypervisor's name beside it must be that one's own.
func createHypervisor(x *pipeline.Exchange) *pipeline.Fault {
	w := creating(x)
	id := askedHypervisor(w.body)
	if id == "" {
		return nil
	}
	found := state.Hosts.First(x.Txn, "hypervisor", id)
	if found == nil || !seesAll(x) && !assignedTo(x, x.Caller.ProjectID)[found.Name] {
		return pipeline.BadRequest("Hypervisor %s could not be found.", w.body["hypervisor_uuid"])
	}
	host, node := destination(w.body)
	switch {
	case host != "" && host != found.Name:
		return pipeline.BadRequest("Compute host %s could not be found.", host)
	case node != "" && node != found.Node:
		return pipeline.BadRequest("Compute host %s could not be found.", node)
	}
	w.hypervisor = found
	return nil
}

// destination is the host that the scheduler is asked for: by its own name, by the hypervisor's, by the hypervisor's
// uuid, or none.
func (w *creation) destination() (host, node string) {
	if w.hypervisor != nil {
		return w.hypervisor.Name, w.hypervisor.Node
	}
	return destination(w.body)
}

// wrongZone is the refusal of a zone that nobody can have. Where project administrators have another way to name a
// host, "zone:host:node" is a zone like any other that is none.
func wrongZone(x *pipeline.Exchange) *pipeline.Fault {
	status := 400
	if !x.Version.Less(ProjectAdmins) {
		status = 404
	}
	return pipeline.Refuse(status, "The requested availability zone is not available")
}
