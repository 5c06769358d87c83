package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/mockcloud/mutants"
	"plumbline/internal/reports/packs"
	"plumbline/mockcloud"
)

// packsOf are the packs of the repository.
func packsOf(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../reports/parity/packs/*" + packs.Suffix)
	require.NoError(t, err)
	require.Len(t, files, 2, "Zed and Epoxy")
	return files
}

// leastCovered is the percentage of the cases that ran on either side which ran on both: what a cloud cannot show is not among them. The
// command itself counts the cases that a pack does not know at all, and calls one below 90 % too old. Whoever records the packs again
// (make packs, after make certify-real) raises the numbers to what the test then logs, less five.
var leastCovered = map[string]int{"zed": 86, "epoxy": 83}

func TestTheMockAnswersAsThePacksOfTheRepository(t *testing.T) {
	for _, file := range packsOf(t) {
		t.Run(packs.NameOf(file), func(t *testing.T) {
			code, out, err := runParity(t, nil, "--pack", file, "--out", t.TempDir())
			assert.Contains(t, out, "differences: 0 without a reason")
			counts := regexp.MustCompile(`cases that ran on both: (\d+); on one only: (\d+)`).FindStringSubmatch(out)
			require.Len(t, counts, 3, out+err)
			both, one := number(t, counts[1]), number(t, counts[2])
			covered := 100 * both / (both + one)
			t.Logf("%s: %d %% of the cases are in the pack", file, covered)
			assert.GreaterOrEqual(t, covered, leastCovered[packs.NameOf(file)], "record the pack again: make packs")
			if code == cli.ExitInconclusive && strings.Contains(out+err, "the pack is too old to say much") {
				return // the share of cases was judged above; each case that the pack has was compared
			}
			require.Zero(t, code, out+err)
			compared := regexp.MustCompile(`exchanges compared: (\d{4,}) `).FindString(out)
			assert.NotEmpty(t, compared, out)
		})
	}
}

func TestAMockWithABrokenRuleIsNotWhatThePackHas(t *testing.T) {
	pack, err := packs.ReadFile(packsOf(t)[0])
	require.NoError(t, err)
	var out, said bytes.Buffer
	f := &certify.TargetFlags{Streams: cli.Streams{Out: &out, Err: &said}, MaxServers: 4, Concurrent: 1}
	f.Selection.Only = []string{"UTH-02", "UTH-03", "UTH-14"}
	broken := mutants.WithPolicy(map[string]string{"os_compute_api:os-shelve:unshelve_to_host": "none"})
	code, err := certify.ComparePack(t.Context(), f, "x", pack, t.TempDir(), false)
	require.NoError(t, err)
	require.Zero(t, code, out.String())
	assert.NotContains(t, out.String(), "not in the suite any more:", "what was not asked for is not gone")
	out.Reset()
	code, err = certify.ComparePack(t.Context(), f, "x", pack, t.TempDir(), false, broken)
	require.NoError(t, err)
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, out.String(), "differs   status compute POST /servers/{server_id}/action unshelve\n          "+
		"reference: 202\n          mock:      403")
}

// number reads a number of the command's output.
func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// What a pack may have that looks like an id, an address or a host: what the recorder gives, and what is public.
var (
	looksOwn = regexp.MustCompile(
		`[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|\b[0-9a-f]{32,}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://[^/\\" ]+|(?:ssh|ecdsa)-\w+ AAAA\S+|gAAAA[\w-]+|20(?:1|2|3)\d-\d\d-\d\dT`)
	given = regexp.MustCompile(
		`^(00000000-?0000-?4000-?8000-?\d{12}|198\.18\.\d+\.\d+|user-\d+@example\.org|https?://(host-\d+\.example|docs\.openstack\.org))$`)
)

func TestThePacksOfTheRepositoryHaveNothingOfAClouds(t *testing.T) {
	for _, file := range packsOf(t) {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Less(t, len(raw), 2<<20, file)
		z, err := gzip.NewReader(bytes.NewReader(raw))
		require.NoError(t, err)
		text, err := io.ReadAll(z)
		require.NoError(t, err)
		_, cases, _ := bytes.Cut(text, []byte("\n")) // the header has digests
		left := map[string]bool{}
		for _, word := range looksOwn.FindAllString(string(cases), -1) {
			if !given.MatchString(word) {
				left[word] = true
			}
		}
		assert.Empty(t, left, file)
	}
}

func TestRecordAndCompareWithoutTheCloud(t *testing.T) {
	cloud := mockcloud.Start(t, mockcloud.WithPolicy("legacy"))
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("clouds.yaml", cloud.CloudsYAML("mock"), 0o600))
	env := []string{"OS_CLIENT_CONFIG_FILE=clouds.yaml"}
	var out, said bytes.Buffer
	args := []string{
		"record", "--os-cloud", "mock-admin", "--only", "RKP-01", "--no-sweep", "--report", "kept", "--out",
		"a/own.pack.ndjson.gz",
	}
	require.Zero(t, run(t.Context(), args, env, &out, &said), said.String())
	assert.Contains(t, out.String(), "own: compute 2.10")
	assert.Contains(t, out.String(), "policy defaults legacy")
	pack, err := os.ReadFile("a/own.pack.ndjson.gz")
	require.NoError(t, err)
	require.Zero(t, run(t.Context(), []string{"record", "kept", "--name", "own", "--out", "b.pack.ndjson.gz"}, nil, &out, &said),
		said.String())
	again, err := os.ReadFile("b.pack.ndjson.gz")
	require.NoError(t, err)
	assert.Equal(t, pack, again, "from the report it is the same pack")

	code, text, _ := runParity(t, nil, "--pack", "b.pack.ndjson.gz", "--out", "out")
	require.Zero(t, code, text)
	assert.Contains(t, text, "pack own beside embedded mock")
	assert.Contains(t, text, "differences: 0 without a reason")
	assert.FileExists(t, "out/parity.json")

	p, err := packs.ReadFile("b.pack.ndjson.gz")
	require.NoError(t, err)
	p.Cases = p.Cases[:1]
	p.Header.Ran, p.Header.Gated, p.Header.Exchanges = 1, 0, len(p.Cases[0].Exchanges)
	var b bytes.Buffer
	require.NoError(t, packs.Write(&b, p))
	require.NoError(t, os.WriteFile("old.pack.ndjson.gz", b.Bytes(), 0o600))
	code, text, _ = runParity(t, nil, "--pack", "old.pack.ndjson.gz", "--out", "out")
	assert.Equal(t, cli.ExitInconclusive, code, "a pack of one case says little")
	assert.Contains(t, text, "not in the pack: rebuild-keypair-reset/")
	assert.Contains(t, text, "record it again")
}

func TestPacksSayWhatTheyNeed(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("no.pack.ndjson.gz", []byte("x"), 0o600))
	for says, args := range map[string][]string{
		"--pack stands alone":            {"parity", "--pack", "a", "dir"},
		"read pack: open nope":           {"parity", "--pack", "nope"},
		"it is not compressed with gzip": {"parity", "--pack", "no.pack.ndjson.gz"},
		"ends in .pack.ndjson.gz":        {"record", "dir", "--out", "x.json"},
		"read event log":                 {"record", "dir", "--out", "x.pack.ndjson.gz"},
		"wants a cloud and no argument":  {"record", "one", "two", "--out", "x.pack.ndjson.gz"},
		"record needs a cloud":           {"record", "--out", "x.pack.ndjson.gz"},
	} {
		var out, err bytes.Buffer
		assert.Equal(t, cli.ExitUsage, run(t.Context(), args, nil, &out, &err), strings.Join(args, " "))
		assert.Contains(t, err.String(), says)
	}
}
