package mockcloud

import (
	"plumbline/internal/mockcloud/blockstorage"
	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/identity"
	"plumbline/internal/mockcloud/image"
	"plumbline/internal/mockcloud/metadata"
	"plumbline/internal/mockcloud/network"
	"plumbline/internal/mockcloud/orchestration"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/placement"
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
