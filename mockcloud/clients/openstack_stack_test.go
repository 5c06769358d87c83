package clients

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const stackTemplate = `heat_template_version: 2018-08-31
description: A server, and a group of two.
parameters:
  size: {type: number, default: 4}
resources:
  server:
    type: OS::Nova::Server
    properties: {image: cirros-a, flavor: m1.tiny, networks: [{allocate_network: none}]}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Heat::RandomString
        properties: {length: {get_param: size}}
  test: {type: OS::Heat::TestResource, properties: {value: {get_param: size}}}
outputs:
  value: {value: {get_attr: [test, output]}}
  refs: {value: {get_attr: [group, refs]}}
`

// TestStockClientWorksWithStacks is a session with python3-heatclient's commands.
func TestStockClientWorksWithStacks(t *testing.T) {
	s := newSession(t)
	s.write("stack.yaml", stackTemplate)
	out := s.run("mock", "",
		"stack create -t stack.yaml --parameter size=6 --tags a,b --wait -f json web",
		"stack list -f json",
		"stack list --nested -f json",
		"stack show -f json web",
		"stack resource list -n 2 -f json web",
		"stack output show -f json web value",
		"stack event list -f json web",
		"stack update -t stack.yaml --parameter size=8 --wait -f json web",
		"stack output show -f json web value",
		"stack suspend --wait -f json web",
		"server list -f json",
		"stack resume --wait -f json web",
		"stack check --wait -f json web",
		"stack snapshot create --name before -f json web",
		"stack snapshot list -f json web",
		"stack template show -f json web",
		"orchestration resource type list -f json",
		"orchestration template validate -t stack.yaml -f json",
		"stack delete --yes --wait web",
		"stack list -f json",
		"server list -f json",
	)
	require.Len(t, out, 20)
	at := func(i int, key string) any { return out[i].(object)[key] }
	assert.Equal(t, "CREATE_COMPLETE", at(0, "stack_status"))
	assert.Len(t, out[1], 1)
	assert.Len(t, out[2], 2)
	assert.Equal(t, "web", at(3, "stack_name"))
	assert.Len(t, out[4], 5)
	assert.Equal(t, "6", at(5, "output_value"))
	assert.NotEmpty(t, out[6])
	assert.Equal(t, "UPDATE_COMPLETE", at(7, "stack_status"))
	assert.Equal(t, "8", at(8, "output_value"))
	assert.Equal(t, "SUSPENDED", out[10].([]any)[0].(object)["Status"])
	assert.Len(t, out[14], 1)
	assert.NotEmpty(t, out[16])
	assert.Empty(t, out[18])
	assert.Empty(t, out[19])
}

// TestStockClientWorksWithSoftware is a session with python3-heatclient's commands for configurations and deployments.
func TestStockClientWorksWithSoftware(t *testing.T) {
	s := newSession(t)
	s.write("config.sh", "#!/bin/sh\necho $word\n")
	out := s.run("mock", "",
		"software config create --config-file config.sh --group script -f json greeting",
		"software config list -f json",
	)
	require.Len(t, out, 2)
	text := func(one any, key string) string { return one.(object)[key].(string) }
	config := text(out[0], "id")
	assert.Equal(t, config, text(out[1].([]any)[0], "id"))
	const server = "6f1d9e2c-0000-4000-8000-000000000001"
	out = s.run("mock", "",
		"software config show -f json "+config,
		"software deployment create --config "+config+" --server "+server+" --signal-transport NO_SIGNAL -f json greets",
		"software deployment list -f json",
		"software deployment metadata show "+server,
	)
	require.Len(t, out, 4)
	assert.Equal(t, "greeting", text(out[0], "name"))
	deployment := text(out[1], "id")
	assert.Equal(t, deployment, text(out[2].([]any)[0], "id"))
	out = s.run("mock", "",
		"software deployment show -f json "+deployment,
		"software deployment output show --all "+deployment,
		"software deployment delete "+deployment,
		"software deployment list -f json",
		"software config delete "+config,
		"software config list -f json",
	)
	require.GreaterOrEqual(t, len(out), 3)
	assert.Equal(t, "IN_PROGRESS", text(out[0], "status"))
	assert.Empty(t, out[len(out)-2])
	assert.Empty(t, out[len(out)-1], "it can be deleted once it is not deployed")
}
