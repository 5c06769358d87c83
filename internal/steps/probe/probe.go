package probe

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// Prepare obtains the actors, finds images and a flavor, and probes the capabilities.
func Prepare(ctx context.Context, t *target.Target) error {
	askAhead(ctx, t)
	if err := t.GatherActors(ctx); err != nil {
		return err
	}
	for _, service := range []openapi.Service{openapi.Orchestration, openapi.Network, openapi.BlockStorage, openapi.Image, openapi.Placement} {
		t.Found(string(service), t.Main.Offers(service), inCatalogue(t, service))
	}
	t.Found(target.LegacyV2, t.LegacyV2,
		map[bool]string{true: "the compute service's root lists v2.0", false: "the compute service's root does not list v2.0"}[t.LegacyV2])
	probeShare(t)
	if err := t.FindResources(ctx); err != nil {
		return err
	}
	for _, probe := range []func(context.Context, *target.Target) error{
		countPlaces, policy, target.ProbeMetadata, target.ProbeNotifications, quota, drivers, volumes, probeTrait, probeAbsences,
		projectHypervisors, onePage, settleTogether, stacks, pin, probePrograms, shelve, extendedResources, probePace, bootable,
	} {
		if err := probe(ctx, t); err != nil {
			return err
		}
	}
	t.Found(target.FaultRules, t.Control != nil, cmp.Or(t.Uncontrolled, "the mock's control API answers"))
	t.Found(target.SeededStates, t.Control != nil, cmp.Or(t.Uncontrolled, "the mock's control API answers"))
	return nil
}

// drivers reads the types of the hypervisors, which only an admin sees; a mock shows none.
func drivers(ctx context.Context, t *target.Target) error {
	if t.Control != nil {
		t.Found(target.EphemeralLost, true, "a mock's driver keeps no ephemeral disks")
		t.Found(target.BareMetal, true, "the mock's control API has hosts hand out whole machines")
		return nil
	}
	s := target.FirstActor(t, "admin")
	reply, err := s.Call(ctx,
		session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-hypervisors/detail", At: t.Min.String()})
	if err != nil {
		return err
	}
	if !reply.Is(http.StatusOK) {
		saw := fmt.Sprintf("GET /os-hypervisors/detail as %s answers %d: the drivers cannot be seen", s.UserName, reply.Status)
		t.Found(target.EphemeralLost, false, saw)
		t.Found(target.BareMetal, false, saw)
		return nil
	}
	var types []string
	for _, h := range target.Objects(reply.JSON["hypervisors"]) {
		types = append(types, target.Text(h, "hypervisor_type"))
	}
	slices.Sort(types)
	types = slices.Compact(types)
	saw := "types of the hypervisors: " + strings.Join(types, ", ")
	t.Found(target.EphemeralLost, len(types) > 0 && !slices.Contains(types, "ironic"), saw)
	t.Found(target.BareMetal, slices.Contains(types, "ironic"), saw)
	return nil
}

// probeShare finds out whether there are shares. On a real cloud the result never is positive: no setting names a share yet.
func probeShare(t *target.Target) {
	if t.Control != nil {
		t.Found(target.Share, true, "the mock's control API attaches shares to servers")
		return
	}
	if t.Main.ListsType("shared-file-system") || t.Main.ListsType("sharev2") || t.Main.ListsType("share") {
		t.CannotSee(target.Share, "the catalogue offers shared file systems, but no share can be named to the suite")
	} else {
		t.Found(target.Share, false, "the catalogue offers no shared file systems")
	}
}

func inCatalogue(t *target.Target, service openapi.Service) string {
	if t.Main.Offers(service) {
		return "the catalogue offers " + string(service)
	}
	return "the catalogue offers no " + string(service)
}

// countPlaces counts hosts and zones. Only an admin sees hosts.
func countPlaces(ctx context.Context, t *target.Target) error {
	s := target.FirstActor(t, "admin")
	reply, err := s.Call(ctx,
		session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-availability-zone/detail", At: t.Min.String()})
	if err != nil {
		return err
	}
	if !reply.Is(http.StatusOK) {
		reason := fmt.Sprintf("GET /os-availability-zone/detail as %s answers %d: give --actor admin=CLOUD, or an "+
			"--os-cloud that may list hosts", s.UserName, reply.Status)
		for _, name := range []string{
			target.PlacesSeen, target.TwoHosts, target.TwoZones, target.AggregateZones, target.HostWithoutZone,
			target.MovableHost, target.OtherNodeName, target.ChoiceOfHosts,
		} {
			t.Unknown(name, reason)
		}
		return nil
	}
	var hosts, zones []string
	for _, zone := range target.Objects(reply.JSON["availabilityZoneInfo"]) {
		up := target.ComputeHosts(zone)
		if len(up) > 0 {
			zones = append(zones, target.Text(zone, "zoneName"))
			hosts = append(hosts, up...)
		}
	}
	if err := t.LearnPlaces(ctx, target.Objects(reply.JSON["availabilityZoneInfo"])); err != nil {
		return err
	}
	slices.Sort(zones)
	slices.Sort(hosts)
	t.Found(target.PlacesSeen, len(hosts) > 0, fmt.Sprintf("%d compute hosts up: %s", len(hosts), strings.Join(hosts, ", ")))
	t.Found(target.TwoHosts, len(hosts) >= 2, fmt.Sprintf("%d compute hosts up: %s", len(hosts), strings.Join(hosts, ", ")))
	t.Found(target.TwoZones, len(zones) >= 2, fmt.Sprintf("%d zones with compute hosts up: %s", len(zones), strings.Join(zones, ", ")))
	return nil
}

// policy finds out whether a reader may write. A reader requests a server with a flavor that does not exist: the policy
// refuses it first (403) or, where it allows readers to write, the flavor is not found (400). No server is created either way.
func policy(ctx context.Context, t *target.Target) error {
	s := t.Sessions["reader"]
	if s == nil || t.ReadOnly {
		reason := "found out by the actor reader when the run begins"
		if !t.States["reader"].Ready {
			reason = "only the actor reader can find out: " + t.States["reader"].Reason
		}
		t.Unknown(target.NewPolicy, reason)
		t.Unknown(target.LegacyPolicy, reason)
		return nil
	}
	reply, err := s.Call(ctx, session.Call{
		Role: "probe", Service: openapi.Compute, Method: http.MethodPost, Path: "/servers", At: t.Min.String(),
		Body: map[string]any{"server": map[string]any{
			"name": t.Prefix() + "never", "imageRef": t.Resources.Image.ID,
			"flavorRef": "plumbline-no-such-flavor",
		}},
	})
	if err != nil {
		return err
	}
	saw := fmt.Sprintf("POST /servers with a flavor that does not exist, as reader, answers %d %s", reply.Status, reply.Message())
	t.Found(target.NewPolicy, reply.Is(http.StatusForbidden), saw)
	t.Found(target.LegacyPolicy, reply.Is(http.StatusBadRequest), saw)
	if reply.Status < 300 {
		return fmt.Errorf("the policy probe created a server: %s", saw)
	}
	return nil
}

// quota reads the limit of servers of the run's project.
func quota(ctx context.Context, t *target.Target) error {
	s := target.FirstActor(t, "member", "admin")
	reply, err := s.Call(ctx,
		session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/limits", At: t.Min.String()})
	if err != nil {
		return err
	}
	limits, _ := reply.JSON["limits"].(map[string]any)
	absolute, _ := limits["absolute"].(map[string]any)
	if most := target.Number(absolute, "maxTotalInstances"); reply.Is(http.StatusOK) && most > 0 {
		t.ServerQuota = int(most - target.Number(absolute, "totalInstancesUsed"))
	}
	return nil
}
