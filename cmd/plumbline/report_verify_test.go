package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports/verify"
)

// made are the files of one small run on the embedded mock, made once and written by every test that changes them.
var made = sync.OnceValues(func() (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "plumbline-verify-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var out, stderr bytes.Buffer
	code := run(context.Background(),
		[]string{"certify", "--target", "mock", "--only", "MVN-01", "--only", "RKP-08", "--out", dir}, nil, &out, &stderr)
	if code != cli.ExitOK {
		return nil, fmt.Errorf("exit code %d: %s", code, stderr.String())
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
})

// aReport writes the small run into a folder of its own.
func aReport(t *testing.T) string {
	t.Helper()
	files, err := made()
	require.NoError(t, err)
	dir := t.TempDir()
	for name, data := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	return dir
}

// change rewrites a file of a report.
func change(t *testing.T, dir, name string, f func(string) string) {
	t.Helper()
	path := filepath.Join(dir, name)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	changed := f(string(text))
	require.NotEqual(t, string(text), changed, "nothing was changed")
	require.NoError(t, os.WriteFile(path, []byte(changed), 0o600))
}

func replace(old, with string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, with, 1) }
}

// forged rewrites the lines of a log and chains them anew, as somebody would who knows how; report.json gets
// the new head and whatever edit is made to it.
func forged(t *testing.T, dir string, edit func(line string) string) {
	t.Helper()
	path := filepath.Join(dir, "events.ndjson")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var out bytes.Buffer
	prev, old, changed := "", "", false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		sum := sha256.Sum256([]byte(line))
		edited := edit(line)
		changed = changed || edited != line
		edited = strings.Replace(edited, `"prev":"`+old+`"`, `"prev":"`+prev+`"`, 1)
		again := sha256.Sum256([]byte(edited))
		old, prev = hex.EncodeToString(sum[:]), hex.EncodeToString(again[:])
		out.WriteString(edited + "\n")
	}
	require.True(t, changed, "nothing was changed")
	require.NoError(t, os.WriteFile(path, out.Bytes(), 0o600))
	change(t, dir, "report.json", replace(`"head": "`+old+`"`, `"head": "`+prev+`"`))
}

// verified runs the command and answers the result of the one report.
func verified(t *testing.T, args ...string) (code int, r verify.Result, stderr string) {
	t.Helper()
	code, out, stderr := runReport(t, append([]string{"verify", "--json"}, args...)...)
	var all []verify.Result
	require.NoError(t, json.Unmarshal([]byte(out), &all), "%s %s", out, stderr)
	require.Len(t, all, 1)
	return code, all[0], stderr
}

func TestAReportAsCertifyWroteItVerifies(t *testing.T) {
	dir := aReport(t)
	code, out, stderr := runReport(t, "verify", dir)
	assert.Zero(t, code, "%s%s", out, stderr)
	assert.True(t, strings.HasPrefix(out, "VERIFIED "+dir+" (conformant (partial): embedded mock, profile shipped"), out)
	assert.Contains(t, out, "integrity only: an unsigned report proves nothing about who made it")
	assert.Contains(t, out, "the log says that this very binary")
	for _, name := range []string{"report.html", "summary.md", "junit.xml", "badge.svg"} {
		assert.Regexp(t, `ok +`+name+` +drawn again, byte for byte the same`, out)
	}
}

// Whatever was changed is refused, and the place is named.
func TestWhatWasChangedIsRefusedAndNamed(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(t *testing.T, dir string)
		file   string
		line   int
		points string
		says   string
	}{
		{"a line of the log", func(t *testing.T, dir string) {
			change(t, dir, "events.ndjson", replace(`"status":200`, `"status":204`))
		}, "events.ndjson", lineOf(`"status":200`), "", "this line is not the one that the next line follows"},
		{"the last line of the log", func(t *testing.T, dir string) {
			change(t, dir, "events.ndjson", replace(`"run_ended":{}`, `"run_ended":{"interrupted":true}`))
		}, "events.ndjson", lineOf(`"run_ended":{}`), "", "and report.json pins"},
		{"the end of the log is cut off", func(t *testing.T, dir string) {
			change(t, dir, "events.ndjson", func(s string) string { return s[:strings.LastIndex(strings.TrimSuffix(s, "\n"), "\n")+1] })
		}, "events.ndjson", lineOf(`"run_ended":{}`), "", "and report.json says"},
		{"a line is taken out", func(t *testing.T, dir string) {
			change(t, dir, "events.ndjson", func(s string) string {
				lines := strings.SplitAfter(s, "\n")
				return strings.Join(append(lines[:4:4], lines[5:]...), "")
			})
		}, "events.ndjson", 5, "", "sequence number 6 instead of 5"},
		{"a line is no event", func(t *testing.T, dir string) {
			change(t, dir, "events.ndjson", replace(`"kind":"case-planned"`, `"kind":"gone"`))
		}, "events.ndjson", lineOf(`"kind":"case-planned"`), "", `unknown event kind "gone"`},
		{"half a line at the end", func(t *testing.T, dir string) {
			change(t, dir, "events.ndjson", func(s string) string { return s + `{"seq":` })
		}, "events.ndjson", 0, "", "an unfinished line follows the last one"},
		{"a verdict of the report", func(t *testing.T, dir string) {
			change(t, dir, "report.json", replace(`"verdict": "conformant (partial)"`, `"verdict": "conformant"`))
		}, "report.json", 0, "/summary/verdict", `it says "conformant", the log gives "conformant (partial)"`},
		{"a row is taken out of the report", func(t *testing.T, dir string) {
			change(t, dir, "report.json", replace(`"id": "MVN-01"`, `"id": "MVN-00"`))
		}, "report.json", 0, "/requirements/", `it says "MVN-00", the log gives "MVN-01"`},
		{"blanks in the report", func(t *testing.T, dir string) {
			change(t, dir, "report.json", replace(`"leaks": []`, `"leaks":  []`))
		}, "report.json", 0, "", `it says`},
		{"the report is no JSON", func(t *testing.T, dir string) {
			change(t, dir, "report.json", func(s string) string { return s[:len(s)/2] })
		}, "report.json", 0, "/", "it says"},
		{"the page", func(t *testing.T, dir string) {
			change(t, dir, "report.html", replace("</html>", "<p>conformant</p></html>"))
		}, "report.html", 0, "", `conformant</p></html>", the report gives`},
		{"the summary", func(t *testing.T, dir string) {
			change(t, dir, "summary.md", replace("# ~ Plumbline: conformant (partial)", "# ● Plumbline: conformant"))
		}, "summary.md", 1, "", `it says "# ● Plumbline: conformant", the report gives "# ~ Plumbline: conformant (partial)"`},
		{
			"the file for build servers",
			func(t *testing.T, dir string) {
				change(t, dir, "junit.xml", replace(`skipped="`, `skipped="1`))
			}, "junit.xml", 2, "", "the report gives",
		},
		{"the badge", func(t *testing.T, dir string) {
			change(t, dir, "badge.svg", replace("conformant (partial)", "conformant"))
		}, "badge.svg", 2, "", "shipped: conformant</title>"},
		{"the features", func(t *testing.T, dir string) {
			forged(t, dir, func(s string) string {
				if at := strings.Index(s, `"features":"`); at > 0 {
					return s[:at+12] + strings.Repeat("0", 64) + s[at+12+64:]
				}
				return s
			})
		}, "events.ndjson", 1, "/run_started/digests/features", "features 000000000000 are neither this binary's ("},
		{"the documents", func(t *testing.T, dir string) {
			forged(t, dir, func(s string) string {
				if at := strings.Index(s, `"documents":"`); at > 0 {
					return s[:at+13] + strings.Repeat("0", 64) + s[at+13+64:]
				}
				return s
			})
		}, "events.ndjson", 1, "/run_started/digests/documents", "documents 000000000000 are neither this binary's ("},
		{"a sentence of a scenario, with the digest of the real one", func(t *testing.T, dir string) {
			forged(t, dir, func(s string) string {
				if strings.Contains(s, `"keyword":"Then"`) {
					return strings.Replace(s, `"text":"`, `"text":"surely `, 1)
				}
				return s
			})
		}, "features/microversions/", 0, "", `the log ran "surely `},
		{"a row of another table", func(t *testing.T, dir string) {
			forged(t, dir, replace(`"row":"MVN-01"`, `"row":"MVN-02"`))
		}, "features/microversions/", 0, "", `row of the log: "MVN-02", of this suite: "MVN-01"`},
		{"a scenario that nobody has", func(t *testing.T, dir string) {
			forged(t, dir, replace(`"scenario":"microversions/`, `"scenario":"microversion/`))
		}, "events.ndjson", 0, "", "which this suite does not have"},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := aReport(t)
			row.change(t, dir)
			code, r, _ := verified(t, dir)
			assert.Equal(t, cli.ExitNotConform, code)
			assert.Equal(t, verify.Refused, r.State)
			c := r.First(verify.Refused)
			require.NotNil(t, c)
			assert.Contains(t, c.File, row.file)
			assert.Contains(t, c.Says, row.says)
			assert.Contains(t, c.Pointer, row.points)
			if row.line > 0 {
				assert.Equal(t, row.line, c.Line)
			} else {
				assert.Positive(t, c.Line)
			}
			_, out, _ := runReport(t, "verify", dir)
			assert.True(t, strings.HasPrefix(out, "REFUSED "+dir+" at "+c.Where()+": "), out)
		})
	}
}

// lineOf is the first line of the small run's log with a text.
func lineOf(text string) int {
	files, err := made()
	if err != nil {
		panic(err)
	}
	before, _, found := strings.Cut(string(files["events.ndjson"]), text)
	if !found {
		panic("the log has no " + text)
	}
	return strings.Count(before, "\n") + 1
}
