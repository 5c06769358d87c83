package hosts

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

func hostToAdd(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	if host := w.Request.Add.Name; state.Hosts.Get(x.Txn, host) == nil {
		return pipeline.NotFound("Compute host %s could not be found.", host)
	}
	return nil
}

func addMayRezone(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	a := w.found
	zone, there := a.Metadata["availability_zone"]
	if !there {
		return nil
	}
	if why := whyNotInZone(x, a, zone, []string{w.Request.Add.Name}, false); why != "" {
		return pipeline.Conflict("Cannot add host to aggregate %s. Reason: %s.", a.ID, why)
	}
	return nil
}

// whyNotInZone says why an aggregate's hosts cannot be in a zone, "" when they can. Reasons: they are in another zone already, or (if
// settled) they have servers whose zone would change.
func whyNotInZone(x *pipeline.Exchange, a *state.Aggregate, zone string, hosts []string, settled bool) string {
	if zone == "" {
		return "Aggregate " + a.Name + " does not support empty named availability zone"
	}
	var others []string
	for _, other := range aggregatesInOrder(x) {
		shares := slices.ContainsFunc(other.Hosts, func(h string) bool { return slices.Contains(hosts, h) })
		if z := other.Zone(); other.ID != a.ID && shares && z != "" && z != zone {
			others = append(others, python.Repr(z))
		}
	}
	if len(others) > 0 {
		return "One or more hosts already in availability zone(s) [" + strings.Join(others, ", ") + "]"
	}
	if settled && a.Zone() != zone && slices.ContainsFunc(hosts, func(h string) bool { return state.UsedOf(x.Txn, h).Servers > 0 }) {
		return "One or more hosts contain instances in this zone"
	}
	return ""
}

func addMovesServers(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	a, host := w.found, w.Request.Add.Name
	if a.Zone() == "" {
		return nil
	}
	return movesServers(x, "Cannot add host to aggregate "+a.ID, "added to", host, zoneBut(x, host, ""), a.Zone())
}

func removeMovesServers(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	a, host := w.found, w.Request.Remove.Name
	if a.Zone() == "" {
		return nil
	}
	return movesServers(x, "Cannot remove host from aggregate "+a.ID, "removed from", host, a.Zone(), zoneBut(x, host, a.ID))
}

// zoneBut answers the zone that a host has through aggregates other than the given one, "" for none.
func zoneBut(x *pipeline.Exchange, host, except string) string {
	for a := range state.Aggregates.ByKey(x.Txn, "host", host) {
		if a.ID != except && a.Zone() != "" {
			return a.Zone()
		}
	}
	return ""
}

// movesServers refuses a change that would move a host with servers to another zone.
func movesServers(x *pipeline.Exchange, what, how, host, from, to string) *pipeline.Fault {
	n := state.UsedOf(x.Txn, host).Servers
	if n == 0 || from == to {
		return nil
	}
	none := func(zone string) string {
		if zone == "" {
			return "None"
		}
		return zone
	}
	return pipeline.Conflict("%s. Reason: The host cannot be %s the aggregate as the availability zone of the host would "+
		"change from '%s' to '%s' "+
		"but the host already has %s instance(s). Changing the AZ of an existing instance is not supported by this action. "+
		"Move the instances away "+
		"from this host then try again. If you need to move the instances between AZs then you can use shelve_offload and "+
		"unshelve to achieve this..",
		what, how, none(from), none(to), strconv.Itoa(n))
}

func notIn(_ *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	a, host := w.found, w.Request.Add.Name
	if slices.Contains(a.Hosts, host) {
		return pipeline.Conflict("Aggregate %s already has host %s.", a.ID, host)
	}
	return nil
}

func addHost(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	host := w.Request.Add.Name
	w.change(x, func(a *state.Aggregate) { a.Hosts = append(slices.Clone(a.Hosts), host) })
	return nil
}

// findMember finds the aggregate and the host in it; the refusal is the same whichever of them is missing.
func findMember(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	id, host := x.Params.Get("aggregate_id"), w.Request.Remove.Name
	a := state.Aggregates.Get(x.Txn, id)
	if a == nil || !slices.Contains(a.Hosts, host) {
		return pipeline.NotFound("Cannot remove host %s in aggregate %s", host, id)
	}
	w.found = a
	return nil
}

func removeHost(x *pipeline.Exchange, w *aggregating) *pipeline.Fault {
	w.found = withoutHost(x, w.found, w.Request.Remove.Name)
	return nil
}

// withoutHost removes a host from an aggregate.
func withoutHost(x *pipeline.Exchange, a *state.Aggregate, host string) *state.Aggregate {
	w := aggregating{found: a}
	w.change(x, func(a *state.Aggregate) {
		a.Hosts = slices.DeleteFunc(slices.Clone(a.Hosts), func(h string) bool { return h == host })
	})
	return w.found
}
