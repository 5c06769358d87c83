package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/cli"
)

// TestTheExamplesCallTheCommandAsItIs asks each plumbline call of the examples for its help: an option or a command
// that does not exist is refused before that.
func TestTheExamplesCallTheCommandAsItIs(t *testing.T) {
	var calls [][]string
	manifests, err := filepath.Glob("../../examples/kubernetes/*.yaml")
	require.NoError(t, err)
	for _, path := range manifests {
		calls = append(calls, argumentsIn(t, path)...)
	}
	pipelines, err := filepath.Glob("../../examples/ci/shards-*.yaml")
	require.NoError(t, err)
	require.Len(t, pipelines, 2)
	for _, path := range pipelines {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, yaml.Unmarshal(raw, new(any)), path)
		for _, m := range regexp.MustCompile(`bin/plumbline ([^\n]+)`).FindAllStringSubmatch(string(raw), -1) {
			line := regexp.MustCompile(`\$\{\{[^}]*\}\}|\$\w+`).ReplaceAllString(m[1], "1")
			calls = append(calls, strings.Fields(line))
		}
	}
	require.GreaterOrEqual(t, len(calls), 6)
	for _, call := range calls {
		if call[0] == "./cmd/plumbline" {
			continue
		}
		var out, stderr bytes.Buffer
		code := run(t.Context(), append(call, "--help"), nil, &out, &stderr)
		assert.Equal(t, cli.ExitOK, code, "%v: %s", call, stderr.String())
	}
}

// argumentsIn lists the arguments of all containers of a manifest.
func argumentsIn(t *testing.T, path string) (out [][]string) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	for dec := yaml.NewDecoder(file); ; {
		var doc struct {
			Spec struct {
				Template struct {
					Spec struct{ Containers []struct{ Args []string } }
				}
			}
		}
		err := dec.Decode(&doc)
		if err == io.EOF {
			return out
		}
		require.NoError(t, err, path)
		for _, c := range doc.Spec.Template.Spec.Containers {
			out = append(out, c.Args)
		}
	}
}

func TestTheShardOfAPodComesFromItsIndex(t *testing.T) {
	f := &certify.TargetFlags{Shard: "job/3", Streams: cli.Streams{Env: map[string]string{"JOB_COMPLETION_INDEX": "1"}}}
	s, err := f.ParseShard()
	require.NoError(t, err)
	assert.Equal(t, "2/3", s.String())
	f.Streams.Env["JOB_COMPLETION_INDEX"] = "3"
	_, err = f.ParseShard()
	assert.ErrorContains(t, err, `shard "4/3"`)
	delete(f.Streams.Env, "JOB_COMPLETION_INDEX")
	_, err = f.ParseShard()
	assert.ErrorContains(t, err, "JOB_COMPLETION_INDEX")
}
