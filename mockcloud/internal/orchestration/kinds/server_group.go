package kinds

import (
	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/kinds/remote"
)

// serverGroup is OS::Nova::ServerGroup.
func serverGroup() *kind.Kind {
	return remote.Plain{
		Service: openapi.Compute, Path: "/os-server-groups", Key: "server_group", Version: withRules,
		Renamed: map[string]string{"policies": ""},
		Prepare: func(t *kind.Task, request kind.Values, _ bool) *kind.Failure {
			if policies := body.As[[]any](t.Resource.Properties["policies"]); len(policies) > 0 {
				request["policy"] = policies[0]
			}
			return nil
		},
	}.Kind()
}

// withRules is the microversion in which a group has one policy, and rules for it.
var withRules = openapi.MustVersion("2.64")
