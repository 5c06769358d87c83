// Package commands holds sessions of the stock command-line clients (testdata/*.yaml: a command, how it ends and what it prints) that a
// mock must pass as a real cloud does. The same sessions are played on a real cloud with
//
//	PLUMBLINE_CLIENTS=admin-demo OS_CLIENT_CONFIG_FILE=clouds.yaml go test -v -count=1 -timeout 90m ./mockcloud/clients/commands
//
// where PLUMBLINE_CLIENTS is the name of an entry for an administrator, in a project with the network "private"; PLUMBLINE_ONLY=storage
// plays one file. Sessions clean up after themselves, also when a command fails or the test is interrupted. There are
// no commands of backups, nor of other services that the real cloud of this repository (realcloud) lacks.
package commands

import (
	"bufio"
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gophercloud/gophercloud/v2/openstack/config/clouds"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// python is Debian's own: the clients are packages of it.
const python = "/usr/bin/python3"

const modules = "import openstackclient.shell, heatclient.osc.plugin, osc_placement.plugin, novaclient.shell, " +
	"cinderclient.shell, glanceclient.shell, yaml"

// needed are the packages that have those modules.
const needed = "python3-openstackclient python3-heatclient python3-osc-placement python3-novaclient " +
	"python3-cinderclient python3-glanceclient"

// verdict is a line of what drive.py tells.
type verdict struct {
	File    string
	Step    int
	Command string
	Wrong   []string
	Seconds float64
}

func TestTheStockClientsCommands(t *testing.T) {
	requireModules(t, modules)
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	told := drive(t, "drive.py", files)
	seen, by := map[string]int{}, map[string]int{}
	for _, v := range told {
		seen[v.File]++
		by[client(v.Command)]++
		assert.Empty(t, v.Wrong, "%s, step %d: %s", v.File, v.Step, v.Command)
		if testing.Verbose() && v.Seconds > 2 {
			t.Logf("%s, step %d: %s took %.1f s", v.File, v.Step, v.Command, v.Seconds)
		}
	}
	if os.Getenv("PLUMBLINE_ONLY") == "" {
		assert.Len(t, seen, len(files), "each file was played")
		assert.GreaterOrEqual(t, len(told), 300, "commands")
		assert.ElementsMatch(t, []string{"openstack", "nova", "cinder", "glance", "heat", "placement"}, slices.Collect(maps.Keys(by)))
	}
	t.Logf("%d commands in %d files: %v", len(told), len(seen), by)
	t.Log("left out: commands of backups, since the real cloud that they would be compared with runs no cinder-backup")
}

// client names the client that has a command: the program, or the plugin of openstack.
func client(command string) string {
	words := strings.Fields(command)
	if words[0] == "openstack" {
		switch words[1] {
		case "stack", "orchestration":
			return "heat"
		case "resource", "trait", "allocation":
			return "placement"
		}
	}
	return words[0]
}

func requireModules(t *testing.T, modules string) {
	t.Helper()
	if out, err := exec.Command(python, "-c", modules).CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Skipf("the stock clients are not all there (%s): apt-get install %s", lines[len(lines)-1], needed)
	}
}

// drive runs a script of testdata in a folder with what commands read, and answers what it tells.
func drive(t *testing.T, script string, files []string) (told []verdict) {
	t.Helper()
	script, err := filepath.Abs(filepath.Join("testdata", script))
	require.NoError(t, err)
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS("testdata/files")))
	args := []string{script, folder}
	for _, file := range files {
		if only := os.Getenv("PLUMBLINE_ONLY"); only != "" && only+".yaml" != filepath.Base(file) {
			continue
		}
		whole, err := filepath.Abs(file)
		require.NoError(t, err)
		args = append(args, whole)
	}
	cmd := exec.CommandContext(t.Context(), python, args...)
	cmd.Env = append(os.Environ(), credentials(t)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), stderr.String()+stdout.String())
	for lines := bufio.NewScanner(&stdout); lines.Scan(); {
		var v verdict
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v), lines.Text())
		told = append(told, v)
	}
	return told
}

// credentials are the environment of somebody who administrates the cloud: a mock as old as Debian's clients, or the real one that
// PLUMBLINE_CLIENTS names.
func credentials(t *testing.T) []string {
	t.Helper()
	entry := os.Getenv("PLUMBLINE_CLIENTS")
	if entry == "" {
		cloud := mockcloud.Start(t, mockcloud.WithPolicy("legacy"), mockcloud.WithMaximum("compute", "2.93"),
			mockcloud.WithMaximum(openapi.BlockStorage, "3.70"))
		c := cloud.ClientConfig("admin")
		return environment(c.AuthURL, c.Username, c.Password, "demo", c.Region, "0.01")
	}
	c, _, _, err := clouds.Parse(clouds.WithCloudName(entry))
	require.NoError(t, err)
	return environment(c.IdentityEndpoint, c.Username, c.Password, c.TenantName, "RegionOne", "0.5")
}

func environment(url, user, password, project, region, pause string) []string {
	return []string{
		"OS_AUTH_URL=" + url, "OS_USERNAME=" + user, "OS_PASSWORD=" + password, "OS_PROJECT_NAME=" + project,
		"OS_USER_DOMAIN_NAME=Default", "OS_PROJECT_DOMAIN_NAME=Default", "OS_REGION_NAME=" + region, "OS_IDENTITY_API_VERSION=3",
		"OS_CLIENT_CONFIG_FILE=/dev/null", "OS_CLOUD=", "PLUMBLINE_PAUSE=" + pause, "PYTHONWARNINGS=ignore",
	}
}
