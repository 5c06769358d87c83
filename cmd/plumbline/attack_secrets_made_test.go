package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

// What is made of reports carries no secret either: the merge of shards, a comparison with the mock, a pack, a replayed
// pack, an entry of the ledger. The cloud tells everybody what it was told.
func TestNoSecretComesOutOfWhatIsMadeOfReports(t *testing.T) {
	e := &echo{tokens: map[string]bool{}}
	at := spoilt(t, e.spoil)
	env := []string{
		"OS_AUTH_URL=" + strings.Replace(at, "http://", "http://someone:canary-of-auth-url@", 1) +
			"/identity/v3", "OS_USERNAME=admin", "OS_PASSWORD=secret",
		"OS_USER_DOMAIN_NAME=Default", "OS_PROJECT_NAME=admin", "OS_PROJECT_DOMAIN_NAME=Default", "HOME=" + t.TempDir(),
	}
	dir, ledgerRoot := t.TempDir(), emptyLedger(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	rows := []string{"--only", "MVN-01", "--only", "RKP-02a", "--only", "RKP-08", "--no-sweep"}
	// The cloud's list of servers is never JSON: what waits for a server that is gone waits in vain.
	for _, wait := range []string{"server-boot=5s", "delete=2s", "case-clean-up=5s", "clean-up=5s", "observation=2s"} {
		rows = append(rows, "--timeout", wait)
	}
	said := map[string]string{}
	for _, step := range []struct {
		args  []string
		codes []int
		makes string
	}{
		{append([]string{"certify", "--shard", "1/2", "--out", in("s1")}, rows...), nil, in("s1/report.json")},
		{append([]string{"certify", "--shard", "2/2", "--out", in("s2")}, rows...), nil, in("s2/report.json")},
		{[]string{"report", "merge", in("s1"), in("s2"), "--out", in("merged")}, []int{cli.ExitOK}, in("merged/report.json")},
		{append([]string{"certify", "--out", in("one")}, rows...), nil, in("one/report.json")},
		{[]string{"parity", in("one"), "--out", in("parity"), "--texts"}, []int{cli.ExitOK, cli.ExitNotConform}, in("parity/parity.json")},
		{[]string{"record", in("one"), "--out", in("cloud.pack.ndjson.gz")}, []int{cli.ExitOK, cli.ExitInconclusive}, ""},
		{[]string{"parity", "--pack", in("cloud.pack.ndjson.gz"), "--out", in("replayed")}, nil, ""},
		{[]string{"report", "submit", in("one"), "--implementation", "echo", "--ledger", ledgerRoot}, []int{cli.ExitOK}, ""},
		{[]string{"report", "ledger", ledgerRoot}, []int{cli.ExitOK}, ""},
	} {
		var out, stderr bytes.Buffer
		code := run(t.Context(), step.args, env, &out, &stderr)
		what := strings.Join(step.args, " ")
		t.Logf("%v → %d %s", step.args[:2], code, firstLineOf(stderr.String()))
		said[what+", stdout"], said[what+", stderr"] = out.String(), stderr.String()
		if step.codes != nil {
			require.Contains(t, step.codes, code, "%s: %s%s", what, out.String(), stderr.String())
		}
		if step.makes != "" {
			require.FileExists(t, step.makes)
		}
	}
	for _, root := range []string{dir, ledgerRoot} {
		everyFile(t, root, said)
	}
	require.Greater(t, len(said), 60)
	require.NotEmpty(t, e.tokens)
	seen := false
	for where, text := range said {
		seen = seen || strings.Contains(text, "[redacted")
		assert.NotRegexp(t, "canary-[a-z-]+", text, where)
		for token := range e.tokens {
			assert.NotContains(t, text, token, where)
		}
	}
	assert.True(t, seen, "what was told stands nowhere, not even redacted: the cloud has told nothing")
}

// everyFile reads all files below a folder, packed ones unpacked.
func everyFile(t *testing.T, root string, into map[string]string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		if strings.HasSuffix(path, ".gz") {
			z, err := gzip.NewReader(bytes.NewReader(text))
			require.NoError(t, err)
			text, err = io.ReadAll(z)
			require.NoError(t, err)
		}
		into[path] = string(text)
		if strings.HasSuffix(path, ".html") {
			for _, part := range unpackedParts(t, text) {
				into[path+", packed"] += string(part)
			}
		}
		return nil
	}))
}
