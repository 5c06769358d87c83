package create

import (
	"strings"

	"plumbline/mockcloud/internal/compute/hosts"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// hypervisorPolicy lets administrators of a project, and its managers, name a hypervisor.
func hypervisorPolicy(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.Request.Server.Hypervisor == "" {
		return nil
	}
	return x.Demand("compute:servers:create:requested_hypervisor")
}

// hypervisor finds the hypervisor of the uuid that the new server is to be on (specified, from ProjectAdmins), among those
// that the caller may know of. Another project's is like one that is none. A host or a hypervisor's name beside it must be
// that one's own.
func hypervisor(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	r := &w.Request.Server
	if r.Hypervisor == "" {
		return nil
	}
	found := state.Hosts.FirstByKey(x.Txn, "hypervisor", strings.ToLower(r.Hypervisor))
	if found == nil || !hosts.SeesAll(x) && !hosts.AssignedTo(x, x.Caller.ProjectID)[found.Name] {
		return pipeline.BadRequest("Hypervisor %s could not be found.", r.Hypervisor)
	}
	switch {
	case r.Host != "" && r.Host != found.Name:
		return pipeline.BadRequest("Compute host %s could not be found.", r.Host)
	case r.Node != "" && r.Node != found.Node:
		return pipeline.BadRequest("Compute host %s could not be found.", r.Node)
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
	return w.Request.Server.Host, w.Request.Server.Node
}

// wrongZone is the refusal of a zone that nobody can have. Where project administrators have another way to name a
// host, "zone:host:node" is a zone like any other that is none.
func wrongZone(x *pipeline.Exchange) *pipeline.Fault {
	status := 400
	if !x.Version.Less(hosts.ProjectAdmins) {
		status = 404
	}
	return pipeline.Refuse(status, "The requested availability zone is not available")
}
