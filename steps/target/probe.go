package target

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"

	"plumbline/openapi"
)

// Prepare obtains the actors, finds images and a flavor, and probes the capabilities.
func (t *Target) Prepare(ctx context.Context) error {
	if err := t.gatherActors(ctx); err != nil {
		return err
	}
	for _, service := range []openapi.Service{openapi.Orchestration, openapi.Network, openapi.BlockStorage, openapi.Image, openapi.Placement} {
		t.found(string(service), t.Main.Offers(service), t.inCatalogue(service))
	}
	t.found(LegacyV2, t.legacyV2, map[bool]string{true: "the compute service's root lists v2.0", false: "the compute service's root does not list v2.0"}[t.legacyV2])
	t.probeHere()
	if err := t.findResources(ctx); err != nil {
		return err
	}
	for _, probe := range []func(context.Context) error{t.probePlaces, t.probePolicy, t.probeMetadata, t.probeNotifications, t.probeQuota, t.probeDrivers, t.probeVolumes, t.probeTrait, t.probeClient, t.probeAbsences, t.probeProjectHypervisors, t.probeStacks, t.probePin, t.probePrograms, t.probeShelve, t.probeExtendedResources, t.probePace} {
		if err := probe(ctx); err != nil {
			return err
		}
	}
	t.found(FaultRules, t.Control != nil, cmp.Or(t.uncontrolled, "the mock's control API answers"))
	return nil
}

// probeDrivers looks at the types of the hypervisors. Only an admin sees them; a mock has none to show.
func (t *Target) probeDrivers(ctx context.Context) error {
	if t.Control != nil {
		t.found(EphemeralLost, true, "a mock's driver keeps no ephemeral disks")
		t.found(BareMetal, false, "a mock has no bare metal machines")
		return nil
	}
	s := t.anyone("admin")
	reply, err := s.Call(ctx, Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-hypervisors/detail", At: t.Min.String()})
	if err != nil {
		return err
	}
	if !reply.Is(http.StatusOK) {
		saw := fmt.Sprintf("GET /os-hypervisors/detail as %s answers %d: the drivers cannot be seen", s.UserName, reply.Status)
		t.found(EphemeralLost, false, saw)
		t.found(BareMetal, false, saw)
		return nil
	}
	var types []string
	for _, h := range objects(reply.JSON["hypervisors"]) {
		types = append(types, text(h, "hypervisor_type"))
	}
	slices.Sort(types)
	types = slices.Compact(types)
	saw := "types of the hypervisors: " + strings.Join(types, ", ")
	t.found(EphemeralLost, len(types) > 0 && !slices.Contains(types, "ironic"), saw)
	t.found(BareMetal, slices.Contains(types, "ironic"), saw)
	return nil
}

// probeHere looks at what is beside the target: a share that nobody can name yet, the stock client.
func (t *Target) probeHere() {
	if t.Main.has("shared-file-system") || t.Main.has("sharev2") || t.Main.has("share") {
		t.unknown(Share, "the catalogue offers shared file systems, but no share can be named to the suite")
	} else {
		t.found(Share, false, "the catalogue offers no shared file systems")
	}
	switch at, err := exec.LookPath("openstack"); {
	case t.Kind == Embedded:
		t.found(OpenStackClient, false, "a client program cannot reach a mock that is embedded in this process")
	case err != nil:
		t.found(OpenStackClient, false, "the openstack command is not installed here")
	default:
		t.found(OpenStackClient, true, at)
	}
}

func (t *Target) inCatalogue(service openapi.Service) string {
	if t.Main.Offers(service) {
		return "the catalogue offers " + string(service)
	}
	return "the catalogue offers no " + string(service)
}

// anyone answers the first of the named actors that there is, else the given user.
func (t *Target) anyone(names ...string) *Session {
	for _, name := range names {
		if s := t.sessions[name]; s != nil {
			return s
		}
	}
	return t.Main
}

// probePlaces counts hosts and zones. Only an admin sees hosts.
func (t *Target) probePlaces(ctx context.Context) error {
	s := t.anyone("admin")
	reply, err := s.Call(ctx, Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-availability-zone/detail", At: t.Min.String()})
	if err != nil {
		return err
	}
	if !reply.Is(http.StatusOK) {
		reason := fmt.Sprintf("GET /os-availability-zone/detail as %s answers %d", s.UserName, reply.Status)
		for _, name := range []string{TwoHosts, TwoZones, HostWithoutZone, OtherNodeName} {
			t.unknown(name, reason)
		}
		return nil
	}
	var hosts, zones []string
	for _, zone := range objects(reply.JSON["availabilityZoneInfo"]) {
		up := computeHosts(zone)
		if len(up) > 0 {
			zones = append(zones, text(zone, "zoneName"))
			hosts = append(hosts, up...)
		}
	}
	if err := t.learnPlaces(ctx, objects(reply.JSON["availabilityZoneInfo"])); err != nil {
		return err
	}
	slices.Sort(zones)
	slices.Sort(hosts)
	t.found(TwoHosts, len(hosts) >= 2, fmt.Sprintf("%d compute hosts up: %s", len(hosts), strings.Join(hosts, ", ")))
	t.found(TwoZones, len(zones) >= 2, fmt.Sprintf("%d zones with compute hosts up: %s", len(zones), strings.Join(zones, ", ")))
	return nil
}

// computeHosts lists a zone's hosts whose nova-compute is up and enabled.
func computeHosts(zone map[string]any) []string {
	var out []string
	hosts, _ := zone["hosts"].(map[string]any)
	for name, services := range hosts {
		byName, _ := services.(map[string]any)
		compute, ok := byName["nova-compute"].(map[string]any)
		if ok && compute["available"] == true && compute["active"] == true {
			out = append(out, name)
		}
	}
	return out
}

// probePolicy finds out whether a reader may write: creating a server from a flavor that does not exist
// is refused for the policy first (403) or, where the policy lets it pass, for the flavor (400). Nothing
// can come of it either way.
func (t *Target) probePolicy(ctx context.Context) error {
	s := t.sessions["reader"]
	if s == nil || t.ReadOnly {
		reason := "found out by the actor reader when the run begins"
		if !t.states["reader"].Ready {
			reason = "only the actor reader can find out: " + t.states["reader"].Reason
		}
		t.unknown(NewPolicy, reason)
		t.unknown(LegacyPolicy, reason)
		return nil
	}
	reply, err := s.Call(ctx, Call{
		Role: "probe", Service: openapi.Compute, Method: http.MethodPost, Path: "/servers", At: t.Min.String(),
		Body: map[string]any{"server": map[string]any{"name": t.Prefix() + "never", "imageRef": t.Resources.Image.ID, "flavorRef": "plumbline-no-such-flavor"}},
	})
	if err != nil {
		return err
	}
	saw := fmt.Sprintf("POST /servers with a flavor that does not exist, as reader, answers %d %s", reply.Status, reply.Message())
	t.found(NewPolicy, reply.Is(http.StatusForbidden), saw)
	t.found(LegacyPolicy, reply.Is(http.StatusBadRequest), saw)
	if reply.Status < 300 {
		return fmt.Errorf("the policy probe created a server: %s", saw)
	}
	return nil
}

// probeQuota reads how many servers the run's project may have.
func (t *Target) probeQuota(ctx context.Context) error {
	s := t.anyone("member", "admin")
	reply, err := s.Call(ctx, Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/limits", At: t.Min.String()})
	if err != nil {
		return err
	}
	limits, _ := reply.JSON["limits"].(map[string]any)
	absolute, _ := limits["absolute"].(map[string]any)
	if most := number(absolute, "maxTotalInstances"); reply.Is(http.StatusOK) && most > 0 {
		t.ServerQuota = int(most - number(absolute, "totalInstancesUsed"))
	}
	return nil
}
