package rebuild

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/servers"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// request is the object under "rebuild".
type request struct {
	Image             string                      `json:"imageRef"`
	KeyName           body.Opt[string]            `json:"key_name"`
	Name              body.Opt[string]            `json:"name"`
	Hostname          body.Opt[string]            `json:"hostname"`
	Description       body.Opt[string]            `json:"description"`
	AdminPass         body.Opt[string]            `json:"adminPass"`
	AccessIPv4        body.Opt[string]            `json:"accessIPv4"`
	AccessIPv6        body.Opt[string]            `json:"accessIPv6"`
	DiskConfig        body.Opt[string]            `json:"OS-DCF:diskConfig"`
	UserData          body.Opt[string]            `json:"user_data"`
	Metadata          body.Opt[map[string]string] `json:"metadata"`
	Personality       []quota.File                `json:"personality"`
	Certificates      body.Opt[[]string]          `json:"trusted_image_certificates"`
	PreserveEphemeral body.Bool                   `json:"preserve_ephemeral"`
	ReimageBootVolume body.Bool                   `json:"reimage_boot_volume"`
}

// rebuild holds the values that the steps of servers.rebuild share: the request, and the changed copy, stored only at the end, so
// that a refusal halfway leaves nothing behind (RKP-27).
type rebuild struct {
	Request  request `body:"rebuild"`
	next     state.Server
	image    *state.Image
	key      *state.KeyPair
	password string
	// oldImage is the image that the server goes back to if no host is suitable for the rebuild.
	oldImage      string
	oldProperties map[string]string
	// root and volume are the disk and the volume that the server boots from, nil when it does not boot from a volume. onVolume is
	// the image on that volume, or else the server's own; reimage tells whether the new image is to be written to the volume.
	root     *state.BlockDevice
	volume   *state.Volume
	onVolume string
	reimage  bool
}

// Operations holds servers.rebuild, and the scheduled work of it.
func Operations(q quota.Limits) pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"servers.rebuild": pipeline.OperationOf[rebuild]{Blocks: noShare, Steps: steps(q), Answer: answer}.Operation(),
		},
		Async: work(),
	}
}

// steps are Nova's checks in Nova's order, then what the rebuild changes (docs/contract/10-rebuild-keypair.md §2).
func steps(q quota.Limits) []pipeline.StepOf[rebuild] {
	return []pipeline.StepOf[rebuild]{
		{
			Name:         "key pair of the caller",
			Requirements: []string{"RKP-01", "RKP-08", "RKP-09", "RKP-10", "RKP-12", "RKP-28", "RKP-N09"}, Run: keyLookup,
		},
		{Name: "image exists", Requirements: []string{"BFV-N01", "RKP-27", "RKP-N10"}, Run: imageLookup},
		{Name: "image's architecture is known", Requirements: []string{"RKP-N11"}, Run: architectureKnown},
		{
			Name: "writing to a volume is asked of a server that boots from one", Requirements: []string{"BFV-05"}, Refuses: 400,
			Run: asksForVolume,
		},
		{Name: "no certificates for volumes", Requirements: []string{"BFV-N02"}, Refuses: 400, Run: noCertificates},
		{Name: "look at the root volume", Requirements: []string{"BFV-01", "BFV-03", "BFV-04", "BFV-07"}, Run: rootVolume},
		{
			Name: "no other image that is not written", Requirements: []string{"BFV-04", "BFV-06", "BFV-18", "RKP-N15"},
			Refuses: 400, Run: otherImage,
		},
		{Name: "host can rebuild from a volume", Requirements: []string{"BFV-08"}, Refuses: 400, Run: asSpecified(hostCan)},
		{Name: "block storage can write to a reserved volume", Requirements: []string{"BFV-09"}, Refuses: 400, Run: asSpecified(volumesCan)},
		{Name: "root volume is not shared", Requirements: []string{"BFV-10"}, Refuses: 400, Run: asSpecified(notShared)},
		{Name: "metadata quota", Requirements: []string{"RKP-N12"}, Run: metadataQuota(q)},
		{Name: "personality quota", Requirements: []string{"RKP-26", "RKP-N12"}, Run: personalityQuota(q)},
		{Name: "image is active", Requirements: []string{"RKP-N11"}, Run: imageActive},
		{Name: "flavor is large enough", Requirements: []string{"BFV-N03", "BFV-N04", "BFV-N05", "RKP-N13"}, Run: flavorSuits},
		{Name: "volumes are in use", Requirements: []string{"BFV-16", "BFV-N05", "RKP-N14"}, Refuses: 400, Run: volumesInUse},
		{Name: "layout of processors and memory stays", Requirements: []string{"BFV-N06"}, Refuses: 400, Run: keepsNUMA},
		{Name: "set image", Requirements: []string{"BFV-02", "RKP-03", "RKP-04"}, Run: setImage},
		{Name: "set key name", Requirements: []string{"BFV-25", "RKP-01", "RKP-07", "RKP-16", "RKP-17"}, Run: setKeyName},
		{Name: "copy key material", Requirements: []string{"RKP-10", "RKP-20", "RKP-23"}, Run: copyMaterial},
		{Name: "set name", Requirements: []string{"RKP-26"}, Run: setName},
		{Name: "set hostname", Requirements: []string{"RKP-26"}, Run: setHostname},
		{Name: "set metadata", Requirements: []string{"RKP-26"}, Run: setMetadata},
		{Name: "set description", Requirements: []string{"RKP-26"}, Run: setDescription},
		{Name: "set IPv4 access address", Requirements: []string{"RKP-26"}, Run: setAccessIPv4},
		{Name: "set IPv6 access address", Requirements: []string{"RKP-26"}, Run: setAccessIPv6},
		{Name: "set disk configuration", Requirements: []string{"RKP-26"}, Run: setDiskConfig},
		{Name: "set user data", Requirements: []string{"RKP-26"}, Run: setUserData},
		{Name: "set trusted certificates", Requirements: []string{"RKP-26"}, Run: setCertificates},
		{Name: "set administrator's password", Requirements: []string{"RKP-26"}, Run: setPassword},
		{Name: "begin to rebuild", Requirements: []string{"RKP-01", "RKP-24", "RKP-25"}, Run: begin},
		{Name: "record the action", Requirements: []string{"RKP-22"}, Run: recordAction},
		{Name: "notify", Requirements: []string{"RKP-18"}, Run: notifyBegun},
		{Name: "schedule the end", Requirements: []string{"RKP-01", "RKP-24", "RKP-25"}, Run: rebuildSchedule},
	}
}

// answered is the server while the rebuild begins, with the password, which only this answer contains.
type answered struct {
	*servers.View
	Password string  `json:"adminPass"`
	Data     *string `json:"user_data"`
}

func answer(x *pipeline.Exchange, w *rebuild) (*pipeline.Response, *pipeline.Fault) {
	s := record.Server(x)
	shown := &answered{View: servers.ViewOf(x, s), Password: w.password, Data: s.UserData}
	return pipeline.Answer(202, "server", shown).WithHeader("Location", x.Base+record.InProject(x)+"/servers/"+s.ID), nil
}
