package orchestration

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/image"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
	"plumbline/mockcloud/clock"
)

type object = map[string]any

const root = "/orchestration/v1/" + trial.Demo

// started is a cloud with a host, a flavor, an image and a key pair of the member's.
func started(t *testing.T) *trial.Cloud {
	t.Helper()
	c := trial.New(t, New, compute.New)
	txn := c.Env.Store.Write()
	state.Hosts.Insert(txn, &state.Host{Name: "h1", Node: "h1", HypervisorID: "hv1", VCPUs: 8, RAM: 8192, Disk: 100})
	state.Flavors.Insert(txn, &state.Flavor{ID: "1", Name: "tiny", RAM: 64, VCPUs: 1, Disk: 1, Public: true, RXTXFactor: 1})
	name, raw, bare := "cirros", "raw", "bare"
	img := &state.Image{
		ID: "70a599e0-31e7-49b7-b260-868f441e862b", Name: &name, Visibility: "public", Owner: trial.Other,
		DiskFormat: &raw, ContainerFormat: &bare,
	}
	image.Fill(img, []byte("x"))
	state.Images.Insert(txn, img)
	state.KeyPairs.Insert(txn, &state.KeyPair{UserID: "u-member", Name: "k", Type: "ssh", PublicKey: "ssh-rsa A"})
	txn.Commit()
	return c
}

func template(resources object, more ...any) object {
	t := object{"heat_template_version": "2018-08-31", "resources": resources}
	for i := 0; i+1 < len(more); i += 2 {
		t[more[i].(string)] = more[i+1]
	}
	return t
}

func ofServer(properties object) object {
	return object{"type": "OS::Nova::Server", "properties": properties}
}

var nic = []any{object{"allocate_network": "none"}}

func whole() object {
	return template(object{
		"server": ofServer(object{
			"name": "vm", "image": object{"get_param": "image"}, "flavor": "tiny", "key_name": "k", "networks": nic, "metadata": object{"a": "b"},
		}),
		"none": object{"type": "OS::Heat::None", "depends_on": "server"},
	}, "description", "d", "parameters", object{
		"image": object{"type": "string", "default": "cirros"}, "n": object{"type": "number", "default": 3},
		"secret": object{"type": "string", "default": "x", "hidden": true},
	}, "outputs", object{
		"id": object{"value": object{"get_resource": "server"}, "description": "the id"}, "n": object{"value": object{"get_param": "n"}},
		"name": object{"value": object{"get_attr": []any{"server", "name"}}}, "a": object{
			"value": object{"get_attr": []any{"server", "show", "metadata", "a"}},
		},
	})
}

func create1(t *testing.T, c *trial.Cloud, body object) string {
	t.Helper()
	a := c.Do("member", "POST", root+"/stacks", body)
	require.Equal(t, 201, a.Status, a.Body)
	return a.Text("stack", "id")
}

func TestAStackMakesAServerAndTakesItAway(t *testing.T) {
	for _, life := range []clock.Lifecycle{{}, clock.AfterReads(1)} {
		t.Run(life.String(), func(t *testing.T) {
			c := started(t)
			c.Env.Lifecycle = life
			a := c.Do("member", "POST", root+"/stacks", object{"stack_name": "s", "template": whole(), "timeout_mins": 5, "tags": "x,y"})
			require.Equal(t, 201, a.Status, a.Body)
			at := root + "/stacks/s/" + a.Text("stack", "id")
			assert.Equal(t, "http://cloud.test"+at, a.Header.Get("Location"))
			status := func() string {
				show := c.Do("member", "GET", at, nil)
				require.Equal(t, 200, show.Status, show.Body)
				return show.Text("stack", "stack_status")
			}
			for range 20 {
				if status() == "CREATE_COMPLETE" {
					break
				}
			}
			show := c.Do("member", "GET", at, nil)
			require.Equal(t, "CREATE_COMPLETE", show.Text("stack", "stack_status"), show.Body)
			id := show.At("stack", "outputs", 1, "output_value")
			assert.Equal(t, []any{
				object{"output_key": "a", "description": "No description given", "output_value": "b"},
				object{"output_key": "id", "description": "the id", "output_value": id},
				object{"output_key": "n", "description": "No description given", "output_value": 3.0},
				object{"output_key": "name", "description": "No description given", "output_value": "vm"},
			}, show.At("stack", "outputs"))
			assert.Equal(t, object{
				"OS::stack_id": a.Text("stack",
					"id"), "OS::stack_name": "s", "OS::project_id": trial.Demo, "image": "cirros", "n": "3", "secret": "******",
			}, show.At("stack", "parameters"))
			assert.Equal(t, []any{"x", "y"}, show.At("stack", "tags"))

			server := c.Do("member", "GET", "/compute/v2.1/servers/"+id.(string), nil)
			require.Equal(t, 200, server.Status, server.Body)
			assert.Equal(t, "ACTIVE", server.Text("server", "status"))
			assert.Equal(t, "k", server.Text("server", "key_name"))
			resource := c.Do("member", "GET", at+"/resources/server", nil)
			assert.Equal(t, id, resource.Text("resource", "physical_resource_id"))
			assert.Equal(t, "vm", resource.Text("resource", "attributes", "name"))
			assert.Equal(t, []any{"none"}, resource.At("resource", "required_by"))

			assert.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
			for range 20 {
				if status() == "DELETE_COMPLETE" {
					break
				}
			}
			assert.Equal(t, "DELETE_COMPLETE", status())
			assert.Equal(t, 404, c.Do("member", "GET", "/compute/v2.1/servers/"+id.(string), nil).Status)
			assert.Equal(t, []any{}, c.Do("member", "GET", at+"/resources", nil).At("resources"))
			assert.Equal(t, 404, c.Do("member", "DELETE", at, nil).Status)
		})
	}
}

func TestAStackWhoseServerFailsIsFailed(t *testing.T) {
	for name, row := range map[string]struct {
		rollback any
		want     string
	}{"without roll-back": {true, "CREATE_FAILED"}, "with roll-back": {false, "ROLLBACK_COMPLETE"}} {
		t.Run(name, func(t *testing.T) {
			c := started(t)
			txn := c.Env.Store.Write()
			h := *state.Hosts.Get(txn, "h1")
			h.Disabled = true
			state.Hosts.Insert(txn, &h)
			txn.Commit()
			id := create1(t, c, object{"stack_name": "s", "template": whole(), "disable_rollback": row.rollback})
			show := c.Do("member", "GET", root+"/stacks/s/"+id, nil)
			assert.Equal(t, row.want, show.Text("stack", "stack_status"), show.Body)
		})
	}
}

func TestCreatingIsRefusedInHeatsWords(t *testing.T) {
	hot := func(properties object) object {
		return object{"stack_name": "s", "template": template(object{"r": ofServer(properties)})}
	}
	for _, row := range []struct {
		name, who string
		body      any
		status    int
		kind      string
		message   string
	}{
		{"an empty object", "member", object{}, 400, "HTTPBadRequest", "No stack name specified"},
		{"no template", "member", object{"stack_name": "s"}, 400, "HTTPBadRequest", "No template specified"},
		{"broken JSON", "member", "{", 400, "HTTPBadRequest", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"},
		{
			"a name with a blank", "member",
			object{"stack_name": "1 x", "template": whole()},
			400, "StackValidationFailed",
			`Invalid stack name 1 x must contain only alphanumeric or "_-." characters, must start with alpha and must be 255 characters or less.`,
		},
		{
			"a number for a name", "member",
			object{"stack_name": 5, "template": whole()},
			400, "StackValidationFailed",
			"Invalid stack name 5, must be a string",
		},
		{
			"a text for the time-out", "member",
			object{"stack_name": "s", "template": whole(), "timeout_mins": "x"},
			400,
			"HTTPBadRequest", "Only integer is acceptable by 'timeout_mins'.",
		},
		{
			"an unknown resource type", "member",
			object{
				"stack_name": "s",
				"template":   template(object{"r": object{"type": "OS::Foo::Bar"}}),
			},
			400, "StackValidationFailed",
			"The Resource Type (OS::Foo::Bar) could not be found.",
		},
		{
			"an unknown property", "member", hot(object{"flavor": "tiny", "zz": 1}), 400, "StackValidationFailed",
			"Property error: : resources.r.properties: : Unknown Property zz",
		},
		{
			"no flavor", "member", hot(object{"image": "cirros"}), 400, "StackValidationFailed",
			"Property error: : resources.r.properties: : Property flavor not assigned",
		},
		{
			"an unknown flavor", "member", hot(object{"image": "cirros", "flavor": "zz"}), 400, "StackValidationFailed",
			"Property error: : resources.r.properties.flavor: : Error validating value 'zz': No Flavor matching {'name': 'zz'}. (HTTP 404)",
		},
		{
			"an unknown image", "member", hot(object{"image": "zz", "flavor": "tiny"}), 400, "StackValidationFailed",
			"Property error: : resources.r.properties.image: : Error validating value 'zz': No images matching {'name': 'zz'}.",
		},
		{
			"another user's key", "manager", hot(object{"image": "cirros", "flavor": "tiny", "key_name": "k"}), 400,
			"StackValidationFailed", "Property error: : resources.r.properties.key_name: : Error validating value 'k': The Key " +
				"(k) could not be found.",
		},
		{
			"no image", "member", hot(object{"flavor": "tiny"}), 400, "StackValidationFailed",
			"Neither image nor bootable volume is specified for instance r",
		},
		{
			"an unknown parameter in a function", "member", hot(object{"image": object{"get_param": "zz"}, "flavor": "tiny"}), 400,
			"StackValidationFailed", "Property error: : resources.r.properties.image: : The Parameter (zz) was not provided.",
		},
		{
			"a parameter that the template does not have", "member",
			object{
				"stack_name": "s", "template": whole(),
				"parameters": object{"zz": 1},
			},
			400, "UnknownUserParameter", "The Parameter (zz) was not defined in template.",
		},
		{"a reader", "reader", object{}, 403, "Forbidden", "You are not authorized to use stacks:create."},
		{
			"a reader with broken JSON", "reader", "{", 400, "HTTPBadRequest",
			"Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
		},
		{"another project", "outsider", object{}, 403, "HTTPForbidden", "Access was denied to this resource."},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := started(t)
			a := c.Do(row.who, "POST", root+"/stacks", row.body)
			require.Equal(t, row.status, a.Status, a.Body)
			assert.Equal(t, row.kind, a.Text("error", "type"))
			assert.Equal(t, row.message, a.Text("error", "message"))
			assert.Equal(t, float64(row.status), a.At("code"))
			assert.Equal(t, faults.Explanation(row.status), a.Text("explanation"))
			assert.Empty(t, c.Do("member", "GET", root+"/stacks", nil).At("stacks"))
		})
	}
}

func TestANameIsTakenOnlyWhileItsStackLives(t *testing.T) {
	c := started(t)
	id := create1(t, c, object{"stack_name": "s", "template": whole()})
	a := c.Do("member", "POST", root+"/stacks", object{"stack_name": "s", "template": whole()})
	assert.Equal(t, 409, a.Status)
	assert.Equal(t, "The Stack (s) already exists.", a.Text("error", "message"))
	c.Do("member", "DELETE", root+"/stacks/s/"+id, nil)
	create1(t, c, object{"stack_name": "s", "template": whole()})
}
