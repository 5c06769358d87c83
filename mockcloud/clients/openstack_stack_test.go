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
