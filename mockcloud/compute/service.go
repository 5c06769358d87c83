// Package compute is the mock's Nova: servers, key pairs, flavors, zones, limits and what was done to servers.
//
// Every behaviour produces complete values: all fields of all microversions. Which of them go out, and to
// whom, is decided by the documents (projection); behaviours look at the microversion only where the
// meaning of a request, or of one value, depends on it.
package compute

import (
	"maps"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// Quotas are the limits of each project (key pairs: of each user); -1 is none.
type Quotas struct {
	Instances, Cores, RAM               int // RAM in MiB
	KeyPairs, ServerMeta                int
	ServerGroups, ServerGroupMembers    int
	ImageMeta                           int
	Personality, PersonalityBytes, Path int
}

// DefaultQuotas bound what tests are about (contract 00 §6) and leave the number of servers to the hosts' capacity.
func DefaultQuotas() Quotas {
	return Quotas{
		Instances: -1, Cores: -1, RAM: -1, KeyPairs: 100, ServerMeta: 128,
		ServerGroups: 10, ServerGroupMembers: 10, ImageMeta: 128,
		Personality: 5, PersonalityBytes: 10240, Path: 255,
	}
}

// Options are what a deployment chooses.
type Options struct {
	Quotas Quotas
	// Keys makes key pairs for those who ask without a public key.
	Keys KeySource
}

// New makes the service as most deployments have it.
func New(env *pipeline.Env) (*pipeline.Service, error) {
	return NewWith(env, Options{Quotas: DefaultQuotas(), Keys: SeededKeys{IDs: env.IDs}})
}

// NewWith makes the service with other options. It fails when the documents cannot be read.
func NewWith(env *pipeline.Env, o Options) (*pipeline.Service, error) {
	chain, err := env.Chain(openapi.Compute)
	if err != nil {
		return nil, err
	}
	c := &compute{Options: o}
	svc := &pipeline.Service{
		Name: openapi.Compute, Prefix: "/compute", EmptyType: "application/json", Chain: chain, Roots: []string{"/v2.1", "/v2"},
		Stages: pipeline.ComputeStages(), Outside: c.outside, Render: pipeline.NovaFault,
		Lookups:    map[string]pipeline.Lookup{"server_id": findServer, "keypair_name": ownerOfKeyPairs, "service_id": findService},
		Operations: map[string]pipeline.Operation{}, Async: map[string]pipeline.Async{},
	}
	for _, operations := range []map[string]pipeline.Operation{
		c.versionOperations(), c.serverOperations(), c.powerOperations(), c.lockOperations(), shelveOperations(),
		c.keyPairOperations(), flavorOperations(), zoneOperations(), c.limitOperations(), instanceActionOperations(),
		interfaceOperations(), serviceOperations(), volumeAttachmentOperations(), externalEventOperations(), hypervisorOperations(), aggregateOperations(),
	} {
		maps.Copy(svc.Operations, operations)
	}
	for _, works := range []map[string]pipeline.Async{
		buildWork(), rebuildWork(), powerWork(), shelveWork(), unshelveWork(), deleteWork(), attachWork(), buildVolumeWork(), rebuildVolumeWork(),
	} {
		maps.Copy(svc.Async, works)
	}
	return svc, nil
}

// compute is the service with what its deployment chose.
type compute struct {
	Options
}
