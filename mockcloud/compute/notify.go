package compute

import (
	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// told is a server as notifications tell about it.
func told(x *pipeline.Exchange, s *state.Server) notification.Instance {
	request, user, project := actor(x)
	i := notification.Instance{
		Server: s, Flavor: state.Flavors.Get(x.Txn, s.Flavor.ID),
		RequestID: request, UserID: user, ProjectID: project,
	}
	for _, id := range s.Ports {
		port := state.Ports.Get(x.Txn, id)
		if port == nil {
			continue
		}
		network := ""
		if n := state.Networks.Get(x.Txn, port.NetworkID); n != nil {
			network = n.Name
		}
		for _, ip := range port.FixedIPs {
			i.Addresses = append(i.Addresses, notification.Address{
				Network: network, MAC: port.MAC, PortID: port.ID, IP: ip.Address, Version: ipVersion(ip.Address),
			})
		}
	}
	return i
}

// tell sends instance.<event> about a server from the compute service of its host.
func tell(x *pipeline.Exchange, s *state.Server, event string) {
	x.Notify(notification.Compute(hostOr(s)), "instance."+event, notification.Info, told(x, s).Action)
}

func hostOr(s *state.Server) string {
	if s.Host == "" {
		return controller
	}
	return s.Host
}

// tellVolume sends instance.<event> about a server and one of its volumes.
func tellVolume(x *pipeline.Exchange, s *state.Server, volume, event string, fault *state.Fault) {
	i, priority := told(x, s), notification.Info
	if i.Fault = fault; fault != nil {
		priority = notification.Error
	}
	x.Notify(notification.Compute(hostOr(s)), "instance."+event, priority, i.Volume(volume))
}
