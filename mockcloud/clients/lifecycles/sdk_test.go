package lifecycles

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// python is Debian's own: openstacksdk is a package of it.
const python = "/usr/bin/python3"

// The resources of openstacksdk live as those of the other client do (testdata/sdk.py), with the administrator's entry.
func TestResourcesLiveAsTheSDKExpects(t *testing.T) {
	if out, err := exec.Command(python, "-c", "import openstack").CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Skipf("openstacksdk is not there (%s): apt-get install python3-openstacksdk", lines[len(lines)-1])
	}
	c := connect(t)
	script, err := filepath.Abs("testdata/sdk.py")
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), python, script, publicKey)
	pause := "0.01"
	if c.real {
		pause = "0.5"
	}
	others := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "OS_") })
	cmd.Env = append(others, "OS_AUTH_URL="+c.admin.IdentityEndpoint, "OS_USERNAME="+c.admin.Username, "OS_PASSWORD="+c.admin.Password,
		"OS_PROJECT_NAME=demo", "OS_USER_DOMAIN_NAME=Default", "OS_PROJECT_DOMAIN_NAME=Default", "OS_REGION_NAME=RegionOne",
		"OS_IDENTITY_API_VERSION=3", "OS_CLIENT_CONFIG_FILE=/dev/null", "PLUMBLINE_PAUSE="+pause, "PYTHONWARNINGS=ignore")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), stderr.String()+stdout.String())
	rows, steps := 0, 0
	for lines := bufio.NewScanner(&stdout); lines.Scan(); {
		var told struct {
			Row, Left string
			Passed    int
			Wrong     []string
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &told), lines.Text())
		if told.Left != "" {
			t.Logf("left out: %s: %s", told.Row, told.Left)
			continue
		}
		assert.Empty(t, told.Wrong, told.Row)
		assert.Positive(t, told.Passed, told.Row)
		rows++
		steps += told.Passed
	}
	assert.GreaterOrEqual(t, rows, 25, "resources")
	t.Logf("%d resources, %d steps pass on %s", rows, steps, c.name)
}
