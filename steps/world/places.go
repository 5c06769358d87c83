package world

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/steps/target"
)

// Zone is the real name of a zone that a sentence speaks of: AZ1, AZ2, "the default zone"; other names are their own.
// It stops the step when the target has no such zone (@needs:two-zones, @needs:host-without-zone).
func (w *World) Zone(name string) string {
	places := w.env.Target.Places
	zones := places.Zones()
	switch name {
	case "AZ1", "AZ2":
		if at := int(name[2] - '1'); at < len(zones) {
			return zones[at]
		}
	case "the default zone":
		if outside := places.Outside(); len(outside) > 0 {
			return outside[0].Zone
		}
	default:
		return name
	}
	panic(stop{fmt.Errorf("the target has no zone to play %s; its zones: %s", name, strings.Join(zones, ", "))})
}

// Host is the place that a sentence speaks of: host1 and host2 are the first hosts of AZ1 and AZ2, host0 is the first
// that no aggregate gives a zone to. It stops the step when there is no such host.
func (w *World) Host(name string) target.Place {
	var found target.Places
	switch name {
	case "host1", "host2":
		found = w.env.Target.Places.In(w.Zone("AZ" + name[4:]))
	case "host0":
		found = w.env.Target.Places.Outside()
	}
	if len(found) == 0 {
		panic(stop{fmt.Errorf("the target has no host to play %s", name)})
	}
	return found[0]
}

// HostsOf are the names of all hosts of a zone.
func (w *World) HostsOf(zone string) (out []string) {
	for _, p := range w.env.Target.Places.In(zone) {
		out = append(out, p.Host)
	}
	slices.Sort(out)
	return out
}

// OtherNode is a host whose hypervisor has another name (@needs:other-node-name).
func (w *World) OtherNode() target.Place {
	for _, p := range w.env.Target.Places {
		if p.Node != "" && p.Node != p.Host {
			return p
		}
	}
	panic(stop{fmt.Errorf("every hypervisor is called like its compute service")})
}
