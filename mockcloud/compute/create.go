package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// creation is what the steps of servers.create pass on.
type creation struct {
	body     map[string]any
	least    int
	most     int
	flavor   *state.Flavor
	image    *state.Image
	key      *state.KeyPair
	zone     *string
	force    forced
	groups   []string
	nics     []nic
	hints    map[string][]string
	password string
	first    *state.Server
	// disks are those that were asked for, in either form; diskFault is what is wrong with one of the old form.
	disks     []state.BlockDevice
	oldForm   bool
	diskFault *pipeline.Fault
	// firstID is the id of the first server, "" while nobody needed it.
	firstID string
	// hypervisor is the one that was asked for by its uuid.
	hypervisor *state.Host
}

// creating is the work in hand; the body is read once.
func creating(x *pipeline.Exchange) *creation {
	w := pipeline.Work[creation](x)
	if w.body == nil {
		w.body = x.Inner("server")
	}
	return w
}

// createSteps are Nova's checks in the order in which the real service answers two faults at once, then
// the making.
func (c *compute) createSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "counts", Run: createCounts},
		{Name: "zone can be read", Requirements: []string{"HYP-06", "HYP-45", "HYP-48"}, Refuses: 400, Run: createZoneSyntax},
		{Name: "forced host needs an administrator", Requirements: []string{"HYP-06"}, Refuses: 403, Run: createForcedHostPolicy},
		{Name: "requested host needs an administrator", Requirements: []string{"HYP-08"}, Refuses: 403, Run: createDestinationPolicy},
		{Name: "requested hypervisor needs an administrator", Requirements: []string{"HYP-52"}, Refuses: 403, Run: createHypervisorPolicy},
		{Name: "disks can be read", Run: createDisks},
		{Name: "something to boot from", Run: createBoots},
		{Name: "flavor exists", Run: createFlavor},
		{Name: "zone is available", Requirements: []string{"HYP-07", "HYP-09", "HYP-46", "HYP-47"}, Refuses: 400, Run: createZone},
		{Name: "image exists", Run: createImage},
		{Name: "security groups exist", Run: createSecurityGroups},
		{Name: "networks exist", Run: createNetworks},
		{Name: "key pair of the caller", Run: createKey},
		{Name: "disks go with the request", Run: createDisksTransformed},
		{Name: "metadata quota", Run: func(x *pipeline.Exchange) *pipeline.Fault { return c.metadataQuota(creating(x).body) }},
		{Name: "personality quota", Run: func(x *pipeline.Exchange) *pipeline.Fault { return c.personalityQuota(creating(x).body) }},
		{Name: "image suits the flavor", Run: createSuits},
		{Name: "hints", Run: createHints},
		{Name: "requested host exists", Requirements: []string{"HYP-08"}, Refuses: 400, Run: createDestination},
		{Name: "requested hypervisor exists", Requirements: []string{"HYP-40", "HYP-41", "HYP-44", "HYP-49", "HYP-50", "HYP-51", "HYP-53"}, Refuses: 400, Run: createHypervisor},
		{Name: "quota", Run: c.createQuota},
		{Name: "volumes exist", Run: createVolumesExist},
		{Name: "boot order", Run: createBootOrder},
		{Name: "what disks are made from", Run: createDiskSources},
		{Name: "local disks fit the flavor", Run: createLocalDisks},
		{Name: "make the servers", Run: createServers},
	}
}

// answerCreated is the first server, or the reservation where that was asked for.
func answerCreated(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	w := creating(x)
	s := w.first
	if truth(w.body["return_reservation_id"]) {
		return pipeline.Body(202, map[string]any{"reservation_id": s.ReservationID}), nil
	}
	groups := []any{}
	for _, g := range w.groups {
		groups = append(groups, &openapi.Fields{{Name: "name", Value: g}})
	}
	return pipeline.Answer(202, "server", &openapi.Fields{
		{Name: "id", Value: &s.ID},
		{Name: "links", Value: links(x, "servers", s.ID)},
		{Name: "OS-DCF:diskConfig", Value: &s.DiskConfig},
		{Name: "security_groups", Value: groups},
		{Name: "adminPass", Value: &w.password},
	}).With("Location", x.Base+inProject(x)+"/servers/"+s.ID), nil
}
