package network

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var networks = declare(resource[state.Network]{
	Noun: "network", Plural: "networks", Table: state.Networks,
	Sees: isExternalTo,
	New:  func() *state.Network { return &state.Network{MTU: 1500, AdminUp: true, ProviderType: "local"} },
	View: func(x *pipeline.Exchange, n *state.Network) any { return viewNetwork(x, n) },
	Created: func(x *pipeline.Exchange, n *state.Network) any {
		view := viewNetwork(x, n)
		view.Default = &view.Network.Default
		return view
	},
	Changed: func(x *pipeline.Exchange, n *state.Network) any {
		view := viewNetwork(x, n)
		if _, said := body.ObjectIn(body.ObjectIn(x.Body)["network"])["is_default"]; said {
			view.Default = &view.Network.Default
		}
		return view
	},
	Made: func(x *pipeline.Exchange, c *change[state.Network]) *pipeline.Fault {
		if f := placeSegments(c); f != nil {
			return f
		}
		if c.Before == nil {
			if f := zonesExist(x, "network", c.After.ZoneHints); f != nil {
				return f
			}
		}
		switch {
		case c.After.MTU > largestMTU:
			return faults.Input("Requested MTU is too big, maximum is %d", largestMTU)
		case c.After.MTU == 0:
			c.After.MTU = largestMTU
		}
		if c.Before == nil && c.After.QoSID == nil {
			c.After.QoSID = defaultQoS(x, c.After.ProjectID)
		}
		if f := knownQoS(x, c, c.After.QoSID); f != nil {
			return f
		}
		if c.Before != nil && c.Before.Shared && !c.After.Shared && usedByOthers(x, c.After) {
			return faults.New(409, "InvalidSharedSetting", "Unable to reconfigure sharing settings for network %s. Multiple tenants are using "+
				"it.", c.After.ID)
		}
		inside := c.Before != nil && c.Before.External && !c.After.External
		if inside && slices.ContainsFunc(state.Ports.List(x.Txn, "network", c.After.ID), isGateway) {
			return faults.New(409, "ExternalNetworkInUse",
				"External network %s cannot be updated to be made non-external, since it has existing gateway ports.", c.After.ID)
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.Network]{{Name: "refuse a network in use", Run: refuseInUse}},
	With: func(x *pipeline.Exchange, n *state.Network) {
		for _, p := range state.Ports.List(x.Txn, "network", n.ID) {
			state.FloatingIPs.Delete(x.Txn, p.DeviceID)
			state.Ports.Delete(x.Txn, p.ID)
		}
		for _, s := range state.Subnets.List(x.Txn, "network", n.ID) {
			state.Subnets.Delete(x.Txn, s.ID)
		}
	},
})

// largestMTU is that of the physical networks, and what a network has that no other is chosen for.
const largestMTU = 1500

func isGateway(p *state.Port) bool { return p.DeviceOwner == ofGateway }

// zonesExist refuses hints at availability zones that no agent is in.
func zonesExist(x *pipeline.Exchange, kind string, hints []string) *pipeline.Fault {
	all := allZones(x)
	for _, hint := range hints {
		if !slices.ContainsFunc(all, func(z *zoneView) bool { return z.Name == hint && z.Resource == kind }) {
			return faults.New(404, "AvailabilityZoneNotFound", "AvailabilityZone %s could not be found.", hint)
		}
	}
	return nil
}

// placeSegments gives a new network its segments; a change of them is accepted, and changes nothing.
func placeSegments(c *change[state.Network]) *pipeline.Fault {
	n := c.After
	if f := soundProvider(c); f != nil {
		return f
	}
	switch {
	case c.Before != nil:
		n.Segments = c.Before.Segments
	case len(n.Segments) == 0:
		n.Segments = nil
	case slices.ContainsFunc(providerKeys, c.Given):
		return faults.New(400, "SegmentsSetInConjunctionWithProviders", "Segments and provider values cannot both be set.")
	case len(n.Segments) == 1:
		only := n.Segments[0]
		n.ProviderType, n.ProviderNetwork, n.ProviderSegment, n.Segments = only.Type, only.Physical, only.ID, nil
	}
	for i, s := range n.Segments {
		if slices.ContainsFunc(n.Segments[:i], func(other state.Segment) bool { return reflect.DeepEqual(s, other) }) {
			return faults.New(400, "SegmentsContainDuplicateEntry", "Duplicate segment entry in request.")
		}
	}
	return nil
}

// soundProvider refuses attributes of the provider that make no network, and changes of them. (A network with a number of its own among
// VLANs can get another number.)
func soundProvider(c *change[state.Network]) *pipeline.Fault {
	n := c.After
	switch b := c.Before; {
	case b == nil && !slices.ContainsFunc(providerKeys, c.Given):
		return soundSegments(n.Segments)
	case b == nil && len(n.Segments) > 0:
		return nil
	case b == nil && !c.Given("provider:network_type"):
		return faults.Input("network_type required")
	case b == nil:
		return soundSegments([]state.Segment{{Type: n.ProviderType, Physical: n.ProviderNetwork, ID: n.ProviderSegment}})
	case cmp.Or(n.ProviderType, "local") != cmp.Or(b.ProviderType, "local") || !equalPointers(n.ProviderNetwork, b.ProviderNetwork):
		return faults.Input("Plugin does not support updating the following provider network attributes: provider:physical_network, " +
			"provider:network_type")
	case !equalPointers(n.ProviderSegment, b.ProviderSegment) && b.ProviderType != "vlan":
		return faults.Input("Only VLAN type networks can be updated.")
	}
	return nil
}

// networkTypes are the kinds of networks of providers.
var networkTypes = []string{"flat", "geneve", "gre", "local", "vlan", "vxlan"}

func soundSegments(all []state.Segment) *pipeline.Fault {
	for _, s := range all {
		switch {
		case s.Type == "":
			return faults.Input("network_type required")
		case !slices.Contains(networkTypes, s.Type):
			return faults.Input("network_type value '%s' not supported", s.Type)
		case s.Type == "flat" && (s.Physical == nil || *s.Physical == ""):
			return faults.Input("physical_network required for flat provider network")
		}
	}
	return nil
}

var providerKeys = []string{"provider:network_type", "provider:physical_network", "provider:segmentation_id"}

// ownOrLent tells whether a network is of the caller's project or shared with it: who sees it only because it is external does not see
// what is on it.
func ownOrLent(x *pipeline.Exchange, n *state.Network) bool {
	return n.ProjectID == x.Caller.ProjectID && n.ProjectID != "" || n.Shared || isSharedWith(x, "network", n.ID)
}

// usedByOthers tells whether another project than its own has ports on a network.
func usedByOthers(x *pipeline.Exchange, n *state.Network) bool {
	return slices.ContainsFunc(usersOfNetwork(x, n.ID), func(project string) bool { return project != n.ProjectID })
}

func refuseInUse(x *pipeline.Exchange, n *state.Network) *pipeline.Fault {
	var used []string
	for p := range state.Ports.ByKey(x.Txn, "network", n.ID) {
		if !isIdle(x, p) {
			used = append(used, p.ID)
		}
	}
	if len(used) == 0 {
		return nil
	}
	return faults.New(409, "NetworkInUse", "Unable to complete operation on network %s. There are one or more ports still in "+
		"use on the network, id for these ports is: %s.", n.ID, strings.Join(used, ","))
}

type networkView struct {
	*state.Network
	Status           string   `json:"status"`
	Subnets          []string `json:"subnets"`
	Zones            []string `json:"availability_zones"`
	IPv4AddressScope *string  `json:"ipv4_address_scope"`
	IPv6AddressScope *string  `json:"ipv6_address_scope"`
	PortSecurity     bool     `json:"port_security_enabled"`
	// The three are shown for a network with one segment, and Segments for one with several.
	ProviderType    any             `json:"provider:network_type,omitzero"`
	ProviderNetwork any             `json:"provider:physical_network,omitzero"`
	ProviderSegment any             `json:"provider:segmentation_id,omitzero"`
	Segments        []state.Segment `json:"segments,omitzero"`
	// Default is set in answers to creations, and to changes of it, and for external networks.
	Default *bool `json:"is_default,omitzero"`
}

func viewNetwork(x *pipeline.Exchange, n *state.Network) *networkView {
	v := &networkView{Network: n, Status: "ACTIVE", PortSecurity: !n.Open, Segments: n.Segments}
	if n.Segments == nil {
		v.ProviderType, v.ProviderNetwork, v.ProviderSegment = cmp.Or(n.ProviderType, "local"), n.ProviderNetwork, n.ProviderSegment
	}
	for s := range state.Subnets.ByKey(x.Txn, "network", n.ID) {
		v.Subnets = append(v.Subnets, s.ID)
		if s.PoolID == nil {
			continue
		}
		if pool := state.SubnetPools.Get(x.Txn, *s.PoolID); pool != nil && s.IPVersion == 4 {
			v.IPv4AddressScope = pool.ScopeID
		} else if pool != nil {
			v.IPv6AddressScope = pool.ScopeID
		}
	}
	slices.Sort(v.Subnets)
	v.Zones = zonesOf(x, n.Agents)
	if n.External {
		v.Default = &n.Default
	}
	return v
}
