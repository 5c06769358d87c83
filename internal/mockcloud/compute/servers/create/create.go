package create

import (
	"maps"

	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/servers"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// creation holds the values that the steps of servers.create share.
type creation struct {
	Request  request `body:""`
	least    int
	most     int
	flavor   *state.Flavor
	image    *state.Image
	key      *state.KeyPair
	zone     *string
	force    forced
	groups   []string
	nics     []ports.Nic
	hints    map[string][]string
	group    *state.ServerGroup
	password string
	first    *state.Server
	// disks are the requested disks, in either form; diskFault is the fault of a disk in the old form.
	disks     []state.BlockDevice
	oldForm   bool
	diskFault *pipeline.Fault
	// firstID is the id of the first server, "" until a step needs it.
	firstID string
	// hypervisor is the hypervisor that was requested by its uuid.
	hypervisor *state.Host
}

// Operations holds servers.create, and the scheduled work that builds the server.
func Operations(q quota.Limits) pipeline.OperationSet {
	work := buildWork()
	maps.Copy(work, buildVolumeWork())
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"servers.create": pipeline.OperationOf[creation]{Steps: steps(q), Answer: answerCreated}.Operation(),
		},
		Async: work,
	}
}

// steps are Nova's checks, then the creation. The order decides which of two faults is answered, as in the real service.
func steps(q quota.Limits) []pipeline.StepOf[creation] {
	return []pipeline.StepOf[creation]{
		{Name: "counts", Run: counts},
		{Name: "zone can be read", Requirements: []string{"HYP-06", "HYP-45", "HYP-48"}, Refuses: 400, Run: zoneSyntax},
		{Name: "forced host needs an administrator", Requirements: []string{"HYP-06"}, Refuses: 403, Run: forcedHostPolicy},
		{Name: "requested host needs an administrator", Requirements: []string{"HYP-08"}, Refuses: 403, Run: destinationPolicy},
		{Name: "requested hypervisor needs an administrator", Requirements: []string{"HYP-52"}, Refuses: 403, Run: hypervisorPolicy},
		{Name: "disks can be read", Run: createDisks},
		{Name: "something to boot from", Run: requireBootSource},
		{Name: "network connections make sense", Run: connections},
		{Name: "flavor exists", Run: flavor},
		{Name: "one server for one address, port or host name", Run: severalServers},
		{Name: "zone is available", Requirements: []string{"HYP-07", "HYP-09", "HYP-46", "HYP-47"}, Refuses: 400, Run: zone},
		{Name: "image exists", Run: image},
		{Name: "security groups exist", Run: securityGroups},
		{Name: "networks exist", Run: networks},
		{Name: "key pair of the caller", Run: key},
		{Name: "disks go with the request", Run: disksTransformed},
		{Name: "metadata quota", Run: metadataQuota(q)},
		{Name: "personality quota", Run: personalityQuota(q)},
		{Name: "image suits the flavor", Run: suits},
		{Name: "hints", Run: hints},
		{Name: "requested host exists", Requirements: []string{"HYP-08"}, Refuses: 400, Run: createDestination},
		{
			Name:         "requested hypervisor exists",
			Requirements: []string{"HYP-40", "HYP-41", "HYP-44", "HYP-49", "HYP-50", "HYP-51", "HYP-53"}, Refuses: 400, Run: hypervisor,
		},
		{Name: "quota", Run: createQuota(q)},
		{Name: "quota of the server group", Run: groupQuota(q)},
		{Name: "volumes exist", Run: volumesExist},
		{Name: "volumes are of the server's zone", Run: zoneOfVolumes},
		{Name: "boot order", Run: bootOrder},
		{Name: "what disks are made from", Run: diskSources},
		{Name: "local disks fit the flavor", Run: localDisks},
		{Name: "make the servers", Run: createServers},
	}
}

// madeView is a server that was just made.
type madeView struct {
	ID         string          `json:"id"`
	Links      []pipeline.Link `json:"links"`
	DiskConfig string          `json:"OS-DCF:diskConfig"`
	Groups     []servers.Group `json:"security_groups"`
	AdminPass  string          `json:"adminPass"`
}

// reservationView is the reservation of servers that were created together.
type reservationView struct {
	ID string `json:"reservation_id"`
}

// answerCreated answers the first server, or the reservation if that was requested.
func answerCreated(x *pipeline.Exchange, w *creation) (*pipeline.Response, *pipeline.Fault) {
	s := w.first
	if w.Request.Server.ReturnReservation {
		return pipeline.Body(202, reservationView{s.ReservationID}), nil
	}
	return pipeline.Answer(202, "server", &madeView{
		ID: s.ID, Links: record.Links(x, "servers", s.ID), DiskConfig: s.DiskConfig, Groups: servers.Groups(w.groups), AdminPass: w.password,
	}).WithHeader("Location", x.Base+record.InProject(x)+"/servers/"+s.ID), nil
}
