package steps_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/mockcloud"
)

// What a run left locked or protected is removed all the same: a server that a member or an administrator has locked, an
// image that is protected (and shared, as images are where nobody says another word), a stack that is locked with what is in it.
func TestSweepRemovesWhatIsLockedOrProtected(t *testing.T) {
	cloud := mockcloud.Start(t, mockcloud.WithProfile(openapi.Specified))
	left := leaveBehind(t, cloud)
	member, err := left.Actor("member")
	require.NoError(t, err)
	do := func(s *session.Session, want int, c session.Call) map[string]any {
		t.Helper()
		reply, err := s.Call(context.Background(), c)
		require.NoError(t, err)
		require.Equal(t, want, reply.Status, reply.Message())
		return reply.JSON
	}
	boot := func(name string) string {
		server := do(member, 202,
			session.Call{
				Service: openapi.Compute, Method: http.MethodPost, Path: "/servers", At: "2.90",
				Body: map[string]any{"server": map[string]any{
					"name": left.Prefix() + name, "imageRef": left.Resources.Image.ID, "flavorRef": left.Resources.Flavor.ID, "networks": "none",
				}},
			})
		return server["server"].(map[string]any)["id"].(string)
	}
	locked := map[string]*session.Session{"by-member": member, "by-admin": left.Main}
	paths := map[openapi.Service][]string{}
	for name, who := range locked {
		id := boot(name)
		do(who, 202, session.Call{
			Service: openapi.Compute, Method: http.MethodPost, Path: "/servers/" + id + "/action",
			Body: map[string]any{"lock": nil},
		})
		paths[openapi.Compute] = append(paths[openapi.Compute], "/servers/"+id)
	}
	do(member, 409, session.Call{Service: openapi.Compute, Method: http.MethodDelete, Path: paths[openapi.Compute][0]})
	image := do(member, 201, session.Call{Service: openapi.Image, Method: http.MethodPost, Path: "/images", Body: map[string]any{
		"name": left.Prefix() + "kept", "disk_format": "raw", "container_format": "bare", "protected": true,
	}})
	require.Equal(t, "shared", image["visibility"])
	paths[openapi.Image] = []string{"/images/" + image["id"].(string)}
	do(member, 403, session.Call{Service: openapi.Image, Method: http.MethodDelete, Path: paths[openapi.Image][0]})
	stack := do(member, 201, session.Call{Service: openapi.Orchestration, Method: http.MethodPost, Path: "/stacks", Body: map[string]any{
		"stack_name": left.Prefix() + "stack", "template": map[string]any{"heat_template_version": "2018-08-31", "resources": map[string]any{
			"server": map[string]any{
				"type":       "OS::Nova::Server",
				"properties": map[string]any{"image": left.Resources.Image.ID, "flavor": left.Resources.Flavor.ID},
			},
		}},
	}})
	at := "/stacks/" + left.Prefix() + "stack/" + stack["stack"].(map[string]any)["id"].(string)
	do(member, 200, session.Call{
		Service: openapi.Orchestration, Method: http.MethodPost, Path: at + "/actions",
		Body: map[string]any{"lock": map[string]any{"level": "all"}},
	})
	do(member, 409, session.Call{Service: openapi.Orchestration, Method: http.MethodDelete, Path: at})

	gone := swept(t, cloud, "left", false)
	for _, name := range []string{
		"server " + left.Prefix() + "by-member", "server " + left.Prefix() + "by-admin",
		"image " + left.Prefix() + "kept", "stack " + left.Prefix() + "stack",
	} {
		assert.Contains(t, gone, name)
	}
	for service, all := range paths {
		for _, path := range all {
			do(left.Main, 404, session.Call{Service: service, Method: http.MethodGet, Path: path})
		}
	}
}
