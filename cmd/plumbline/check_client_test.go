package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/mockcloud/clientcheck"
	"plumbline/mockcloud"
)

func runCheck(t *testing.T, env []string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), append([]string{"check-client"}, args...), env, &out, &err)
	return code, out.String(), err.String()
}

// ask is a client of a line of shell: it has no token and asks for one microversion.
const ask = `code=$(curl -s -o /dev/null -w '%{http_code}' -H "OpenStack-API-Version: compute $1" "${OS_AUTH_URL%/identity/v3}/compute/v2.1/servers"); echo "answered $code to $OS_USERNAME in $OS_CLOUD"; exit 3`

func TestAClientIsRunAndJudged(t *testing.T) {
	env := append(os.Environ(), "OS_AUTH_URL=http://192.0.2.1/another", "OS_TOKEN=mine")
	code, out, said := runCheck(t, env, "--actor", "admin", "--", "sh", "-c", ask, "x", "2.999")
	assert.Equal(t, cli.ExitOK, code, "401 comes before the microversion")
	assert.Contains(t, out, "answered 401 to admin in mock-admin")
	assert.Contains(t, out, "1 exchanges judged")
	assert.Contains(t, said, "check-client: the command ended with status 3")

	code, out, said = runCheck(t, env, "--json", "--fail-on", "note", "--", "sh", "-c", ask, "x", "2.79")
	assert.Equal(t, cli.ExitNotConform, code)
	var v clientcheck.Verdict
	require.NoError(t, json.Unmarshal([]byte(out), &v), out)
	assert.NotEmpty(t, v.Of("CLI-402"))
	assert.Contains(t, said, "answered 401", "what the command prints goes aside")
}

func TestAMockThatRunsElsewhereIsJudged(t *testing.T) {
	cloud := mockcloud.Start(t)
	env := os.Environ()
	_, mark, _ := runCheck(t, env, "--target", cloud.URL(), "--mark")
	assert.Equal(t, "0\n", mark)
	code, out, said := runCheck(t, env, "--target", cloud.URL(), "--", "sh", "-c", ask, "x", "latest")
	assert.Equal(t, cli.ExitOK, code, said)
	assert.Contains(t, out, "answered 401 to member in mock-member")
	_, mark, _ = runCheck(t, env, "--target", cloud.URL(), "--mark")
	assert.Equal(t, "1\n", mark)
	_, out, _ = runCheck(t, env, "--target", cloud.URL())
	assert.Contains(t, out, "1 exchanges judged")
	code, _, said = runCheck(t, env, "--target", cloud.URL(), "--since", "1")
	assert.Equal(t, cli.ExitInconclusive, code)
	assert.Contains(t, said, "nothing was asked of the mock")
}

func TestTheVerdictAsJUnit(t *testing.T) {
	t.Chdir(t.TempDir())
	code, _, said := runCheck(t, os.Environ(), "--junit", "client.xml", "--fail-on", "never", "--", "sh", "-c", ask, "x", "2.79")
	require.Zero(t, code, said)
	text, err := os.ReadFile("client.xml")
	require.NoError(t, err)
	assert.Contains(t, string(text), `<testcase classname="check-client.error" name="CLI-101 `)
}

func TestCheckClientSaysWhatItNeeds(t *testing.T) {
	for says, args := range map[string][]string{
		"needs a command after --":             {},
		"the command stands after --":          {"openstack", "server", "list"},
		"the command cannot be run":            {"--", "no-such-command-here"},
		"is not a severity":                    {"--fail-on", "odd", "--", "true"},
		"--actor nobody: the mock has admin":   {"--actor", "nobody", "--", "true"},
		"name it with --target":                {"--mark"},
		"leave --since out":                    {"--target", "http://127.0.0.1:1", "--since", "1", "--", "true"},
		"--target http://127.0.0.1:1":          {"--target", "http://127.0.0.1:1"},
		"--max-microversion":                   {"--max-microversion", "x", "--", "true"},
		"--poll-floor and --since are not bel": {"--poll-floor", "-1s", "--", "true"},
	} {
		code, _, err := runCheck(t, os.Environ(), args...)
		assert.Equal(t, cli.ExitUsage, code, strings.Join(args, " "))
		assert.Contains(t, err, says)
	}
	code, out, _ := runCheck(t, nil, "--rules")
	assert.Zero(t, code)
	assert.Contains(t, out, "CLI-101  error    called an operation that the microversion does not have")
	code, _, said := runCheck(t, os.Environ(), "--", "true")
	assert.Equal(t, cli.ExitInconclusive, code, "nothing was asked")
	assert.Contains(t, said, "does the client read OS_CLIENT_CONFIG_FILE")
}
