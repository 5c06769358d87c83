// Package clients proves that clients which know nothing of the mock work against it.
package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"plumbline/mockcloud"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type object = map[string]any

// publicKey is a key that was made for this test; nobody has its other half.
const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB5Mo0gRk1sBZPwLUJYbbTBsGuOSlGtcpgAMSM4ZBuBJ nobody@nowhere"

// session is a directory with a clouds.yaml, and the stock client.
type session struct {
	t      *testing.T
	folder string
	binary string
	// credentials are environment variables that stand for clouds.yaml.
	credentials []string
}

func newSession(t *testing.T) *session {
	t.Helper()
	binary, err := exec.LookPath("openstack")
	if err != nil {
		t.Skip("the stock client is not installed: apt-get install python3-openstackclient python3-heatclient")
	}
	cloud := mockcloud.Start(t)
	s := &session{t: t, folder: t.TempDir(), binary: binary}
	s.write("clouds.yaml", string(cloud.CloudsYAML("mock")))
	s.write("key.pub", publicKey+"\n")
	s.write("image.raw", "some data")
	return s
}

func (s *session) write(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.WriteFile(filepath.Join(s.folder, name), []byte(text), 0o600))
}

// run gives commands to one process of the client, one by one as a user would, and answers the values
// that those with "-f json" printed. Anything that the client complains about is a failure.
func (s *session) run(cloud, version string, commands ...string) []any {
	s.t.Helper()
	printed, complaint := s.try(cloud, version, commands...)
	require.Empty(s.t, complaint, "after %s\nit printed %s", strings.Join(commands, "\n"), printed)
	return values(s.t, printed)
}

// unknownVersion is what the client says about a microversion that is newer than its bindings; it uses it all the same.
var unknownVersion = regexp.MustCompile(`(?m)^compute version \S+ is not in supported versions: .*\n`)

// try is run for commands that may be complained about.
func (s *session) try(cloud, version string, commands ...string) (printed, complaint string) {
	s.t.Helper()
	cmd := exec.Command(s.binary)
	cmd.Dir = s.folder
	cmd.Env = s.environment(cloud, version)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(strings.Join(commands, "\n")+"\n"), &stdout, &stderr
	var ended *exec.ExitError // the client of 2025.1 ends so after any session; what it says is what counts
	if err := cmd.Run(); !errors.As(err, &ended) {
		require.NoError(s.t, err, stderr.String())
	}
	return stdout.String(), unknownVersion.ReplaceAllString(stderr.String(), "")
}

// values are the JSON values in an output that has other lines too.
func values(t *testing.T, output string) []any {
	t.Helper()
	var out []any
	for rest := output; ; {
		at := strings.IndexAny(rest, "{[")
		if at < 0 {
			return out
		}
		if at > 0 && rest[at-1] != '\n' {
			rest = rest[at+1:]
			continue
		}
		var v any
		dec := json.NewDecoder(strings.NewReader(rest[at:]))
		require.NoError(t, dec.Decode(&v), output)
		out = append(out, v)
		rest = rest[at+int(dec.InputOffset()):]
	}
}

func column(rows any, key string) []string {
	out := []string{}
	list, _ := rows.([]any)
	for _, r := range list {
		text, _ := r.(object)[key].(string)
		out = append(out, text)
	}
	return out
}

func TestTheStockClientLogsInAndLooksAround(t *testing.T) {
	got := newSession(t).run("mock", "",
		"token issue -f json", "catalog list -f json", "flavor list -f json", "network list -f json", "availability zone list -f json",
		"image list -f json", "image create --disk-format raw --container-format bare --file image.raw --property a=b mine -f json",
		"image show mine -f json", "image delete mine", "image list --name mine -f json", "subnet list -f json")
	require.Len(t, got, 10)
	assert.Len(t, got[0].(object)["project_id"], 32)
	assert.Subset(t, column(got[1], "Type"), []string{"identity", "compute", "image", "network", "orchestration"})
	assert.Contains(t, column(got[2], "Name"), "m1.tiny")
	assert.ElementsMatch(t, []string{"private", "public"}, column(got[3], "Name"))
	assert.Equal(t, []string{"az1", "az2", "nova", "nova", "nova", "nova"}, column(got[4], "Zone Name"),
		"the last ones are block storage's, and the network's for networks and routers")
	assert.Contains(t, column(got[5], "Name"), "cirros-a")
	image := got[7].(object)
	assert.Equal(t, "active", image["status"])
	assert.Equal(t, 9.0, image["size"])
	assert.Equal(t, "1e50210a0202497fb79bc38b6ade6c34", image["checksum"])
	assert.Equal(t, "b", image["properties"].(object)["a"])
	assert.Empty(t, got[8])
}

func TestTheStockClientRebuildsAServerWithAnotherKey(t *testing.T) {
	got := newSession(t).run("mock", "2.54",
		"keypair create --public-key key.pub k1 -f json", "keypair create --public-key key.pub k2 -f json", "keypair list -f json",
		"server create --image cirros-a --flavor m1.tiny --nic none --key-name k1 --wait vm -f json", "server list -f json",
		"server show vm -f json", "server rebuild --key-name k2 --wait vm -f json", "server show vm -f json",
		"server create --image cirros-b --flavor m1.tiny --network private --wait vm2 -f json",
		"server delete --wait vm vm2", "server list -f json", "keypair delete k1 k2", "keypair list -f json")
	require.Len(t, got, 11)
	assert.Equal(t, []string{"k1", "k2"}, column(got[2], "Name"))
	assert.Equal(t, "ACTIVE", got[3].(object)["status"])
	assert.Equal(t, []string{"vm"}, column(got[4], "Name"))
	assert.Equal(t, "k1", got[5].(object)["key_name"])
	assert.Equal(t, "k2", got[7].(object)["key_name"])
	assert.Equal(t, "ACTIVE", got[7].(object)["status"])
	assert.Contains(t, got[8].(object)["addresses"], "private")
	assert.Empty(t, got[9])
	assert.Empty(t, got[10])
}

func TestTheStockClientAdministratesIdentity(t *testing.T) {
	got := newSession(t).run("mock-admin", "",
		"project list -f json", "user list -f json", "role list -f json", "project create mine -f json",
		"user create --password p someone -f json",
		"role add --project mine --user someone member", "role assignment list --user someone --names -f json",
		"role remove --project mine --user someone member", "user delete someone", "project delete mine", "project list -f json",
		"network create net -f json", "subnet create --network net --subnet-range 10.9.0.0/24 sub -f json", "port list -f json",
		"network delete net", "service list -f json", "endpoint list -f json")
	require.Len(t, got, 12)
	assert.Subset(t, column(got[0], "Name"), []string{"admin", "demo"})
	assert.Subset(t, column(got[1], "Name"), []string{"admin", "member", "reader"})
	assert.Equal(t, []string{"admin", "manager", "member", "reader", "service"}, column(got[2], "Name"))
	assert.Equal(t, "mine", got[3].(object)["name"])
	assert.Equal(t, "someone", got[4].(object)["name"])
	assert.Equal(t, []string{"member"}, column(got[5], "Role"))
	assert.NotContains(t, column(got[6], "Name"), "mine")
	assert.Equal(t, "10.9.0.1", got[8].(object)["gateway_ip"])
	assert.NotEmpty(t, got[10])
	assert.NotEmpty(t, got[11])
}

func TestTheStockClientMakesAStack(t *testing.T) {
	s := newSession(t)
	if err := exec.Command(s.binary, "stack", "list", "--help").Run(); err != nil {
		t.Skip("the stock client does not know stacks: apt-get install python3-heatclient")
	}
	s.write("hot.yaml", `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties: {image: cirros-a, flavor: m1.tiny, networks: [{allocate_network: none}]}
outputs:
  id: {value: {get_resource: server}}
`)
	got := s.run("mock", "",
		"stack create -t hot.yaml --wait s1 -f json", "stack list -f json", "stack show s1 -f json", "stack resource list s1 -f json",
		"stack event list s1 -f json", "server list -f json", "stack delete -y --wait s1", "stack list -f json", "server list -f json")
	require.Len(t, got, 8)
	assert.Equal(t, "CREATE_COMPLETE", got[0].(object)["stack_status"])
	assert.Equal(t, []string{"s1"}, column(got[1], "Stack Name"))
	server := column(got[3], "physical_resource_id")
	assert.Equal(t, server, column(got[5], "ID"))
	outputs := got[2].(object)["outputs"].([]any)
	assert.Equal(t, server[0], outputs[0].(object)["output_value"])
	assert.NotEmpty(t, got[4])
	assert.Empty(t, got[6])
	assert.Empty(t, got[7])
}
