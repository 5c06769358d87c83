package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// rebuild is what the steps of servers.rebuild pass on: the changed copy, stored only at the end, so
// that a refusal halfway leaves nothing behind (RKP-27).
type rebuild struct {
	next      state.Server
	image     *state.Image
	keyName   *string
	changeKey bool
	key       *state.KeyPair
	password  string
	// oldImage is what a rebuild goes back to that no host will do for.
	oldImage      string
	oldProperties map[string]string
	// root and volume are the disk and the volume that the server boots from, nil when it boots from none. onVolume is
	// the image that is on it, or the server's own; reimage tells whether the new one is to be written there.
	root     *state.BlockDevice
	volume   *state.Volume
	onVolume string
	reimage  bool
}

// rebuildSteps are Nova's checks in Nova's order, then what the rebuild changes (contract 10 §2).
func (c *compute) rebuildSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "key pair of the caller", Requirements: []string{"RKP-01", "RKP-08", "RKP-09", "RKP-10", "RKP-12", "RKP-28", "RKP-N09"}, Run: rebuildKeyLookup},
		{Name: "image exists", Requirements: []string{"BFV-N01", "RKP-27", "RKP-N10"}, Run: rebuildImageLookup},
		{Name: "image's architecture is known", Requirements: []string{"RKP-N11"}, Run: rebuildArchitectureKnown},
		{Name: "writing to a volume is asked of a server that boots from one", Requirements: []string{"BFV-05"}, Refuses: 400, Run: rebuildAsksForVolume},
		{Name: "no certificates for volumes", Requirements: []string{"BFV-N02"}, Refuses: 400, Run: rebuildNoCertificates},
		{Name: "look at the root volume", Requirements: []string{"BFV-01", "BFV-03", "BFV-04", "BFV-07"}, Run: rebuildRootVolume},
		{Name: "no other image that is not written", Requirements: []string{"BFV-04", "BFV-06", "BFV-18", "RKP-N15"}, Refuses: 400, Run: rebuildOtherImage},
		{Name: "host can rebuild from a volume", Requirements: []string{"BFV-08"}, Refuses: 400, Run: asSpecified(rebuildHostCan)},
		{Name: "block storage can write to a reserved volume", Requirements: []string{"BFV-09"}, Refuses: 400, Run: asSpecified(rebuildVolumesCan)},
		{Name: "root volume is not shared", Requirements: []string{"BFV-10"}, Refuses: 400, Run: asSpecified(rebuildNotShared)},
		{Name: "metadata quota", Requirements: []string{"RKP-N12"}, Run: c.rebuildMetadataQuota},
		{Name: "personality quota", Requirements: []string{"RKP-26", "RKP-N12"}, Run: c.rebuildPersonalityQuota},
		{Name: "image is active", Requirements: []string{"RKP-N11"}, Run: rebuildImageActive},
		{Name: "flavor is large enough", Requirements: []string{"BFV-N03", "BFV-N04", "BFV-N05", "RKP-N13"}, Run: rebuildFlavorSuits},
		{Name: "volumes are in use", Requirements: []string{"BFV-16", "BFV-N05", "RKP-N14"}, Refuses: 400, Run: rebuildVolumesInUse},
		{Name: "layout of processors and memory stays", Requirements: []string{"BFV-N06"}, Refuses: 400, Run: rebuildKeepsNUMA},
		{Name: "set image", Requirements: []string{"BFV-02", "RKP-03", "RKP-04"}, Run: rebuildSetImage},
		{Name: "set key name", Requirements: []string{"BFV-25", "RKP-01", "RKP-07", "RKP-16", "RKP-17"}, Run: rebuildSetKeyName},
		{Name: "copy key material", Requirements: []string{"RKP-10", "RKP-20", "RKP-23"}, Run: rebuildCopyMaterial},
		{Name: "set name", Requirements: []string{"RKP-26"}, Run: rebuildSetTexts("name", func(s *state.Server) *string { return &s.Name })},
		{Name: "set hostname", Requirements: []string{"RKP-26"}, Run: rebuildSetTexts("hostname", func(s *state.Server) *string { return &s.Hostname })},
		{Name: "set metadata", Requirements: []string{"RKP-26"}, Run: rebuildSetMetadata},
		{Name: "set description", Requirements: []string{"RKP-26"}, Run: rebuildSetNullable("description", func(s *state.Server) **string { return &s.Description })},
		{Name: "set IPv4 access address", Requirements: []string{"RKP-26"}, Run: rebuildSetTexts("accessIPv4", func(s *state.Server) *string { return &s.AccessIPv4 })},
		{Name: "set IPv6 access address", Requirements: []string{"RKP-26"}, Run: rebuildSetTexts("accessIPv6", func(s *state.Server) *string { return &s.AccessIPv6 })},
		{Name: "set disk configuration", Requirements: []string{"RKP-26"}, Run: rebuildSetDiskConfig},
		{Name: "set user data", Requirements: []string{"RKP-26"}, Run: rebuildSetNullable("user_data", func(s *state.Server) **string { return &s.UserData })},
		{Name: "set trusted certificates", Requirements: []string{"RKP-26"}, Run: rebuildSetCertificates},
		{Name: "set administrator's password", Requirements: []string{"RKP-26"}, Run: rebuildSetPassword},
		{Name: "begin to rebuild", Requirements: []string{"RKP-01", "RKP-24", "RKP-25"}, Run: rebuildBegin},
		{Name: "record the action", Requirements: []string{"RKP-22"}, Run: rebuildRecord},
		{Name: "notify", Requirements: []string{"RKP-18"}, Run: rebuildNotify},
		{Name: "schedule the end", Requirements: []string{"RKP-01", "RKP-24", "RKP-25"}, Run: rebuildSchedule},
	}
}

// answerRebuilt is the server as it is while the rebuild begins, with the password, which is told once.
func answerRebuilt(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	w := pipeline.Work[rebuild](x)
	v := view(x, serverOf(x))
	v["adminPass"], v["user_data"] = w.password, v["OS-EXT-SRV-ATTR:user_data"]
	return pipeline.Answer(202, "server", v).With("Location", x.Base+inProject(x)+"/servers/"+serverOf(x).ID), nil
}
