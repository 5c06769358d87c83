package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// A row that did not pass leaves what it made; what is printed shows it, and the command of sweep removes it. A row that passed
// leaves nothing.
func TestWhatARowFailedWithCanBeKept(t *testing.T) {
	t.Chdir(t.TempDir())
	cloud := mockcloud.Start(t, mockcloud.WithLifecycle(clock.After(300*time.Millisecond)))
	args := []string{"certify", "--target", cloud.URL(), "--no-sweep", "--out", "r", "--only", "RKP-02a", "--only", "RKP-01a"}
	code, _, stderr := here(t, append(args, "--timeout", "rebuild=1ns", "--keep-failed")...)
	require.Equal(t, cli.ExitNotConform, code, stderr)
	shown := regexp.MustCompile(`(?m)^plumbline: kept of rebuild-keypair-reset/use-cases#RKP-02a:
(?:  keypair plumbline-\S+\n)+  server plumbline-\S+: openstack server show ([0-9a-f-]+)\n`).FindStringSubmatch(stderr)
	require.NotNil(t, shown, stderr)
	run := regexp.MustCompile(`plumbline sweep --target \S+ --run (\w+) removes it`).FindStringSubmatch(stderr)
	require.NotNil(t, run, stderr)
	code, out, stderr := here(t, "sweep", "--target", cloud.URL(), "--run", run[1])
	require.Equal(t, cli.ExitOK, code, stderr)
	assert.Contains(t, out, "("+shown[1]+")")
	code, out, _ = here(t, "sweep", "--target", cloud.URL())
	assert.Equal(t, cli.ExitOK, code)
	assert.Contains(t, out, "nothing was left behind")
}

// What many rows left is counted; -v names it.
func TestWhatManyRowsLeftIsCounted(t *testing.T) {
	t.Chdir(t.TempDir())
	cloud := mockcloud.Start(t, mockcloud.WithLifecycle(clock.After(300*time.Millisecond)))
	args := []string{
		"certify", "--target", cloud.URL(), "--no-sweep", "--out", "r", "--only", "RKP-02a", "--only", "RKP-01a", "--only", "RKP-01b",
		"--only", "RKP-04b", "--timeout", "rebuild=1ns", "--keep-failed", "--progress", "none",
	}
	code, stdout, stderr := here(t, args...)
	require.Equal(t, cli.ExitNotConform, code, stderr)
	assert.Regexp(t, `(?m)^plumbline: kept of 4 rows: 9 key pairs, 4 servers \(-v names them\)\n`+
		`plumbline: kept of \S+:\n(?:  keypair plumbline-\S+\n)+  server plumbline-\S+: openstack server show \S+\n`+
		`  all servers: openstack server list --name '\^plumbline-[0-9a-f]+-'\nplumbline: something was left behind; `, stderr)
	assert.Regexp(t, `(?m)^  left behind: 4 servers, 9 key pairs; named in r/summary.md$`, stdout)
	code, _, stderr = here(t, append(args, "-v")...)
	require.Equal(t, cli.ExitNotConform, code, stderr)
	assert.Equal(t, 4, strings.Count(stderr, "plumbline: kept of "), stderr)
}

// Without --keep-failed the same row leaves nothing, and of the embedded mock nothing could be looked at.
func TestNothingIsKeptUnasked(t *testing.T) {
	t.Chdir(t.TempDir())
	cloud := mockcloud.Start(t, mockcloud.WithLifecycle(clock.After(300*time.Millisecond)))
	code, _, stderr := here(t, "certify", "--target", cloud.URL(), "--no-sweep", "--out", "r", "--only", "RKP-02a", "--timeout", "rebuild=1ns")
	require.Equal(t, cli.ExitNotConform, code, stderr)
	assert.NotContains(t, stderr, "kept of")
	_, out, _ := here(t, "sweep", "--target", cloud.URL())
	assert.Contains(t, out, "nothing was left behind")

	code, _, stderr = here(t, "certify", "--target", "mock", "--keep-failed")
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, stderr, "start one with plumbline mock")
}

// A network that was kept is in use until the servers of its project are gone: sweep removes these first, whoever may see both.
func TestTheSweepOfWhatWasKeptTakesServersBeforeTheirNetworks(t *testing.T) {
	t.Chdir(t.TempDir())
	cloud := mockcloud.Start(t, mockcloud.WithLifecycle(clock.After(300*time.Millisecond)))
	require.NoError(t, os.WriteFile("clouds.yaml", cloud.CloudsYAML("mock"), 0o600))
	code, _, stderr := here(t, "certify", "--os-cloud", "mock-admin", "--no-sweep", "--out", "r", "--only", "RKP-02b",
		"--timeout", "rebuild=1ns", "--keep-failed")
	require.Equal(t, cli.ExitNotConform, code, stderr)
	require.Regexp(t, `(?m)^  network plumbline-\S+: openstack --os-cloud mock-admin network show `, stderr)
	began := time.Now()
	code, out, stderr := here(t, "sweep", "--os-cloud", "mock-admin")
	assert.Equal(t, cli.ExitOK, code, stderr)
	assert.Contains(t, out, "removed network plumbline-")
	assert.Less(t, time.Since(began), 30*time.Second)
}
