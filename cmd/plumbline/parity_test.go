package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/mockcloud"
	"plumbline/mockcloud/faults"
)

func runParity(t *testing.T, env []string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), append([]string{"parity"}, args...), env, &out, &err)
	return code, out.String(), err.String()
}

// TestParityOfTheMockWithItself takes a mock that listens for the real cloud.
func TestParityOfTheMockWithItself(t *testing.T) {
	cloud := mockcloud.Start(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("clouds.yaml", cloud.CloudsYAML("mock"), 0o600))
	env := []string{"OS_CLIENT_CONFIG_FILE=clouds.yaml"}
	with := []string{"--os-cloud", "mock-admin", "--only", "RKP-01", "--no-sweep", "--out", "out"}

	code, out, err := runParity(t, env, with...)
	require.Zero(t, code, out+err)
	assert.Contains(t, out, "differences: 0 without a reason")
	assert.FileExists(t, filepath.Join("out", "parity.json"))
	assert.FileExists(t, filepath.Join("out", "reference", "report.html"))

	_, fault := cloud.Control().AddFault(faults.Rule{Operation: "servers.rebuild", Status: 409, Message: "Not today."})
	require.NoError(t, fault)
	code, out, _ = runParity(t, env, with...)
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, out, "differs   status compute POST /servers/{server_id}/action rebuild\n          reference: "+
		"409\n          mock:      202")

	code, _, err = runParity(t, nil, filepath.Join("out", "reference"), "--out", "third")
	assert.Equal(t, cli.ExitNotConform, code, err)
	assert.FileExists(t, filepath.Join("third", "mock", "report.json"), "only the mock runs")
	assert.NoDirExists(t, filepath.Join("third", "reference"))

	code, again, _ := runParity(t, nil, filepath.Join("out", "reference"), filepath.Join("out", "mock", "events.ndjson"), "--out", "again")
	assert.Equal(t, cli.ExitNotConform, code, "the logs tell the same again")
	assert.Contains(t, again, "reference: 409")
}

func TestParitySaysWhatItNeeds(t *testing.T) {
	t.Chdir(t.TempDir())
	for says, args := range map[string][]string{
		"needs a cloud to compare with": {},
		"wants a cloud and no argument": {"one", "two", "three"},
		"read event log":                {"nope", "neither"},
	} {
		code, _, err := runParity(t, nil, args...)
		assert.Equal(t, cli.ExitUsage, code)
		assert.Contains(t, err, says)
	}
}
