package shelve

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/hosts"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// The microversions from which unshelve reads a zone (2.77) and a host (2.91); before 2.77 the body is ignored.
var (
	unshelveToZone = openapi.MustVersion("2.77")
	unshelveToHost = openapi.MustVersion("2.91")
)

// Unshelve is the request's content.
type Unshelve struct {
	// ZoneGiven with a nil Zone removes the pin to a zone.
	ZoneGiven bool
	Zone      *string
	Host      string
}

// unshelve holds the values that the steps of servers.unshelve share.
type unshelve struct {
	Request struct {
		Zone body.Opt[string] `json:"availability_zone"`
		Host string           `json:"host"`
	} `body:"unshelve"`
}

// effectiveRequest is the request without what its microversion ignores.
func (w *unshelve) effectiveRequest(x *pipeline.Exchange) Unshelve {
	if x.Version.Less(unshelveToZone) {
		return Unshelve{}
	}
	r := &w.Request
	return Unshelve{ZoneGiven: r.Zone.Given(), Zone: r.Zone.Pointer(), Host: r.Host}
}

// NamesPlace tells whether the request names a zone or host, which is allowed for offloaded servers only.
func (u Unshelve) NamesPlace() bool { return u.ZoneGiven || u.Host != "" }

// unshelveSteps are the checks in the real service's order (docs/contract/20-unshelve-host.md §4, 9 to 15), then the beginning.
func unshelveSteps() []pipeline.StepOf[unshelve] {
	return []pipeline.StepOf[unshelve]{
		{Name: "quota", Requirements: []string{"UTH-N09"}, Refuses: 403, Run: pipeline.Ignoring[unshelve](unshelveQuota)},
		{
			Name:         "only an offloaded server can go elsewhere",
			Requirements: []string{"UTH-05", "UTH-06", "UTH-07", "UTH-69", "UTH-N10"}, Refuses: 409, Run: onlyOffloaded,
		},
		{Name: "zone is available", Requirements: []string{"UTH-61", "UTH-70", "UTH-N11"}, Refuses: 400, Run: unshelveZone},
		{Name: "volumes are in the zone", Requirements: []string{"UTH-N12"}, Refuses: 409, Run: unshelveVolumes},
		{Name: "host needs an administrator", Requirements: []string{"UTH-04", "UTH-N13"}, Refuses: 403, Run: unshelveHostPolicy},
		{Name: "host exists", Requirements: []string{"UTH-60", "UTH-72", "UTH-N14"}, Refuses: 400, Run: unshelveHostExists},
		{Name: "host is in the zone", Requirements: []string{"UTH-20", "UTH-74", "UTH-N15"}, Refuses: 409, Run: unshelveHostInZone},
		{Name: "begin to unshelve", Requirements: []string{"UTH-01", "UTH-11"}, Run: beginUnshelve},
	}
}

// tooOldForPorts refuses a port that asks for several resources at once, if a compute service is older than Xena.
func tooOldForPorts(x *pipeline.Exchange) *pipeline.Fault {
	if chosen := x.Env.Settings(); !chosen.ResourceGroups || !chosen.OldCompute || len(record.Server(x).Ports) == 0 {
		return nil
	}
	return pipeline.BadRequest("The port-resource-request-groups neutron API extension is not supported by old nova compute service. " +
		"Upgrade your compute services to Xena (24.0.0) or later.")
}

// unshelveQuota checks the quota of an offloaded server if usage is counted in placement: there it uses nothing while it is
// offloaded.
func unshelveQuota(x *pipeline.Exchange) *pipeline.Fault {
	s, chosen := record.Server(x), x.Env.Settings()
	if !chosen.UsageFromPlacement || chosen.Cores < 0 || s.VMState != state.VMShelvedOffloaded {
		return nil
	}
	used := 0
	for other := range state.Servers.ByKey(x.Txn, "project", s.ProjectID) {
		if other.Host != "" {
			used += other.Flavor.VCPUs
		}
	}
	if used+s.Flavor.VCPUs <= chosen.Cores {
		return nil
	}
	return pipeline.Forbidden("Quota exceeded for cores: Requested %d, but already used %d of %d cores", s.Flavor.VCPUs, used, chosen.Cores)
}

func onlyOffloaded(x *pipeline.Exchange, w *unshelve) *pipeline.Fault {
	s := record.Server(x)
	if !w.effectiveRequest(x).NamesPlace() || s.VMState == state.VMShelvedOffloaded {
		return nil
	}
	return pipeline.Conflict("Specifying an availability zone or a host when unshelving server \"%s\" with status \"%s\" is not supported. "+
		"The server status must be SHELVED_OFFLOADED.", s.ID, s.VMState)
}

// unshelveZone refuses an unknown zone; the empty name is not looked up.
func unshelveZone(x *pipeline.Exchange, w *unshelve) *pipeline.Fault {
	if z := w.effectiveRequest(x).Zone; z != nil && *z != "" && !hosts.IsZoneAvailable(x, *z) {
		return pipeline.BadRequest("The requested availability zone is not available")
	}
	return nil
}

// unshelveVolumes compares the zone with those of the server's volumes, if the deployment demands that they be the same.
func unshelveVolumes(x *pipeline.Exchange, w *unshelve) *pipeline.Fault {
	zone := w.effectiveRequest(x).Zone
	if zone == nil || *zone == "" || x.Env.Settings().CrossAZAttach {
		return nil
	}
	for _, d := range record.Server(x).BlockDevices {
		if v := state.Volumes.Get(x.Txn, d.VolumeID); v != nil && v.Zone != *zone {
			return pipeline.Conflict("The availability zone between the server and its attached volumes do not match: "+
				"The specified availability zone does not match the volume %s attached to the server. "+
				"Specified availability zone is %s. Volume is in %s..", v.ID, *zone, v.Zone)
		}
	}
	return nil
}

func unshelveHostPolicy(x *pipeline.Exchange, w *unshelve) *pipeline.Fault {
	if w.effectiveRequest(x).Host == "" {
		return nil
	}
	return x.Demand("os_compute_api:os-shelve:unshelve_to_host")
}

// unshelveHostExists refuses an unknown host: hosts are found by the names of their compute services, not of their hypervisors.
func unshelveHostExists(x *pipeline.Exchange, w *unshelve) *pipeline.Fault {
	if h := w.effectiveRequest(x).Host; h != "" && state.Hosts.Get(x.Txn, h) == nil {
		return pipeline.BadRequest("Compute host %s could not be found.", h)
	}
	return nil
}

// rowOf finds the row of the decision table for a request on an offloaded server.
func rowOf(x *pipeline.Exchange, w *unshelve) UnshelveRow {
	u := w.effectiveRequest(x)
	return decideMutated(x, record.Server(x).PinnedZone, u, state.ZoneOf(x.Txn, u.Host))
}

func unshelveHostInZone(x *pipeline.Exchange, w *unshelve) *pipeline.Fault {
	s, u := record.Server(x), w.effectiveRequest(x)
	if s.VMState != state.VMShelvedOffloaded {
		return nil
	}
	row := rowOf(x, w)
	if row.Status < 400 {
		return nil
	}
	zone := s.PinnedZone
	if u.ZoneGiven {
		zone = u.Zone
	}
	return pipeline.Refuse(row.Status, "Host \"%s\" is not in the availability zone \"%s\".", u.Host, textOr(zone))
}

func textOr(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// beginUnshelve stores the new pin at once: it stays even if no host is found.
func beginUnshelve(x *pipeline.Exchange, w *unshelve) *pipeline.Fault {
	s, u := record.Server(x), w.effectiveRequest(x)
	pin, to := s.PinnedZone, PlacementRequest{}
	if s.VMState == state.VMShelvedOffloaded {
		row := rowOf(x, w)
		pin, to = row.pinAfter(s.PinnedZone, u), row.goal(s.PinnedZone, u)
	}
	s = record.Change(x, func(s *state.Server) { s.TaskState, s.PinnedZone = state.TaskUnshelving, pin })
	record.ActionBegan(x, s.ID, "unshelve")
	x.Schedule(workUnshelve, s.ID, unshelveValues{PlacementRequest: to})
	return nil
}
