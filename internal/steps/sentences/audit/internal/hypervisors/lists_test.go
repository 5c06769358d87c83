package hypervisors

import (
	"encoding/json"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/world"
)

func TestServersAreToldWhereTheyAreAskedFor(t *testing.T) {
	told := []map[string]json.RawMessage{{"id": []byte(`"h"`), "servers": []byte(`[]`)}}
	silent := []map[string]json.RawMessage{{"id": []byte(`"h"`)}}
	for _, c := range []struct {
		at, word      string
		told, notTold bool
	}{
		{"2.53", "true", true, true}, // a hypervisor without servers need not tell so yet
		{"2.75", "YES", true, false},
		{"2.75", "0", false, true},
		{"2.75", "off", false, true},
		{"2.75", "", false, true},
		{"2.52", "true", false, true},
	} {
		x := &world.Exchange{Asked: world.Request{Query: url.Values{}}, Version: openapi.MustVersion(c.at)}
		if c.word != "" {
			x.Asked.Query.Set("with_servers", c.word)
		}
		assert.Equal(t, c.told, askedServers(x, told) == nil, "%v with servers", c)
		assert.Equal(t, c.notTold, askedServers(x, silent) == nil, "%v without servers", c)
	}
}
