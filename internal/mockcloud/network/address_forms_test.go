package network

import (
	"testing"

	"plumbline/internal/mockcloud/trial"
)

// Addresses of IPv6 are kept in their short form; where a route leads is kept as it was written.
func TestFormsOfAddresses(t *testing.T) {
	route := func(to, hop string) string {
		return `{"subnet": {"host_routes": [{"destination": "` + to + `", "nexthop": "` + hop + `"}]}}`
	}
	const six, four = "PUT /subnets/{six}", "PUT /subnets/{four}"
	played(t, trial.New(t, New), []exchange{
		{"member", "n=POST /networks", `{"network": {"name": "n"}}`, 201, ""},
		{
			"member", "six=POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 6, "cidr": "2001:0DB8:0:1:0::/64",
				"gateway_ip": "2001:DB8:0:1:0:0:0:5", "allocation_pools": [{"start": "2001:DB8:0:1:0:0:0:10", "end": "2001:DB8:0:1::FF"}]}}`,
			201, `"allocation_pools": [{"end": "2001:db8:0:1::ff", "start": "2001:db8:0:1::10"}]`,
		},
		{"member", "GET /subnets/{six}", "", 200, `"gateway_ip": "2001:db8:0:1::5"`},
		{"member", "GET /subnets/{six}", "", 200, `"cidr": "2001:db8:0:1::/64"`},
		{"member", six, route("2001:DB8:0:7:0::/64", "2001:DB8:0:1:0::9"), 200, `"destination": "2001:DB8:0:7:0::/64"`},
		{"member", "GET /subnets/{six}", "", 200, `"nexthop": "2001:db8:0:1::9"`},
		{"member", six, route("::1/128", "2001:db8:0:1::9"), 200, `"destination": "::1/128"`},
		{"member", six, route("2001:db8:0:7::1/64", "2001:db8:0:1::9"), 400, "'2001:db8:0:7::1/64' is not a valid CIDR."},
		{"member", six, route("2001:db8:0:7::", "2001:db8:0:1::9"), 400, "'2001:db8:0:7::' is not a valid CIDR."},
		{"member", "four=POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 4, "cidr": "10.8.0.0/24"}}`, 201, ""},
		{"member", four, route("10.9.0.0/255.255.255.0", "10.8.0.9"), 200, `"destination": "10.9.0.0/255.255.255.0"`},
		{"member", four, route("0.0.0.0/0", "10.8.0.9"), 200, `"destination": "0.0.0.0/0"`},
		{"member", four, route("10.9.0.1/24", "10.8.0.9"), 400, "'10.9.0.1/24' is not a valid CIDR."},
		{"member", four, route("127.0.0.0/8", "10.8.0.9"), 400, "'127.0.0.0/8' is not a routable CIDR."},
	})
}
