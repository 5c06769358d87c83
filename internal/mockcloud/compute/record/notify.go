package record

import (
	"net/netip"

	"plumbline/internal/mockcloud/notification"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// IPVersion is the version of an address, 4 or 6.
func IPVersion(address string) int {
	if a, err := netip.ParseAddr(address); err == nil && a.Is6() {
		return 6
	}
	return 4
}

// InstancePayload is the payload of a notification about a server.
func InstancePayload(x *pipeline.Exchange, s *state.Server) notification.Instance {
	i := notification.Instance{
		Server: s, Flavor: state.Flavors.Get(x.Txn, s.Flavor.ID),
		RequestID: x.RequestID, UserID: x.Caller.UserID, ProjectID: x.Caller.ProjectID,
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
				Network: network, MAC: port.MAC, PortID: port.ID, IP: ip.Address, Version: IPVersion(ip.Address),
			})
		}
	}
	return i
}

// Notify sends instance.<event> about a server from the compute service of its host.
func Notify(x *pipeline.Exchange, s *state.Server, event string) {
	NotifyFrom(x, HostOrController(s), s, event)
}

// NotifyFrom is Notify from a host that the server has left, or is not on yet: the payload does not name it.
func NotifyFrom(x *pipeline.Exchange, host string, s *state.Server, event string) {
	x.Notify(notification.Compute(host), "instance."+event, notification.Info, InstancePayload(x, s).Action)
}

// HostOrController is the host of a server, or the controller for a server on no host.
func HostOrController(s *state.Server) string {
	if s.Host == "" {
		return Controller
	}
	return s.Host
}

// NotifyVolume sends instance.<event> about a server and one of its volumes.
func NotifyVolume(x *pipeline.Exchange, s *state.Server, volume, event string, fault *state.Fault) {
	i, priority := InstancePayload(x, s), notification.Info
	if i.Fault = fault; fault != nil {
		priority = notification.Error
	}
	x.Notify(notification.Compute(HostOrController(s)), "instance."+event, priority, i.Volume(volume))
}

// NotifyUpdate sends the notification that the API changed a server's fields.
func NotifyUpdate(x *pipeline.Exchange, s *state.Server) {
	x.Notify(notification.API(), "instance.update", notification.Info, InstancePayload(x, s).Action)
}
