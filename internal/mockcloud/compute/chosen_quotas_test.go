package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A quota that an administrator chose for a project bounds what it is about, on both sides of the bound, until it is given back.
func TestChosenQuotasBound(t *testing.T) {
	c := begin(t)
	server := c.boot("")
	metadata := func(body string) func() answer {
		return func() answer { return c.do("member", newest, "PUT", "/v2.1/servers/"+server+"/metadata", body) }
	}
	create := func(more string) func() answer {
		return func() answer {
			return c.do("member", "2.56", "POST", "/v2.1/servers", `{"server": {"name": "s", "imageRef": "`+imageA+`", "flavorRef": "1"`+more+`}}`)
		}
	}
	for _, row := range []struct {
		name, chosen   string
		within, beyond func() answer
	}{
		{"metadata of a server", `"metadata_items": 1`, metadata(`{"metadata": {"a": "1"}}`), metadata(`{"metadata": {"a": "1", "b": "2"}}`)},
		{
			"metadata of a new server", `"metadata_items": 1`, create(`, "networks": "none", "metadata": {"a": "1"}`),
			create(`, "networks": "none", "metadata": {"a": "1", "b": "2"}`),
		},
		{
			"injected files", `"injected_files": 0`, create(`, "networks": "none"`),
			create(`, "networks": "none", "personality": [{"path": "/a", "contents": "YQ=="}]`),
		},
		{
			"key pairs", `"key_pairs": 1`,
			func() answer {
				return c.do("member", "2.91", "POST", "/v2.1/os-keypairs", `{"keypair": {"name": "a"}}`)
			},
			func() answer {
				return c.do("member", "2.91", "POST", "/v2.1/os-keypairs", `{"keypair": {"name": "b"}}`)
			},
		},
		{
			"server groups", `"server_groups": 1`,
			func() answer {
				return c.do("member", newest, "POST", "/v2.1/os-server-groups", `{"server_group": {"name": "a", "policy": "affinity"}}`)
			},
			func() answer {
				return c.do("member", newest, "POST", "/v2.1/os-server-groups", `{"server_group": {"name": "b", "policy": "affinity"}}`)
			},
		},
	} {
		set := c.do("admin", "2.56", "PUT", "/v2.1/os-quota-sets/"+demo, `{"quota_set": {`+row.chosen+`}}`)
		assert.Equal(t, 200, set.status, set.text)
		within := row.within()
		assert.Less(t, within.status, 300, "%s: %s", row.name, within.text)
		assert.Equal(t, 403, row.beyond().status, row.name)
		c.do("admin", "2.56", "DELETE", "/v2.1/os-quota-sets/"+demo, nil)
		beyond := row.beyond()
		assert.Less(t, beyond.status, 300, "%s: %s", row.name, beyond.text)
	}
}
