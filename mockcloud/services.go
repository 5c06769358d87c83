package mockcloud

import (
	"plumbline/mockcloud/blockstorage"
	"plumbline/mockcloud/compute"
	"plumbline/mockcloud/identity"
	"plumbline/mockcloud/image"
	"plumbline/mockcloud/metadata"
	"plumbline/mockcloud/network"
	"plumbline/mockcloud/orchestration"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/placement"
)

// constructors make the services that a cloud has.
var constructors = []func(*pipeline.Env) (*pipeline.Service, error){
	identity.New,
	compute.New,
	image.New,
	blockstorage.New,
	metadata.New,
	network.New,
	orchestration.New,
	placement.New,
}
