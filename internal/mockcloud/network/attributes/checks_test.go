package attributes

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Values as they are sent, what is made of them, or the end of the refusal.
func TestConversionsAndChecks(t *testing.T) {
	for _, row := range []struct{ check, sent, becomes, refusal string }{
		{"truth or null", `" Yes "`, `true`, ""},
		{"truth or null", `0`, `false`, ""},
		{"truth or null", `null`, `null`, ""},
		{"truth or null", `"maybe"`, "", "'maybe' cannot be converted to boolean."},
		{"mtu", `"1400"`, `1400`, ""},
		{"mtu", `1.9`, `1`, ""},
		{"mtu", `-1`, "", "'-1' should be non-negative."},
		{"rate", `2147483648`, "", "'2147483648' is too large - must be no larger than '2147483647'."},
		{"family number", `"6"`, `6`, ""},
		{"family number", `true`, "", "1 is not in valid_values."},
		{"family", `"ipv6"`, `"IPv6"`, ""},
		{"protocol", `6`, `"6"`, ""},
		{"protocol", `"TCP"`, `"tcp"`, ""},
		{"protocol", `"any"`, `null`, ""},
		{"port", `" 80"`, `80`, ""},
		{"port", `65536`, "", "Invalid value for port 65536"},
		{"range", `""`, `null`, ""},
		{"range", `"10.0.0.1"`, `"10.0.0.1/32"`, ""},
		{"cidr", `"10.1.2.3/255.255.0.0"`, `"10.1.0.0/16"`, ""},
		{"cidr", `"10.1.2.3/255.0.255.0"`, "", "10.1.2.3/255.0.255.0 is not in a CIDR format."},
		{"cidr", `5`, "", "5 is not in a CIDR format."},
		{"gateway", `"FD00:0::1"`, `"fd00::1"`, ""},
		{"gateway", `"10.1.1.01"`, "", "'10.1.1.01' is not an accepted IP address, '10.1.1.1' is recommended."},
		{"pools", `[{"start": "10.0.0.1"}]`, "", "Expected keys: {'end', 'start'} Provided keys: {'start'}."},
		{"pools", `["x"]`, "", "'x' must be a dictionary with keys: ['start', 'end']."},
		{"hosts", `"zz"`, "", "'z' is not a valid nameserver. 'z' is not a valid IP address."},
		{"hosts", `null`, `[]`, ""},
		{"services", `""`, `[]`, ""},
		{"services", `["trunk:x", "network:x", "zz"]`, "", "Subnet service type zz does not correspond to a valid device owner."},
		{"ranges", `["10.0.0.0/8", "10.0.0.0/8"]`, "", "Duplicate items in the list: '10.0.0.0/8'."},
		{"ranges", `["10.0.0.1"]`, "", "'10.0.0.1' isn't a recognized IP subnet cidr, '10.0.0.1/32' is recommended."},
		{"mac", `"fa163eaabbcc"`, `"fa163eaabbcc"`, ""},
		{"mac", `"ff:ff:ff:ff:ff:ff"`, "", "'ff:ff:ff:ff:ff:ff' is not a valid MAC address."},
		{"rbac type", `" Network "`, `"network"`, ""},
		{"router gateway", `{"enable_snat": true}`, "", "Expected keys: {'network_id'} Provided keys: {'enable_snat'}."},
		{"router gateway", `{}`, `{}`, ""},
		{"pool", `"prefix_delegation"`, `null`, ""},
		{"not blank", `" "`, "", "' ' Blank strings are not permitted."},
		{"not default", `"DEFAULT"`, "", "Default security group already exists."},
		{"tags", `["a", "a"]`, "", "Duplicate items in the list: 'a'."},
		{"forwarded", `"TCP"`, "", "TCP is not in valid_values."},
	} {
		var sent any
		require.NoError(t, json.Unmarshal([]byte(row.sent), &sent))
		became, f := checks[row.check]("key", sent)
		if row.refusal != "" {
			if assert.NotNil(t, f, "%s %s", row.check, row.sent) {
				assert.Contains(t, f.Message, row.refusal, "%s %s", row.check, row.sent)
			}
			continue
		}
		require.Nil(t, f, "%s %s", row.check, row.sent)
		raw, err := json.Marshal(became)
		require.NoError(t, err)
		assert.JSONEq(t, row.becomes, string(raw), "%s %s", row.check, row.sent)
	}
}
