package mockcloud

import (
	"plumbline/mockcloud/internal/blockstorage"
	"plumbline/mockcloud/internal/compute"
	"plumbline/mockcloud/internal/identity"
	"plumbline/mockcloud/internal/image"
	"plumbline/mockcloud/internal/metadata"
	"plumbline/mockcloud/internal/network"
	"plumbline/mockcloud/internal/orchestration"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/placement"
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
