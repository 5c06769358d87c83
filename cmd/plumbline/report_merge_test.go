package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/mockcloud"
)

// normalised is a file of a report without what differs from run to run: times and ids. Ids become numbers in the
// order in which they first appear, so that equal texts speak of equal things.
func normalised(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(raw)
	for _, gone := range []struct{ pattern, by string }{
		{`(_body":")[^\n]*?\[cut: \d+ of \d+ bytes kept\]`, "${1}CUT"}, // where it is cut depends on the lengths of names
		{`plumbline (dev|v[0-9][\w.-]*|[0-9a-f]{7,}(-dirty)?)\b`, "plumbline VERSION"},
		{`("(tool|version)":\s*)"(dev|v[0-9][\w.-]*|[0-9a-f]{7,}(-dirty)?)"`, `${1}"VERSION"`},
		{`SHA256:[\w+/=]{43}`, "KEY"},
		{`key material, \d+ bytes, sha256:[0-9a-f]{8}`, "KEY"},
		{`Signature=[\w%]+`, "SIGNATURE"},
		{`fault-\d+`, "fault-N"},
		{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?`, "TIME"},
		{`"(millis|time|Date)":\s*("[^"]*"|[\d.e-]+)`, `"$1":0`},
		{`(time|timestamp)="[^"]*"`, `$1=""`},
		{`"(prev|head|run_id)":\s*"[^"]*"`, `"$1":""`},
		{`,?\s*"(merged|shards)":\s*\[[^\]]*\]`, ""},
		{`"(args)":\s*\[[^\]]*\]`, `"$1":[]`},
		{`"run": \{\s*"id": "[0-9a-f]+"`, `"run": {"id": ""`},
		{`\\"[A-Za-z0-9]{32}\\"`, `"RANDOM"`}, // values of OS::Heat::RandomString
		{`redacted sha256:[0-9a-f]{8}`, "redacted"},
		{`\| [0-9a-f]{8} \| TIME \| [^|]*`, "| RUN | TIME | SPAN "}, // of the summary
		{`<property name="run" value="[0-9a-f]+">`, `<property name="run">`},
		{`plumbline-[0-9a-f]{8}-`, "plumbline-RUN-"},
		{`"Content-Length":\["\d+"\]`, `"Content-Length":["N"]`}, // of bodies with names that count
		{`(plumbline-RUN-[A-Za-z0-9-]*?-)\d+\b`, "${1}N"},
		{`(plumbline-RUN-stack-N[A-Za-z0-9_-]*?-)[a-z0-9]{12}\b`, "${1}RANDOM"},
		{`\b[0-9]+ seconds?\b|\b[0-9.]+m?s\b`, "SPAN"},
		{`\b(\d+[hm])+SPAN`, "SPAN"},
		// What one cloud counts: its servers, aggregates, changes of what hosts have, and how long it has been up.
		{`(plumbline-RUN-L-)\d+(x+)`, "${1}Nx"},
		{`instance-[0-9a-f]{8}`, "instance-N"},
		{`os-aggregates/\d+`, "os-aggregates/N"},
		{`(\\"id\\": )\d+`, "${1}N"},
		{`("kind":"[a-z ]*aggregate","id":)"\d+"`, `$1"N"`},
		{`(generation\\": ?)\d+`, "${1}N"},
		{`reservation_id\\": \\"r-[0-9a-z]{8}`, "reservation"},
		{` \d\d:\d\d:\d\d up \d+ days, +\d+:\d+`, " UP"},
		{`([0-9a-f]{2}:){15}[0-9a-f]{2}`, "MD5"},
		{`  +\|`, " |"}, // the columns of a client's table, and its lines, are as wide as the longest value
		{`\+--+`, "+-"},
		{`10\.11\.\d+\.\d+`, "ADDRESS"},
		{`192\.0\.2\.\d+`, "ADDRESS"}, // ports are listed by their ids
		{`fa:16:3e(:[0-9a-f]{2}){3}`, "MAC"},
	} {
		text = regexp.MustCompile(gone.pattern).ReplaceAllString(text, gone.by)
	}
	numbers := map[string]string{}
	text = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32,}\b`).ReplaceAllStringFunc(text,
		func(id string) string {
			if numbers[id] == "" {
				numbers[id] = fmt.Sprintf("ID%d", len(numbers)+1)
			}
			return numbers[id]
		})
	return regexp.MustCompile(`\b[a-z0-9]{12}\b`).ReplaceAllString(text, "SHORT") // Heat's ends of names
}

// sameBytes compares two files and shows the first line that differs.
func sameBytes(t *testing.T, one, other string) {
	t.Helper()
	a, b := alikeSorted(normalised(t, one)), alikeSorted(normalised(t, other))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			at := 0
			for at < min(len(a[i]), len(b[i])) && a[i][at] == b[i][at] {
				at++
			}
			t.Fatalf("%s and %s differ first in line %d:\n  …%s\n  …%s", one, other, i+1, around(a[i], at), around(b[i], at))
		}
	}
	require.Len(t, b, len(a), "lines of %s and %s", one, other)
}

var (
	placeInLog = regexp.MustCompile(`"seq":\d+|"id":"x\d+"`)
	anyID      = regexp.MustCompile(`\bID\d+\b`)
)

// alikeSorted are the lines of a text. Lines beside one another that differ in ids only stand in the order of their ids: the
// members of a group have names by chance, and are looked at by their names.
func alikeSorted(text string) []string {
	lines := strings.Split(text, "\n")
	alike := func(line string) string { return anyID.ReplaceAllString(placeInLog.ReplaceAllString(line, ""), "ID") }
	for first := 0; first < len(lines); {
		end := first + 1
		if strings.Contains(lines[first], `"kind":"exchanged"`) {
			for like := alike(lines[first]); end < len(lines) && alike(lines[end]) == like; {
				end++
			}
		}
		if end-first > 1 {
			for i := first; i < end; i++ {
				lines[i] = placeInLog.ReplaceAllString(lines[i], "")
			}
			slices.Sort(lines[first:end])
		}
		first = end
	}
	return lines
}

func around(s string, at int) string { return s[max(0, at-120):min(len(s), at+120)] }

// here runs a command in the current folder.
func here(t *testing.T, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(context.Background(), args, []string{"OS_CLIENT_CONFIG_FILE=clouds.yaml"}, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// TestSoakThreeShardsMergedAreOneRun is the promise of --shard: the same certificate from three machines as from one.
func TestSoakThreeShardsMergedAreOneRun(t *testing.T) {
	t.Chdir(t.TempDir())
	selection := []string{"--target", "mock", "--only", "LCK-05", "--only", "LCK-01", "--only", "LCK-40", "--only", "RKP-01"}
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		selection = nil // everything, in both profiles
	}
	certify := func(more ...string) {
		// Which row prepares for which depends on what else a shard has: here each prepares for itself.
		code, _, err := here(t, append(append([]string{"certify", "--fresh"}, selection...), more...)...)
		require.NotEqual(t, cli.ExitUsage, code, err)
	}
	certify("--out", "one")
	for _, shard := range []string{"2/3", "3/3", "1/3"} {
		certify("--shard", shard, "--out", filepath.Join("shards", shard[:1]))
	}
	code, _, err := here(t, "report", "merge", "shards/3", "shards/1", "shards/2", "--out", "merged")
	require.Equal(t, cli.ExitOK, code, err)
	profiles := []string{"shipped", "specified"}
	if selection != nil {
		profiles = []string{""}
	}
	for _, profile := range profiles {
		for _, file := range []string{"events.ndjson", "report.json", "junit.xml", "summary.md"} {
			sameBytes(t, filepath.Join("one", profile, file), filepath.Join("merged", profile, file))
		}
		kept, globErr := filepath.Glob(filepath.Join("merged", profile, "shards", "*", "events.ndjson"))
		require.NoError(t, globErr)
		assert.Len(t, kept, 3)
	}
	again := "again"
	code, _, err = here(t, "report", "merge", "merged/shards/1-3", "merged/shards/2-3", "merged/shards/3-3", "--out", again)
	if selection != nil {
		require.Equal(t, cli.ExitOK, code, err)
		first, readErr := os.ReadFile("merged/events.ndjson")
		require.NoError(t, readErr)
		second, readErr := os.ReadFile("again/events.ndjson")
		require.NoError(t, readErr)
		assert.True(t, bytes.Equal(first, second), "the merge is a function of the logs")
	}
}

func TestMergesThatCannotBeAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	certify := func(out string, more ...string) {
		code, _, err := here(t, append([]string{"certify", "--target", "mock", "--no-sweep", "--out", out}, more...)...)
		require.NotEqual(t, cli.ExitUsage, code, err)
	}
	certify("a1", "--only", "MVN-01", "--only", "MVN-02", "--shard", "1/2")
	certify("a2", "--only", "MVN-01", "--only", "MVN-02", "--shard", "2/2")
	certify("b2", "--only", "MVN-01", "--only", "MVN-03", "--shard", "2/2")
	certify("c2", "--only", "MVN-01", "--only", "MVN-02", "--shard", "2/2", "--profile", "specified")
	certify("d2", "--only", "MVN-01", "--only", "MVN-02", "--shard", "2/3")
	certify("e2", "--only", "MVN-01", "--only", "MVN-02", "--shard", "2/2", "--max-microversion", "2.60")
	certify("whole", "--only", "MVN-01")
	for _, row := range []struct {
		name string
		dirs []string
		says string
	}{
		{"one is missing", []string{"a1"}, "missing: shard [2/2]"},
		{"one is there twice", []string{"a1", "a2", "a2"}, "shard 2/2 twice"},
		{"of another number", []string{"a1", "d2"}, "they are of different plans"},
		{"of another selection", []string{"a1", "b2"}, "selection of shard 1/2 is "},
		{"of another profile", []string{"a1", "c2"}, "profile shipped: the reports cannot be merged: missing: shard [2/2]"},
		{"of a target in another condition", []string{"a1", "e2"}, "services of the target of shard 1/2"},
		{"a whole run", []string{"a1", "whole"}, "is whole: it was made without --shard"},
		{"a folder without a report", []string{"a1", "nowhere"}, "no report in nowhere"},
	} {
		t.Run(row.name, func(t *testing.T) {
			code, out, err := here(t, append(append([]string{"report", "merge"}, row.dirs...), "--out", "merged")...)
			assert.Equal(t, cli.ExitUsage, code)
			assert.Contains(t, err, row.says)
			assert.Empty(t, out)
			assert.NoDirExists(t, "merged", "nothing is written")
		})
	}
	code, _, err := here(t, "report", "merge", "a2", "a1", "--out", "merged")
	require.Equal(t, cli.ExitOK, code, err)
	var report struct {
		Run struct {
			Shards []struct{ Head string }
		}
	}
	raw, readErr := os.ReadFile("merged/report.json")
	require.NoError(t, readErr)
	require.NoError(t, json.Unmarshal(raw, &report))
	assert.Len(t, report.Run.Shards, 2)
}

// TestWhatDisturbsOthersIsOneShardOfItsOwn shares a mock between shards, as a real cloud would be.
func TestWhatDisturbsOthersIsOneShardOfItsOwn(t *testing.T) {
	cloud := mockcloud.Start(t)
	t.Chdir(t.TempDir())
	certify := func(shard string) string {
		code, _, err := here(t, "certify", "--target", cloud.URL(), "--allow-disruptive", "--no-sweep", "--only", "HYP-01g",
			"--only", "MVN-01", "--shard", shard, "--out", shard[:1])
		require.NotEqual(t, cli.ExitUsage, code, err)
		raw, readErr := os.ReadFile(filepath.Join(shard[:1], "events.ndjson"))
		require.NoError(t, readErr)
		return string(raw)
	}
	require.Contains(t, certify("1/1"), `"shard":"alone/1"`, "HYP-01g disables a host")
	code, _, err := here(t, "report", "merge", "1", "--out", "merged")
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, err, "missing: shard [alone/1]")
	assert.Contains(t, certify("alone/1"), `"shard":"1/1"`, "it leaves the others what is theirs")
	code, _, err = here(t, "report", "merge", "1", "a", "--out", "merged")
	assert.Equal(t, cli.ExitOK, code, err)
}
