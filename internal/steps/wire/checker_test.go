package wire_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/wire"
)

func TestTheCheckerFindsWhatLeavesTheDocument(t *testing.T) {
	c := wire.Checker{Profile: openapi.Shipped}
	for _, row := range []struct {
		name, method, path, asked, answer string
		at                                string
		status                            int
		operation                         string
		drifts                            bool
	}{
		{"a list as documented", "GET", "/servers", "", `{"servers": []}`, "2.54", 200, "servers.list", false},
		{"a field that nobody documented", "GET", "/servers", "", `{"servers": [], "more": 1}`, "2.54", 200, "servers.list", true},
		{"a status that nobody documented", "GET", "/servers", "", `{"servers": []}`, "2.54", 299, "servers.list", true},
		{"an action by the key of its body", "POST", "/servers/x/action", `{"os-stop": null}`, "", "2.1", 202, "servers.stop", false},
		{"an action that does not exist is nobody's", "POST", "/servers/x/action", `{"nope": null}`, `{}`, "2.1", 400, "", false},
		{"a path that does not exist is nobody's", "GET", "/nope", "", `{}`, "2.1", 404, "", false},
		{"a microversion beyond the documents", "GET", "/servers", "", `{}`, "2.999", 406, "", false},
		{"no microversion is the oldest", "GET", "/servers?limit=1", "", `{"servers": []}`, "", 200, "servers.list", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			at, err := openapi.ParseVersion(row.at)
			require.NoError(t, err)
			h := http.Header{"Content-Type": {"application/json"}, "X-Openstack-Request-Id": {"req-1"}, "X-Compute-Request-Id": {"req-1"}}
			note := wire.Note{Service: openapi.Compute, Path: row.path, Version: at}
			operation, found := c.Check(note, row.method, []byte(row.asked), row.status, h, []byte(row.answer))
			assert.Equal(t, row.operation, operation)
			assert.Equal(t, row.drifts, len(found) > 0, "%v", found)
		})
	}
}
