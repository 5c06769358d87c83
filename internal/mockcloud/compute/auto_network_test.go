package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A project without a network gets none made by asking for one, and servers without where it asks for nothing.
func TestServersOfAProjectWithoutNetworks(t *testing.T) {
	c := begin(t)
	require.Equal(t, 200, c.ask("/network/v2.0/networks/"+private, "", "admin", "PUT", `{"network": {"shared": false}}`).status)
	boot := func(who, version, networks string) answer {
		return c.do(who, version, "POST", "/v2.1/servers", `{"server": {"name": "s", "imageRef": "`+imageA+`", "flavorRef": "1"`+networks+`}}`)
	}
	a := boot("outsider", newest, `, "networks": "auto"`)
	assert.Equal(t, []any{400, "Unable to automatically allocate a network for project 00000000000000000000000000000a03"}, []any{a.status, a.message()})
	assert.Equal(t, 202, boot("outsider", newest, `, "networks": "none"`).status)
	assert.Equal(t, 202, boot("outsider", "2.1", "").status)
	assert.Equal(t, 202, boot("member", newest, `, "networks": "auto"`).status, "it has a network")
}
