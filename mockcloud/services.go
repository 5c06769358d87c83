package mockcloud

import (
	"plumbline/mockcloud/identity"
	"plumbline/mockcloud/pipeline"
)

// constructors make the services that a cloud has.
var constructors = []func(*pipeline.Env) (*pipeline.Service, error){
	identity.New,
}
