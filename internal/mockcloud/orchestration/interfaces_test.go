package orchestration

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAnUpdateKeepsTheInterfacesThatTheTemplateStillDescribes asks which ports a server has after its networks have changed.
func TestAnUpdateKeepsTheInterfacesThatTheTemplateStillDescribes(t *testing.T) {
	net, sub := object{"network": object{"get_resource": "net"}}, object{"subnet": object{"get_resource": "sub"}}
	with := func(one object, more ...any) object {
		out := object{}
		for key, value := range one {
			out[key] = value
		}
		for i := 0; i < len(more); i += 2 {
			out[more[i].(string)] = more[i+1]
		}
		return out
	}
	of := func(networks ...any) object {
		return object{"heat_template_version": "2016-04-08", "resources": object{
			"net": object{"type": "OS::Neutron::Net"},
			"sub": object{"type": "OS::Neutron::Subnet", "properties": object{
				"network": object{"get_resource": "net"}, "cidr": "192.168.77.0/24",
				"allocation_pools": []any{object{"start": "192.168.77.9", "end": "192.168.77.99"}},
			}},
			"server": object{"type": "OS::Nova::Server", "depends_on": "sub", "properties": object{
				"image": "cirros", "flavor": "tiny", "networks": networks,
			}},
		}}
	}
	for _, row := range []struct {
		name          string
		before, after []any
		kept, all     int
	}{
		{"its subnet in the place of a network", []any{net}, []any{sub}, 1, 1},
		{"its network in the place of a subnet", []any{sub}, []any{net}, 1, 1},
		{"the address that it has", []any{net}, []any{with(net, "fixed_ip", "192.168.77.9")}, 1, 1},
		{"another address", []any{net}, []any{with(net, "fixed_ip", "192.168.77.10")}, 0, 1},
		{"another tag", []any{net}, []any{with(net, "tag", "new")}, 0, 1},
		{"none", []any{sub}, []any{object{"allocate_network": "none"}}, 0, 0},
		{"one after none", []any{object{"allocate_network": "none"}}, []any{sub}, 0, 1},
		{"nothing: the only network there is", []any{sub}, []any{}, 0, 1},
		{"a second one", []any{net}, []any{net, sub}, 1, 2},
		{
			"three in another order",
			[]any{net, with(net, "fixed_ip", "192.168.77.33"), sub},
			[]any{sub, net, with(net, "subnet", sub["subnet"])},
			3, 3,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := furnished(t)
			id := create1(t, c, object{"stack_name": "s", "template": of(row.before...)})
			require.Equal(t, "CREATE_COMPLETE", settled(t, c, id).Text("stack", "stack_status"))
			at := root + "/stacks/s/" + id
			server := c.Do("member", "GET", at+"/resources/server", nil).Text("resource", "physical_resource_id")
			ports := func() []string {
				return c.Do("member", "GET", "/network/v2.0/ports?device_id="+server, nil).Names("ports", "id")
			}
			before := ports()
			require.Equal(t, 202, c.Do("member", "PUT", at, object{"template": of(row.after...)}).Status)
			show := settled(t, c, id)
			require.Equal(t, "UPDATE_COMPLETE", show.Text("stack", "stack_status"), show.Body)
			kept := 0
			after := ports()
			for _, id := range before {
				for _, other := range after {
					if id == other {
						kept++
					}
				}
			}
			assert.Equal(t, []int{row.kept, row.all}, []int{kept, len(after)})
		})
	}
}
