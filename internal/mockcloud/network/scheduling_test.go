package network

import (
	"testing"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
)

// What an administrator has agents host: networks that of DHCP, routers one for routers, which is in a zone.
func TestAgentsHostWhatTheyAreGiven(t *testing.T) {
	c := trial.New(t, New)
	txn := c.Env.Store.Write()
	state.Hosts.Insert(txn, &state.Host{Name: "h1"})
	txn.Commit()
	agent := func(program string) string { return uuid.NewSHA1(uuid.NameSpaceURL, []byte(program+" h1")).String() }
	dhcp, l3 := "/agents/"+agent("neutron-dhcp-agent"), "/agents/"+agent("neutron-l3-agent")
	const network, router = `{"network_id": "{n}"}`, `{"router_id": "{r}"}`
	played(t, c, []exchange{
		{"member", "n=POST /networks", `{"network": {}}`, 201, `"availability_zones": []`},
		{"member", "r=POST /routers", `{"router": {}}`, 201, `"availability_zones": []`},
		{"admin", "GET " + dhcp + "/dhcp-networks", "", 200, `"networks": []`},
		{"admin", "POST " + l3 + "/dhcp-networks", network, 404, "InvalidDHCPAgent"},
		{"admin", "POST " + dhcp + "/dhcp-networks", `{}`, 400, "Required attribute 'network_id' not specified"},
		{"admin", "POST " + dhcp + "/dhcp-networks", `[]`, 400, "Required attribute 'network_id' not specified"},
		{"admin", "POST " + dhcp + "/dhcp-networks", `{`, 400, "MalformedRequestBody"},
		{"admin", "DELETE " + dhcp + "/dhcp-networks/{n}", "", 409, "NetworkNotHostedByDhcpAgent"},
		{"member", "POST " + dhcp + "/dhcp-networks", network, 403, "rule:create_dhcp-network"},
		{"admin", "POST " + dhcp + "/dhcp-networks", network, 201, "null"},
		{"admin", "POST " + dhcp + "/dhcp-networks", network, 409, "NetworkHostedByDHCPAgent"},
		{"admin", "GET " + dhcp + "/dhcp-networks", "", 200, `"id": "{n}"`},
		{"admin", "GET /networks/{n}/dhcp-agents", "", 200, `"binary": "neutron-dhcp-agent"`},
		{"member", "GET /networks/{n}", "", 200, `"nova"`},
		{"admin", "DELETE " + dhcp + "/dhcp-networks/{n}", "", 204, ""},
		{"admin", "GET /networks/{n}/dhcp-agents", "", 200, `"agents": []`},
		{"admin", "PUT " + dhcp, `{"agent": {"admin_state_up": false}}`, 200, ""},
		{"admin", "POST " + dhcp + "/dhcp-networks", network, 404, "InvalidDHCPAgent"},
		{"admin", "POST " + dhcp + "/l3-routers", router, 404, "InvalidL3Agent"},
		{"admin", "POST " + l3 + "/l3-routers", router, 201, "null"},
		{"admin", "POST " + l3 + "/l3-routers", router, 201, "null"},
		{"admin", "GET /routers/{r}/l3-agents", "", 200, `"ha_state": null`},
		{"admin", "GET " + l3 + "/l3-routers", "", 200, `"id": "{r}"`},
		{"member", "GET /routers/{r}", "", 200, `"nova"`},
		{"admin", "DELETE " + l3 + "/l3-routers/{r}", "", 204, ""},
		{"admin", "DELETE " + l3 + "/l3-routers/{r}", "", 204, ""},
		{"admin", "DELETE " + l3 + "/l3-routers/nope", "", 404, "RouterNotFound"},
		{"admin", "GET " + l3 + "/l3-routers", "", 200, `"routers": []`},
		{"admin", "d=POST /routers", `{"router": {"distributed": true}}`, 201, ""},
		{"admin", "POST " + l3 + "/l3-routers", `{"router_id": "{d}"}`, 409, "RouterL3AgentMismatch"},
		{"admin", "h=POST /routers", `{"router": {"ha": true}}`, 201, ""},
		{"admin", "POST " + l3 + "/l3-routers", `{"router_id": "{h}"}`, 201, ""},
		{"admin", "GET /routers/{h}/l3-agents", "", 200, `"ha_state": "standby"`},
		{"admin", "POST " + l3 + "/l3-routers", router, 201, ""},
		{"admin", "DELETE " + l3, "", 204, ""},
		{"admin", "GET /routers/{r}/l3-agents", "", 200, `"agents": []`},
		{
			"admin", "PUT /agents/" + uuid.NewSHA1(uuid.NameSpaceURL, []byte("neutron-l3-agent h1 1")).String(),
			`{"agent": {"admin_state_up": false}}`, 200, "",
		},
		{
			"admin", "POST /agents/" + uuid.NewSHA1(uuid.NameSpaceURL, []byte("neutron-l3-agent h1 1")).String() + "/l3-routers",
			router, 404, "InvalidL3Agent",
		},
	})
}
