package orchestration

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/trial"
	"plumbline/mockcloud/settings"
)

// What the deletion policy Snapshot keeps of what is deleted; a type that nothing is kept of refuses it.
func TestADeletionKeepsAnImageOrABackup(t *testing.T) {
	c := furnished(t)
	const policy = "deletion_policy: Snapshot, "
	id := create1(t, c, object{"stack_name": "s", "template": `heat_template_version: 2018-08-31
resources:
  server: {type: OS::Nova::Server, ` + policy + `properties: {image: cirros, flavor: tiny, networks: [{allocate_network: none}]}}
  volume: {type: OS::Cinder::Volume, ` + policy + `properties: {size: 1, image: cirros, read_only: true}}
`})
	require.Equal(t, "CREATE_COMPLETE", settled(t, c, id).Text("stack", "stack_status"))
	at := root + "/stacks/s/" + id
	volume := c.Do("member", "GET", at+"/resources/volume", nil).Text("resource", "physical_resource_id")
	require.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
	require.Equal(t, "DELETE_COMPLETE", settled(t, c, id).Text("stack", "stack_status"))
	images := c.Do("member", "GET", "/image/v2/images?image_type=snapshot", nil)
	assert.Equal(t, "active", images.Text("images", 0, "status"), images.Body)
	backups := c.Do("member", "GET", "/volume/v3/"+trial.Demo+"/backups/detail", nil)
	assert.Contains(t, backups.Body, volume)

	refused := c.Do("member", "POST", root+"/stacks", object{"stack_name": "t", "template": `heat_template_version: 2018-08-31
resources: {net: {type: OS::Neutron::Net, deletion_policy: Snapshot}}
`})
	require.Equal(t, 400, refused.Status)
	assert.Equal(t, `resources.net.deletion_policy: : "Snapshot" deletion policy not supported`, refused.Text("error", "message"))
}

// A server that compute would keep for a while after its deletion is deleted for good with its stack, so that this ends (Heat of Zed,
// check_delete_server_complete).
func TestAStackDeletesAServerThatComputeWouldKeep(t *testing.T) {
	c := furnished(t)
	keeps := settings.Default()
	keeps.ReclaimInterval = time.Hour
	c.Env.Choose(keeps)
	id := create1(t, c, object{"stack_name": "s", "template": `heat_template_version: 2018-08-31
resources:
  server: {type: OS::Nova::Server, properties: {image: cirros, flavor: tiny, networks: [{allocate_network: none}]}}
`})
	require.Equal(t, "CREATE_COMPLETE", settled(t, c, id).Text("stack", "stack_status"))
	at := root + "/stacks/s/" + id
	server := c.Do("member", "GET", at+"/resources/server", nil).Text("resource", "physical_resource_id")
	require.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
	require.Equal(t, "DELETE_COMPLETE", settled(t, c, id).Text("stack", "stack_status"))
	assert.Equal(t, 404, c.Do("member", "GET", "/compute/v2.1/servers/"+server, nil).Status)
}
