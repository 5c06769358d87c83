package orchestration

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud/internal/trial"
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
