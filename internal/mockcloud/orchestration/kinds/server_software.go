package kinds

import (
	"maps"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
)

// The keys of a server's metadata that tell its agent what to do, and how to ask for it again.
const (
	deploymentsKey = "deployments"
	agentKey       = "os-collect-config"
)

// configured tells whether an agent on the server is configured by the stack.
func configured(t *kind.Task) bool {
	return t.Resource.Properties["user_data_format"] == "SOFTWARE_CONFIG"
}

// agentIsReached fails for what the agent would be told by, where no service of the cloud is that.
func agentIsReached(t *kind.Task) *kind.Failure {
	if !configured(t) {
		return nil
	}
	switch body.As[string](t.Resource.Properties["software_config_transport"]) {
	case "ZAQAR_MESSAGE":
		return kind.Failf("EndpointNotFound", "public endpoint for messaging service in %s region not found", t.Env.Region)
	case "POLL_TEMP_URL":
		return kind.Failf("EndpointNotFound", "publicURL endpoint for object-store service in %s region not found", t.Env.Region)
	}
	return nil
}

// tellAgent writes into the metadata of a new server how its agent asks for configurations, of which there are none yet.
func tellAgent(t *kind.Task) {
	if !configured(t) {
		return
	}
	collectors := []any{"ec2"}
	agent := kind.Values{}
	switch body.As[string](t.Resource.Properties["software_config_transport"]) {
	case "POLL_SERVER_HEAT":
		collectors = append(collectors, "heat")
		agent["heat"] = kind.Values{
			"user_id": strings.ReplaceAll(t.Env.IDs.UUID(), "-", ""), "password": t.Env.IDs.Secret(32), "auth_url": record.AuthURL(t.Exchange),
			"project_id": record.UserProject(t.Stack), "stack_id": t.Stack.Name + "/" + t.Stack.ID, "resource_name": t.Resource.Name,
			"region_name": t.Env.Region,
		}
	case "POLL_SERVER_CFN":
		collectors = append(collectors, "cfn")
		agent["cfn"] = kind.Values{
			"metadata_url": record.Root(t.Exchange) + record.Prefix + "/v1/", "access_key_id": strings.ReplaceAll(t.Env.IDs.UUID(), "-", ""),
			"secret_access_key": t.Env.IDs.Secret(32), "stack_name": t.Stack.Name, "path": t.Resource.Name + ".Metadata",
		}
	}
	agent["collectors"] = append(collectors, "local")
	t.Resource.Metadata = record.WithKey(record.WithKey(t.Resource.Metadata, deploymentsKey, []any{}), agentKey, agent)
}

// serverMetadata are a server's metadata after an update: what tells the agent something stays.
func serverMetadata(before, defined kind.Values) kind.Values {
	if before[agentKey] == nil {
		return defined
	}
	agent := maps.Clone(body.As[kind.Values](before[agentKey]))
	maps.Copy(agent, body.As[kind.Values](defined[agentKey]))
	return record.WithKey(record.WithKey(defined, deploymentsKey, before[deploymentsKey]), agentKey, agent)
}
