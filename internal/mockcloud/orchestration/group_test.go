package orchestration

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A group forgets the members that its removal policies name, and does not use their names again.
func TestMembersThatAreRemovedFromAGroup(t *testing.T) {
	c := furnished(t)
	text := func(count int, policies string) string {
		return fmt.Sprintf(`heat_template_version: 2018-08-31
resources:
  g:
    type: OS::Heat::ResourceGroup
    properties:
      count: %d
      resource_def: {type: OS::Neutron::Net, properties: {name: "net-%%index%%"}}
      %s
outputs:
  names: {value: {get_attr: [g, name]}}
  removed: {value: {get_attr: [g, removed_rsrc_list]}}
  first: {value: {get_attr: [g, refs, 0]}}
`, count, policies)
	}
	id := create1(t, c, object{"stack_name": "s", "template": text(3, "")})
	first, _ := outputs(settled(t, c, id))["first"].(string)
	for _, step := range []struct {
		name, policies string
		count          int
		members        string
		removed        []any
	}{
		{"one by its name", "removal_policies: [{resource_list: ['1']}]", 2, "net-0 net-2", []any{"1"}},
		{"its name is not used again", "", 3, "net-0 net-2 net-3", []any{"1"}},
		{"one by what refers to it", "removal_policies: [{resource_list: [" + first + "]}]", 2, "net-2 net-3", []any{"0", "1"}},
		{"one that nobody knows", "removal_policies: [{resource_list: ['9']}]", 2, "net-2 net-3", []any{"0", "1"}},
		{"all may come back", "removal_policies_mode: update", 2, "net-0 net-1", []any{}},
	} {
		t.Run(step.name, func(t *testing.T) {
			a := c.Do("member", "PUT", root+"/stacks/s/"+id, object{"template": text(step.count, step.policies)})
			require.Equal(t, 202, a.Status, a.Body)
			show := settled(t, c, id)
			require.Equal(t, "UPDATE_COMPLETE", show.Text("stack", "stack_status"), show.Text("stack", "stack_status_reason"))
			assert.Equal(t, step.removed, outputs(show)["removed"])
			names := fmt.Sprint(outputs(show)["names"])
			assert.Equal(t, step.members, strings.Trim(names, "[]"))
		})
	}
}
