package audit

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAsAsked(t *testing.T) {
	shown := map[string]any{
		"name": "one", "OS-DCF:diskConfig": "MANUAL", "tags": []any{"a", "b"}, "metadata": map[string]any{"k": "v"}, "config_drive": "",
		"accessIPv6": "2001:db8::7", "OS-EXT-SRV-ATTR:hostname": "one", "image": map[string]any{"id": "a1"},
	}
	for _, good := range []map[string]any{
		{"name": "one", "flavorRef": "1"},
		{"name": "two", "min_count": 2.0},
		{"tags": []any{"b", "a", "b"}},
		{"metadata": map[string]any{"k": "v"}},
		{"accessIPv6": "2001:DB8:0::7"},
		{"hostname": "one"},
		{"description": "not shown below 2.19"},
		{"config_drive": false},
		{"imageRef": "A1"},
		{"imageRef": "a2", "block_device_mapping_v2": []any{}},
	} {
		assert.NoError(t, asAsked(good, shown), "%v", good)
	}
	for _, bad := range []map[string]any{
		{"name": "two"},
		{"OS-DCF:diskConfig": "AUTO"},
		{"tags": []any{"a"}},
		{"metadata": map[string]any{}},
		{"config_drive": true},
		{"accessIPv6": "2001:db8::8"},
		{"hostname": "two"},
		{"imageRef": "a2"},
	} {
		assert.Error(t, asAsked(bad, shown), "%v", bad)
	}
}
