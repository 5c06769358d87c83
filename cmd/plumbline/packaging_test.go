package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// asPlumbline makes this test binary be plumbline, for scripts.
const asPlumbline = "PLUMBLINE_TEST_IS_PLUMBLINE"

func TestMain(m *testing.M) {
	if os.Getenv(asPlumbline) != "" {
		main()
	}
	os.Exit(m.Run())
}

// root is the top of the repository.
const root = "../.."

// fakeBinary is a program that does what plumbline does.
func fakeBinary(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "plumbline")
	require.NoError(t, os.WriteFile(path, []byte(fmt.Sprintf("#!/bin/sh\n%s=1 exec %q \"$@\"\n", asPlumbline, self)), 0o700))
	return path
}

// composite is what the test reads of action.yml.
type composite struct {
	Inputs map[string]struct {
		Description, Default string
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []struct {
			Name, ID, If, Uses, Shell, Run string
			Env, With                      map[string]string
		}
	}
}

// TestTheActionsSteps runs what the action runs, in order and with bash as a runner would, on two scenarios of the embedded mock.
func TestTheActionsSteps(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(root, "action.yml"))
	require.NoError(t, err)
	var action composite
	require.NoError(t, yaml.Unmarshal(source, &action))
	require.Equal(t, "composite", action.Runs.Using)
	used := regexp.MustCompile(`inputs\.([a-z-]+)`).FindAllStringSubmatch(string(source), -1)
	for _, name := range used {
		assert.Contains(t, action.Inputs, name[1])
	}
	for name := range action.Inputs {
		assert.Contains(t, string(source), "inputs."+name, "an input that nothing uses")
	}
	for _, row := range []struct {
		name, args string
		code       int
		profiles   int
	}{
		{"one profile", "--profile shipped --only RKP-10 --no-sweep", 0, 1},
		{"both profiles", "--only RKP-10 --no-sweep", 0, 2},
		{"a specification that is none", "--spec nothing", 2, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			values := map[string]string{
				"inputs.binary": fakeBinary(t), "inputs.os-cloud": "", "inputs.args": row.args, "inputs.out": filepath.Join(dir, "out"),
				"github.action_path": inRepository(t, "."), "inputs.artifact": "",
			}
			for _, step := range action.Runs.Steps {
				if step.Run == "" || step.If == "${{ inputs.binary == '' }}" {
					continue
				}
				require.Equal(t, "bash", step.Shell, step.Name)
				code, output := step2bash(t, dir, step.Run, step.Env, values)
				if step.ID == "" {
					assert.Equal(t, row.code, code, output)
					continue
				}
				require.Zero(t, code, output)
				for _, line := range lines(t, filepath.Join(dir, "outputs")) {
					name, value, _ := strings.Cut(line, "=")
					values["steps."+step.ID+".outputs."+name] = value
				}
				assert.Equal(t, fmt.Sprint(row.code), values["steps.certify.outputs.exit-code"], output)
			}
			if row.code != 0 {
				return
			}
			summary, err := os.ReadFile(filepath.Join(dir, "summary"))
			require.NoError(t, err)
			assert.Equal(t, row.profiles, strings.Count(string(summary), "# ~ Plumbline: conformant (partial)"), string(summary))
			junit, err := filepath.Glob(filepath.Join(dir, "out", "junit-*.xml"))
			require.NoError(t, err)
			assert.NotEmpty(t, junit)
		})
	}
}

func inRepository(t *testing.T, path string) string {
	t.Helper()
	out, err := filepath.Abs(filepath.Join(root, path))
	require.NoError(t, err)
	return out
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(source)), "\n")
}

// step2bash runs a step as a runner does: bash -eo pipefail, expressions in env filled in, files for output and summary.
func step2bash(t *testing.T, dir, script string, env, values map[string]string) (int, string) {
	t.Helper()
	assert.NotContains(t, script, "${{", "expressions in a script are open to injection: they belong into env")
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+filepath.Join(dir, "outputs"),
		"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"), "RUNNER_TEMP="+dir)
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+regexp.MustCompile(`\$\{\{ ([^ ]+) \}\}`).ReplaceAllStringFunc(value, func(e string) string {
			key := strings.Trim(e, "${} ")
			filled, known := values[key]
			assert.True(t, known, "%s is not known", key)
			return filled
		}))
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // the exit code is looked at
	return cmd.ProcessState.ExitCode(), out.String()
}

// TestTheGitLabTemplate runs the template's script, and holds its artifacts against what that writes.
func TestTheGitLabTemplate(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(root, "packaging/ci/gitlab.yml"))
	require.NoError(t, err)
	var template map[string]struct {
		Script    []string
		Variables map[string]string
		Artifacts struct {
			When    string
			Paths   []string
			Reports map[string]string
		}
	}
	require.NoError(t, yaml.Unmarshal(source, &template))
	job := template[".plumbline-certify"]
	dir := t.TempDir()
	for _, line := range job.Script {
		line = strings.Replace(line, "/usr/share/plumbline", inRepository(t, "packaging/ci"), 1)
		cmd := exec.Command("bash", "-c", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PLUMBLINE="+fakeBinary(t), "PLUMBLINE_ARGS=--profile shipped --only RKP-10 --no-sweep")
		for name, value := range job.Variables {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	junit, err := filepath.Glob(
		filepath.Join(dir, strings.ReplaceAll(job.Artifacts.Reports["junit"], "$PLUMBLINE_OUT", job.Variables["PLUMBLINE_OUT"])))
	require.NoError(t, err)
	assert.NotEmpty(t, junit)
	assert.Equal(t, "always", job.Artifacts.When, "a report of what failed is wanted most")
}
