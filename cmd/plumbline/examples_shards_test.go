package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/mockcloud"
)

// few is added to the calls of the examples, which certify everything: enough rows for three parts.
var few = []string{"--only", "RKP-01", "--only", "RKP-06", "--only", "MVN-01", "--no-sweep"}

// TestTheExamplesCertifyAMockInThreeShards runs the calls of each example as its system would, against a mock that listens, and holds the
// merged report against that of one run.
func TestTheExamplesCertifyAMockInThreeShards(t *testing.T) {
	manifests, err := filepath.Abs("../../examples")
	require.NoError(t, err)
	for name, calls := range map[string]func(*testing.T, string) (parts [][]string, merge []string){
		"kubernetes/certify.yaml": podCalls, "ci/shards-github.yaml": pipelineCalls, "ci/shards-gitlab.yaml": pipelineCalls,
	} {
		t.Run(name, func(t *testing.T) {
			parts, merge := calls(t, filepath.Join(manifests, name))
			require.Len(t, parts, 3)
			cloud := mockcloud.Start(t)
			t.Chdir(t.TempDir())
			require.NoError(t, os.WriteFile("clouds.yaml", cloud.CloudsYAML("prod"), 0o600))
			call := func(index int, args ...string) (int, string) {
				var out, stderr bytes.Buffer
				env := []string{"OS_CLIENT_CONFIG_FILE=clouds.yaml", "JOB_COMPLETION_INDEX=" + strconv.Itoa(index)}
				code := run(t.Context(), args, env, &out, &stderr)
				require.NotEqual(t, cli.ExitUsage, code, "%v: %s", args, stderr.String())
				return code, out.String()
			}
			for i, args := range parts {
				code, _ := call(i, append(args, few...)...)
				require.Equal(t, cli.ExitOK, code, "%v", args)
			}
			code, merged := call(0, merge...)
			same, whole := call(0, append([]string{"certify", "--os-cloud", "prod", "--out", "whole"}, few...)...)
			assert.Equal(t, same, code)
			verdicts := regexp.MustCompile(`(?m)^(?:[A-Z ]+: .*|  [\w-]+ +(?:conformant|inconclusive|not selected) .*)$`)
			assert.Equal(t, verdicts.FindAllString(whole, -1), verdicts.FindAllString(merged, -1))
			assert.NotEmpty(t, verdicts.FindAllString(merged, -1), merged)
		})
	}
}

// podCalls are the calls of the pods of an indexed job, and of the job that merges.
func podCalls(t *testing.T, path string) (parts [][]string, merge []string) {
	local := func(args []string, part int) []string {
		line := strings.ReplaceAll(strings.Join(args, "\n"), "/reports/", "reports/")
		return strings.Split(strings.ReplaceAll(line, "$(PART)", strconv.Itoa(part)), "\n")
	}
	calls := argumentsIn(t, path)
	require.Len(t, calls, 1)
	for part := range 3 {
		parts = append(parts, local(calls[0], part))
	}
	calls = argumentsIn(t, filepath.Join(filepath.Dir(path), "merge.yaml"))
	require.Len(t, calls, 1)
	return parts, local(calls[0], 0)
}

// pipelineCalls are the calls of a matrix of three jobs, and of the one that merges.
func pipelineCalls(t *testing.T, path string) (parts [][]string, merge []string) {
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`bin/plumbline (certify|report merge)([^\n]*)`).FindAllStringSubmatch(string(raw), -1) {
		args := append(strings.Fields(m[1]), strings.Fields(strings.ReplaceAll(m[2], "${{ matrix.part }}", "$CI_NODE_INDEX"))...)
		if m[1] == "certify" {
			for part := 1; part <= 3; part++ {
				values := map[string]string{"CI_NODE_INDEX": strconv.Itoa(part), "CI_NODE_TOTAL": "3"}
				var filled []string
				for _, a := range args {
					filled = append(filled, os.Expand(a, func(name string) string { return values[name] }))
				}
				parts = append(parts, filled)
			}
			continue
		}
		for _, a := range args {
			if a != "shards/*" {
				merge = append(merge, a)
				continue
			}
			for part := 1; part <= 3; part++ {
				merge = append(merge, fmt.Sprintf("shards/%d", part))
			}
		}
	}
	require.NotEmpty(t, merge)
	return parts, merge
}
