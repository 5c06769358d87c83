package consumer

import (
	"net/http"
	"plumbline/mockcloud"
	"plumbline/mockcloud/faults"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each subtest has a cloud of its own, so that they run at the same time and see nothing of each other.
func TestRotateKeyFails(t *testing.T) {
	for name, rule := range map[string]faults.Rule{
		"busy":         {Operation: "servers.rebuild", Status: http.StatusConflict, Message: "Busy.", Times: 1},
		"forbidden":    {Operation: "servers.rebuild", Status: http.StatusForbidden, Message: "Not you.", Times: 1},
		"cannot read":  {Operation: "servers.show", Status: http.StatusInternalServerError, Message: "Out of order.", Times: 1},
		"not that one": {Operation: "servers.rebuild", Status: http.StatusNotFound, Message: "Gone.", Times: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cloud := mockcloud.Start(t)
			compute, server := aServer(t, cloud)

			_, err := cloud.Control().AddFault(rule)
			require.NoError(t, err)
			require.ErrorContains(t, RotateKey(t.Context(), compute, server, "new"), rule.Message)
		})
	}
}
