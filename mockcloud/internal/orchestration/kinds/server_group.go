package kinds

import (
	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/kinds/remote"
)

// serverGroup is OS::Nova::ServerGroup.
func serverGroup() *kind.Kind {
	return remote.Plain{
		Service: openapi.Compute, Path: "/os-server-groups", Key: "server_group", Version: withSoftPolicies,
		Renamed: map[string]string{"rules": ""},
	}.Kind()
}

// withSoftPolicies is the microversion that has all policies of groups.
var withSoftPolicies = openapi.MustVersion("2.15")
