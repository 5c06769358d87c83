package create

import (
	"cmp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
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
// the project can use. Where there is none, only a request that asks for a network ("auto") is refused.
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
	if len(usable) == 0 && given.auto { // network makes none by itself: it has no default subnet pools
		return pipeline.BadRequest("Unable to automatically allocate a network for project %s", x.Caller.ProjectID)
	}
	for _, n := range usable {
		w.nics = append(w.nics, ports.Nic{Network: n.ID})
	}
	return nil
}

// connections refuses networks that make no sense together, whatever ports and networks there are.
func connections(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	seen := map[string]bool{}
	for _, n := range w.Request.Server.Networks.listed {
		switch port := n.Port; {
		case port == "" && n.Network == "":
			return pipeline.BadRequest("Bad network format: missing 'uuid'")
		case port == "":
		case seen[port]:
			return pipeline.BadRequest("Port ID '%s' was specified twice: you cannot attach a port multiple times.", port)
		case n.FixedIP != "":
			return pipeline.BadRequest("Specified Fixed IP '%s' cannot be used with port '%s': the two cannot be specified together.",
				n.FixedIP, port)
		default:
			seen[port] = true
		}
	}
	return nil
}

// severalServers refuses what only one server can have, where more are asked for: an address, a port, a host name.
func severalServers(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.most < 2 {
		return nil
	}
	listed := w.Request.Server.Networks.listed
	if slices.ContainsFunc(listed, func(n nicRequest) bool { return n.Port == "" && n.FixedIP != "" }) {
		return pipeline.BadRequest("Failed to launch instances: max_count cannot be greater than 1 if an fixed_ip is specified.")
	}
	if slices.ContainsFunc(listed, func(n nicRequest) bool { return n.Port != "" }) {
		return pipeline.BadRequest("Failed to launch instances: Unable to launch multiple instances with a single configured port ID. " +
			"Please launch your instance one by one with different ports.")
	}
	if _, named := w.Request.Server.Hostname.Get(); named {
		return pipeline.BadRequest("Unable to allocate a single hostname to multiple instances")
	}
	return nil
}

// listed checks the ports that are given, then the networks.
func (w *creation) listed(x *pipeline.Exchange, given []nicRequest) *pipeline.Fault {
	for _, asked := range given {
		n := ports.Nic(asked)
		if f := checkPort(x, &n); f != nil {
			return f
		}
		w.nics = append(w.nics, n)
	}
	var missing []string
	for i, asked := range given {
		if asked.Port != "" {
			continue
		}
		network := state.Networks.Get(x.Txn, w.nics[i].Network)
		if network == nil || !isUsableNetwork(x, network) {
			missing = append(missing, w.nics[i].Network)
			continue
		}
		if state.Subnets.FirstByKey(x.Txn, "network", network.ID) == nil {
			return pipeline.BadRequest("Network %s requires a subnet in order to boot instances on.", network.ID)
		}
	}
	if len(missing) > 0 {
		return pipeline.BadRequest("Network %s could not be found.", strings.Join(missing, ", "))
	}
	return nil
}

// checkPort checks a port that is to be used, and finds its network.
func checkPort(x *pipeline.Exchange, n *ports.Nic) *pipeline.Fault {
	if n.Port == "" {
		return nil
	}
	port := state.Ports.Get(x.Txn, n.Port)
	switch {
	case port == nil || port.ProjectID != x.Caller.ProjectID && !x.Caller.Admin():
		return pipeline.BadRequest("Port id %s could not be found.", n.Port)
	case port.DeviceID != "":
		return pipeline.Conflict("Port %s is still in use.", n.Port)
	case len(port.FixedIPs) == 0:
		return pipeline.BadRequest("Port %s requires a FixedIP in order to be used.", n.Port)
	}
	n.Network = port.NetworkID
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
