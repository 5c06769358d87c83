package create

import (
	"strings"

	"plumbline/internal/mockcloud/compute/hosts"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// hypervisorPolicy allows a project's administrators and managers to name a hypervisor.
func hypervisorPolicy(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.Request.Server.Hypervisor == "" {
		return nil
	}
	return x.Demand("compute:servers:create:requested_hypervisor")
}

// hypervisor finds the requested hypervisor by its uuid (specified, from ProjectAdmins) among those that the caller may see. A
// hypervisor of another project is not found. A host or hypervisor name given with it must be that hypervisor's.
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

// destination is the host requested by its own name, by the hypervisor's name, or by the hypervisor's uuid; "" for none.
func (w *creation) destination() (host, node string) {
	if w.hypervisor != nil {
		return w.hypervisor.Name, w.hypervisor.Node
	}
	return w.Request.Server.Host, w.Request.Server.Node
}

// wrongZone is the refusal of an unknown zone. Where project administrators can name a hypervisor, "zone:host:node" is refused like
// any unknown zone.
func wrongZone(x *pipeline.Exchange) *pipeline.Fault {
	status := 400
	if !x.Version.Less(hosts.ProjectAdmins) {
		status = 404
	}
	return pipeline.Refuse(status, "The requested availability zone is not available")
}
