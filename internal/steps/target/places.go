package target

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
)

// DefaultZone is Nova's default name of the zone of hosts that are in no aggregate with a zone.
const DefaultZone = "nova"

// Place is a compute host that is up.
type Place struct {
	// Host is the name of the compute service, Node the hypervisor_hostname; Node is "" where no administrator is there to see it.
	Host, Node string
	Zone       string
	// Outside: the host is in no aggregate with a zone.
	Outside bool
	// Servers is how many servers the hypervisor has, 0 where that is not seen. A host with servers may not change its zone.
	Servers int
}

// Places are the compute hosts that are up, by zone and name.
type Places []Place

// OfAggregates lists the hosts that are in an aggregate with a zone.
func (p Places) OfAggregates() (out Places) {
	for _, at := range p {
		if !at.Outside {
			out = append(out, at)
		}
	}
	return out
}

// Zones lists the zones of aggregates, sorted, then the default zone if it has hosts.
func (p Places) Zones() []string {
	var made, others []string
	for _, at := range p {
		list := &made
		if at.Outside {
			list = &others
		}
		if !slices.Contains(*list, at.Zone) {
			*list = append(*list, at.Zone)
		}
	}
	slices.Sort(made)
	return append(made, others...)
}

// In lists the hosts of a zone.
func (p Places) In(zone string) (out Places) {
	for _, at := range p {
		if at.Zone == zone {
			out = append(out, at)
		}
	}
	return out
}

// Outside lists the hosts that are in no aggregate with a zone, those without servers first.
func (p Places) Outside() (out Places) {
	for _, at := range p {
		if at.Outside {
			out = append(out, at)
		}
	}
	slices.SortStableFunc(out, func(a, b Place) int { return cmp.Compare(min(a.Servers, 1), min(b.Servers, 1)) })
	return out
}

// LearnPlaces stores the hosts of the detailed list of zones, with what aggregates and hypervisors add where they can be seen.
func (t *Target) LearnPlaces(ctx context.Context, zones []map[string]any) error {
	zoned, told, err := t.zonedHosts(ctx)
	if err != nil {
		return err
	}
	nodes, err := t.nodes(ctx)
	if err != nil {
		return err
	}
	t.Places = nil
	for _, zone := range zones {
		name := Text(zone, "zoneName")
		for _, host := range ComputeHosts(zone) {
			outside := name == DefaultZone
			if told {
				outside = !zoned[host]
			}
			at := nodes[host]
			t.Places = append(t.Places, Place{Host: host, Node: at.Node, Zone: name, Outside: outside, Servers: at.Servers})
		}
	}
	slices.SortFunc(t.Places, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Zone, b.Zone), cmp.Compare(a.Host, b.Host)) })
	t.foundPlaces()
	return nil
}

func (t *Target) foundPlaces() {
	outside := t.Places.Outside()
	t.Found(HostWithoutZone, len(outside) > 0, fmt.Sprintf("%d compute hosts up that no aggregate gives a zone to", len(outside)))
	free := slices.DeleteFunc(slices.Clone(outside), func(p Place) bool { return p.Servers > 0 })
	t.Found(MovableHost, len(free) > 0, fmt.Sprintf("%d of them have no servers", len(free)))
	made := t.Places.OfAggregates().Zones()
	t.Found(AggregateZones, len(made) >= 2,
		fmt.Sprintf("%d zones of aggregates with compute hosts up: %s", len(made), strings.Join(made, ", ")))
	t.foundChoice()
	evidence := "every hypervisor is called like its compute service"
	at := slices.IndexFunc(t.Places, func(p Place) bool { return p.Node != "" && p.Node != p.Host })
	if at >= 0 {
		evidence = fmt.Sprintf("the hypervisor of host %s is called %s", t.Places[at].Host, t.Places[at].Node)
	}
	t.Found(OtherNodeName, at >= 0, evidence)
}

// foundChoice records whether each of the first two zones has two hosts or can get a second one: with a single possible
// host, the place of a server proves nothing.
func (t *Target) foundChoice() {
	single := ""
	for _, zone := range t.Places.Zones()[:min(2, len(t.Places.Zones()))] {
		if len(t.Places.In(zone)) < 2 && single == "" {
			single = zone
		}
	}
	// The hosts of the default zone cannot be put into it.
	outside := slices.DeleteFunc(t.Places.Outside(), func(p Place) bool { return p.Zone == single })
	free := slices.DeleteFunc(slices.Clone(outside), func(p Place) bool { return p.Servers > 0 })
	switch {
	case len(t.Places) == 0:
		t.Found(ChoiceOfHosts, false, "no compute host is seen")
	case single == "":
		t.Found(ChoiceOfHosts, true, "each zone that the scenarios use has two hosts up")
	case len(outside) == 0:
		t.Found(ChoiceOfHosts, false, fmt.Sprintf("zone %s has one host up, and no other one is without a zone that could be its second", single))
	case len(free) == 0:
		t.CannotSee(ChoiceOfHosts, fmt.Sprintf("zone %s has one host up, and the others without a zone, such as %s, have servers, with which "+
			"no host may change its zone", single, outside[0].Host))
	default:
		t.Known[ChoiceOfHosts] = Capability{
			Name: ChoiceOfHosts, Present: true, Disruptive: true,
			Evidence: fmt.Sprintf("zone %s has one host up; an aggregate would give it %s as its second", single, free[0].Host),
		}
	}
}

// zonedHosts are the hosts in aggregates with a zone; told is false where aggregates cannot be listed.
func (t *Target) zonedHosts(ctx context.Context) (hosts map[string]bool, told bool, err error) {
	reply, err := FirstActor(t, "admin").Call(ctx,
		session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-aggregates", At: t.Min.String()})
	if err != nil || !reply.Is(http.StatusOK) {
		return nil, false, err
	}
	hosts = map[string]bool{}
	for _, a := range Objects(reply.JSON["aggregates"]) {
		metadata, _ := a["metadata"].(map[string]any)
		names, _ := a["hosts"].([]any)
		for _, name := range names {
			if host, ok := name.(string); ok && Text(metadata, "availability_zone") != "" {
				hosts[host] = true
			}
		}
	}
	return hosts, true, nil
}

// nodes are what hypervisors show of the hosts of their services: Node and Servers. Without an administrator they show nothing.
func (t *Target) nodes(ctx context.Context) (map[string]Place, error) {
	reply, err := FirstActor(t, "admin").Call(ctx,
		session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-hypervisors/detail", At: t.Min.String()})
	if err != nil || !reply.Is(http.StatusOK) {
		return nil, err
	}
	out := map[string]Place{}
	for _, h := range Objects(reply.JSON["hypervisors"]) {
		service, _ := h["service"].(map[string]any)
		host := Text(service, "host")
		// A host may have many hypervisors, as with bare metal: all of their servers are its.
		out[host] = Place{Node: Text(h, "hypervisor_hostname"), Servers: out[host].Servers + int(Number(h, "running_vms"))}
	}
	return out, nil
}
