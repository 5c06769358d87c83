package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whoever publishes the project names the module after the place where it is; and can take the name back.
func TestSoakMakeModuleRenamesTheModuleEverywhere(t *testing.T) {
	t.Parallel() // it waits for compilers most of the time
	if testing.Short() {
		t.Skip("compiles packages under another name: not with -short")
	}
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("make is not installed")
	}
	root := t.TempDir()
	before := map[string]string{}
	for name, info := range tracked(t) {
		if strings.HasPrefix(name, "reports/ledger/compute-") || strings.HasPrefix(name, "reports/parity/packs/") || !info.Mode().IsRegular() {
			continue
		}
		before[name] = repositoryFile(t, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(before[name]), info.Mode().Perm()))
	}
	in := func(dir string, command ...string) string {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = filepath.Join(root, dir)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", strings.Join(command, " "), out)
		return string(out)
	}
	const module = "example.org/you/plumbline"
	was := strings.TrimSpace(in(".", "go", "list", "-m"))
	require.NotEqual(t, module, was)

	assert.Contains(t, in(".", "make", "module", "PATH="+module), "the module is "+module)
	assert.Equal(t, module, strings.TrimSpace(in(".", "go", "list", "-m")))
	for _, dir := range []string{".", "examples/consumer", "examples/gophercloud", "steps/underfire"} {
		found := in(dir, "go", "list", "-test", "-deps", "./...") // fails where an import of a package or test is not found
		assert.NotContains(t, found, "\n"+was+"/", dir)
	}
	built := []string{"./openapi/...", "./features"} // all imports were found; a compiler for all of them takes a minute
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		built = []string{"./..."}
	}
	in(".", append([]string{"go", "build", "-trimpath", "-buildvcs=false"}, built...)...)

	in(".", "make", "module", "PATH="+was)
	for name, content := range before {
		after, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		assert.True(t, string(after) == content, "%s is not what it was", name)
	}
	usage := exec.Command("make", "module")
	usage.Dir = root
	out, err := usage.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "make module PATH=example.org/you/plumbline")
}
