package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
)

// threeEntries is a ledger with three entries, and its folder of entries.
func threeEntries(t *testing.T) (root, folder string) {
	t.Helper()
	root = emptyLedger(t)
	for _, name := range []string{"a", "b", "c"} {
		code, _, stderr := runReport(t, "submit", aReport(t), "--implementation", name, "--ledger", root)
		require.Zero(t, code, stderr)
	}
	found, err := filepath.Glob(filepath.Join(root, "compute-*"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return root, found[0]
}

// chainLines changes the lines of the chain.
func chainLines(t *testing.T, root string, change func([]string) []string) {
	t.Helper()
	path := filepath.Join(root, "chain.txt")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	kept := change(strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n"))
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(kept, "")), 0o600))
}

// Whoever takes an entry out and writes the index again is found out, and so is who changes the chain; only what is done
// to its end needs a head that was published before.
func TestWhatIsTakenOutOfALedgerIsMissed(t *testing.T) {
	gone := func(name string) func(*testing.T, string, string) {
		return func(t *testing.T, _, folder string) { require.NoError(t, os.RemoveAll(filepath.Join(folder, name))) }
	}
	chain := func(change func([]string) []string) func(*testing.T, string, string) {
		return func(t *testing.T, root, _ string) { chainLines(t, root, change) }
	}
	cut := func(t *testing.T, root, folder string) {
		gone("c")(t, root, folder)
		chainLines(t, root, func(l []string) []string { return l[:2] })
	}
	for _, row := range []struct {
		name     string
		do       []func(*testing.T, string, string)
		says     string
		expected string // with the head that was published; "" where it is refused without
	}{
		{"the first entry", []func(*testing.T, string, string){gone("a")}, "chain.txt has it, and it is gone", ""},
		{"the last entry", []func(*testing.T, string, string){gone("c")}, "chain.txt has it, and it is gone", ""},
		{
			"an entry and its line",
			[]func(*testing.T, string, string){
				gone("b"),
				chain(func(l []string) []string { return []string{l[0], strings.Replace(l[2], "3 ", "2 ", 1)} }),
			},
			"line 2 does not follow the line before it", "",
		},
		{
			"the first entry and its line",
			[]func(*testing.T, string, string){gone("a"), chain(func(l []string) []string { return l[1:] })},
			"line 1 is not", "",
		},
		{"a line", []func(*testing.T, string, string){chain(func(l []string) []string { return []string{l[0], l[2]} })}, "line 2 is not", ""},
		{
			"the order",
			[]func(*testing.T, string, string){chain(func(l []string) []string { return []string{l[1], l[0], l[2]} })},
			"line 1 is not", "",
		},
		{
			"the line feed of the last line",
			[]func(*testing.T, string, string){chain(func(l []string) []string { return append(l[:2], l[2]+" ") })},
			"line 3 is not", "",
		},
		{
			"the chain",
			[]func(*testing.T, string,
				string){func(t *testing.T, root, _ string) { require.NoError(t, os.Remove(filepath.Join(root, "chain.txt"))) }},
			"the ledger has no chain.txt", "",
		},
		{
			"the end: the last entry with its line",
			[]func(*testing.T, string, string){cut},
			"",
			"what was published is not the beginning of this chain",
		},
		{"the end, and another one in its place", []func(*testing.T, string, string){cut, func(t *testing.T, root, _ string) {
			require.Zero(t, first(runReport(t, "submit", aReport(t), "--implementation", "d", "--ledger", root)))
		}}, "", "what was published is not the beginning of this chain"},
	} {
		t.Run(row.name, func(t *testing.T) {
			root, folder := threeEntries(t)
			readme, err := os.ReadFile(filepath.Join(root, "README.md"))
			require.NoError(t, err)
			head := regexp.MustCompile("3 submissions; head of the chain: `([0-9a-f]{64})`").FindStringSubmatch(string(readme))
			require.NotNil(t, head)
			code, out, stderr := runReport(t, "ledger", root, "--expect-head", head[1])
			require.Zero(t, code, "%s%s", out, stderr)
			for _, do := range row.do {
				do(t, root, folder)
			}
			_, _, _ = runReport(t, "ledger", root, "--write") // the index as it is now
			code, out, stderr = runReport(t, "ledger", root)
			if row.expected == "" {
				assert.NotZero(t, code)
				assert.Contains(t, out+stderr, row.says)
				return
			}
			assert.Zero(t, code, out)
			assert.Contains(t, out, "is not seen from here: give a head that was published to --expect-head")
			code, out, _ = runReport(t, "ledger", root, "--expect-head", head[1])
			assert.Equal(t, cli.ExitNotConform, code)
			assert.Contains(t, out, row.expected)
		})
	}
}

// What comes after a published head is no harm, a replaced entry is a submission of its own, and one that was changed
// without a submission is refused.
func TestALedgerGrowsFromAPublishedHead(t *testing.T) {
	root, folder := threeEntries(t)
	text, err := os.ReadFile(filepath.Join(root, "chain.txt"))
	require.NoError(t, err)
	early := strings.Fields(strings.Split(string(text), "\n")[1])[1] // the second line names the first one's hash
	require.Zero(t, first(runReport(t, "submit", aReport(t), "--implementation", "a", "--ledger", root, "--url",
		"https://a.example", "--replace")))
	code, out, stderr := runReport(t, "ledger", root, "--expect-head", early)
	require.Zero(t, code, stderr)
	assert.Contains(t, out, "chain.txt: 4 submissions, head ")
	assert.Contains(t, out, "begins with all that led to the head "+early+"; 3 submissions since")
	change(t, filepath.Join(folder, "a"), "entry.yaml", replace("https://a.example", "https://b.example"))
	require.Zero(t, first(runReport(t, "submit", aReport(t), "--implementation", "z", "--ledger", root)), "which writes the index")
	code, out, _ = runReport(t, "ledger", root)
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, out, "its entry.yaml is not the one that was submitted last")
	code, _, stderr = runReport(t, "ledger", root, "--expect-head", "abc")
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, stderr, "--expect-head \"abc\": want the hash of a line of chain.txt")
}

// Two submissions that were made at the same time are a conflict in the chain: the lines of one are taken, and --write
// appends the other.
func TestAnEntryThatTheChainDoesNotHaveIsAppended(t *testing.T) {
	root, _ := threeEntries(t)
	chainLines(t, root, func(l []string) []string { return l[:2] })
	code, out, _ := runReport(t, "ledger", root)
	assert.Equal(t, cli.ExitNotConform, code)
	assert.Contains(t, out, "chain.txt does not have it; \"plumbline report ledger --write\" appends it")
	code, out, stderr := runReport(t, "ledger", root, "--write")
	assert.Zero(t, code, stderr)
	assert.Contains(t, out, "chain.txt: 3 submissions")
}
