package orchestration

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/faults"
)

// inside is the path of the stack behind a resource.
func (s *stacked) inside(resource string) string {
	id := s.resource(resource)
	for _, n := range s.Do("member", "GET", root+"/stacks?show_nested=true", nil).At("stacks").([]any) {
		if n.(object)["id"] == id {
			return root + "/stacks/" + n.(object)["stack_name"].(string) + "/" + id
		}
	}
	return ""
}

func TestANestedStackThatOutlivesALockedOneIsUnlockedByItself(t *testing.T) {
	s := stack(t, specified(t, nil), template(object{
		"group": object{
			"type": "OS::Heat::ResourceGroup", "deletion_policy": "Retain",
			"properties": object{"count": 1, "resource_def": object{"type": "OS::Heat::RandomString"}},
		},
		"server": ofServer(object{"image": "cirros", "flavor": "tiny", "networks": nic}),
	}))
	nested := s.inside("group")
	s.Env.Faults.Add(faults.Rule{Operation: "servers.lock", Status: 500, Times: 1})
	require.Equal(t, 200, s.act(object{"lock": nil}))
	require.Equal(t, "LOCK_FAILED", s.status())
	require.Equal(t, 204, s.Do("member", "DELETE", s.at, nil).Status)
	require.Equal(t, "DELETE_COMPLETE", s.status())
	require.Equal(t, "LOCK_COMPLETE", s.Do("member", "GET", nested, nil).Text("stack", "stack_status"))
	require.Equal(t, 200, s.Do("member", "POST", nested+"/actions", object{"unlock": nil}).Status)
	assert.Equal(t, "UNLOCK_COMPLETE", s.Do("member", "GET", nested, nil).Text("stack", "stack_status"))
	assert.Equal(t, 204, s.Do("member", "DELETE", nested, nil).Status)
}

func TestDeletionSupersedesWhatIsUnderWayButItself(t *testing.T) {
	c := specified(t, nil)
	id := create1(t, c, object{"stack_name": "s", "template": template(object{
		"slow": object{"type": "OS::Heat::TestResource", "properties": object{
			"action_wait_secs": object{"create": 60, "update": 0, "delete": 60},
		}},
	})})
	s := &stacked{c, t, root + "/stacks/s/" + id, "s"}
	begun := func() (n int) {
		for _, e := range s.Do("member", "GET", s.at+"/events", nil).At("events").([]any) {
			if e.(object)["resource_name"] == "s" && e.(object)["resource_status"] == "DELETE_IN_PROGRESS" {
				n++
			}
		}
		return n
	}
	require.Equal(t, "CREATE_IN_PROGRESS", s.status())
	require.Equal(t, 204, s.Do("member", "DELETE", s.at, nil).Status)
	require.Equal(t, "DELETE_IN_PROGRESS", s.status())
	require.Equal(t, 204, s.Do("member", "DELETE", s.at, nil).Status, "a second deletion begins nothing")
	assert.Equal(t, 1, begun())
	s.Clock.Advance(2 * time.Minute)
	assert.Equal(t, "DELETE_COMPLETE", s.status())
}
