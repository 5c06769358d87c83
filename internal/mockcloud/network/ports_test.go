package network

import "testing"

// A port gets addresses of its network's subnets only, and no MAC address of another port there.
func TestAddressesThatAPortCannotHave(t *testing.T) {
	port := func(fixed string) string { return `{"port": {"network_id": "{n}", "fixed_ips": [` + fixed + `]}}` }
	withMAC := func(mac string) string { return `{"port": {"network_id": "{n}", "mac_address": "` + mac + `"}}` }
	played(t, beside(t), []exchange{
		{"member", "n=POST /networks", `{"network": {}}`, 201, ""},
		{"member", "POST /ports", port(`{"ip_address": "10.70.0.9"}`), 400, "IP allocation requires subnets for network"},
		{"member", "s=POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 4, "cidr": "10.70.0.0/24"}}`, 201, ""},
		{"member", "s6=POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 6, "cidr": "fd00:70::/64"}}`, 201, ""},
		{"member", "other=POST /networks", `{"network": {}}`, 201, ""},
		{"member", "so=POST /subnets", `{"subnet": {"network_id": "{other}", "ip_version": 4, "cidr": "10.71.0.0/24"}}`, 201, ""},
		{"member", "POST /ports", port(`{}`), 400, "IP allocation requires subnet_id or ip_address"},
		{"member", "POST /ports", port(`{"ip_address": "10.71.0.9"}`), 400, "InvalidIpForNetwork"},
		{"member", "POST /ports", port(`{"subnet_id": "{s}", "ip_address": "10.71.0.9"}`), 400, "InvalidIpForSubnet"},
		{"member", "POST /ports", port(`{"subnet_id": "{s}", "ip_address": "10.70.0.0"}`), 400, "InvalidIpForSubnet"},
		{"member", "POST /ports", port(`{"subnet_id": "{s}", "ip_address": "10.70.0.255"}`), 400, "InvalidIpForSubnet"},
		{"member", "POST /ports", port(`{"subnet_id": "{so}"}`), 400, "because fixed_ips included invalid subnet {so}."},
		{"member", "POST /ports", port(`{"subnet_id": "2e3f9d54-4c30-4d5c-a8ff-3fe1d4ac1d7c"}`), 404, "SubnetNotFound"},
		{"member", "p=POST /ports", port(`{"ip_address": "10.70.0.254"}`), 201, `"subnet_id": "{s}"`},
		{"member", "POST /ports", port(`{"ip_address": "10.70.0.254"}`), 409, "IpAddressAlreadyAllocated"},
		{"member", "POST /ports", port(`{"ip_address": "fd00:70::"}`), 201, `"subnet_id": "{s6}"`},
		{
			"member", "PUT /ports/{p}", `{"port": {"fixed_ips": [{"subnet_id": "{s}", "ip_address": "10.71.0.9"}]}}`,
			400, "InvalidIpForSubnet",
		},
		{"member", "POST /ports", withMAC("fa:16:3e:aa:bb:01"), 201, ""},
		{"member", "POST /ports", withMAC("fa:16:3e:aa:bb:01"), 409, "The mac address fa:16:3e:aa:bb:01 is in use."},
		{"admin", "PUT /ports/{p}", `{"port": {"mac_address": "fa:16:3e:aa:bb:01"}}`, 409, "MacAddressInUse"},
		{"member", "POST /ports", `{"port": {"network_id": "{other}", "mac_address": "fa:16:3e:aa:bb:01"}}`, 201, ""},
	})
}
