package create

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/internal/compute/ports"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

func securityGroups(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	for _, g := range w.Request.Server.SecurityGroups {
		if name, ok := g.Name.Get(); ok && !slices.Contains(w.groups, name) {
			w.groups = append(w.groups, name)
		}
	}
	if len(w.groups) == 0 {
		w.groups = []string{defaultGroup}
	}
	for _, name := range w.groups {
		if name != defaultGroup && !groupExists(x, name) {
			return pipeline.BadRequest("Unable to find security_group with name or id '%s'", name)
		}
	}
	return nil
}

// defaultGroup is the security group that every project has.
const defaultGroup = "default"

func groupExists(x *pipeline.Exchange, name string) bool {
	for g := range state.SecurityGroups.ByKey(x.Txn, "project", x.Caller.ProjectID) {
		if g.Name == name || g.ID == name {
			return true
		}
	}
	return false
}

// networks decides which ports the servers get: the listed ones; none; or, if the request does not say, one on the only network that
// the project can use.
func networks(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	given := &w.Request.Server.Networks
	switch {
	case len(given.listed) > 0:
		return w.listed(x, given.listed)
	case given.none:
		return nil
	}
	usable := usableNetworks(x)
	if len(usable) > 1 {
		return pipeline.Conflict("Multiple possible networks found, use a Network ID to be more specific.")
	}
	for _, n := range usable {
		w.nics = append(w.nics, ports.Nic{Network: n.ID})
	}
	return nil
}

func (w *creation) listed(x *pipeline.Exchange, given []nicRequest) *pipeline.Fault {
	for _, asked := range given {
		n := ports.Nic(asked)
		if f := checkNIC(x, &n, w.most); f != nil {
			return f
		}
		w.nics = append(w.nics, n)
	}
	return nil
}

func checkNIC(x *pipeline.Exchange, n *ports.Nic, servers int) *pipeline.Fault {
	if n.Port != "" {
		port := state.Ports.Get(x.Txn, n.Port)
		switch {
		case port == nil || port.ProjectID != x.Caller.ProjectID && !x.Caller.Admin():
			return pipeline.BadRequest("Port id %s could not be found.", n.Port)
		case servers > 1:
			return pipeline.BadRequest("Failed to launch instances: Unable to launch multiple instances with a single configured port ID. " +
				"Please launch your instance one by one with different ports.")
		case port.DeviceID != "":
			return pipeline.Conflict("Port %s is still in use.", n.Port)
		}
		n.Network = port.NetworkID
		return nil
	}
	network := state.Networks.Get(x.Txn, n.Network)
	if network == nil || !isUsableNetwork(x, network) {
		return pipeline.BadRequest("Network %s could not be found.", n.Network)
	}
	return nil
}

// isUsableNetwork tells whether the caller may use a network: the project's own and the shared ones; administrators may use all.
func isUsableNetwork(x *pipeline.Exchange, n *state.Network) bool {
	return n.ProjectID == x.Caller.ProjectID || n.Shared || x.Caller.Admin()
}

// usableNetworks answers the networks that are chosen from if the request names none: the project's own and the shared ones.
func usableNetworks(x *pipeline.Exchange) []*state.Network {
	var out []*state.Network
	for n := range state.Networks.All(x.Txn) {
		if (n.ProjectID == x.Caller.ProjectID || n.Shared) && !n.External {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b *state.Network) int { return cmp.Compare(a.ID, b.ID) })
	return out
}
