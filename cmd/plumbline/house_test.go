package main

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostBytes is what a file of the repository may have; the ledger and the packs keep what real clouds answered.
const mostBytes = 1 << 20

func TestNoLargeFiles(t *testing.T) {
	for name, info := range tracked(t) {
		if strings.HasPrefix(name, "reports/ledger/") || strings.HasPrefix(name, "reports/parity/packs/") {
			continue
		}
		assert.LessOrEqual(t, info.Size(), int64(mostBytes), "%s: output belongs in a folder that .gitignore names", name)
	}
}

// mostFiles is how many files of Go, without tests, a folder may have before it wants to be several.
const mostFiles = 25

// crowded are the folders that are above it still, each with how many files it has: none may grow.
var crowded = map[string]int{}

func TestNoFolderIsCrowded(t *testing.T) {
	files := map[string]int{}
	for name := range tracked(t) {
		if path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "testdata/") {
			files[path.Dir(name)]++
		}
	}
	for dir, n := range files {
		assert.LessOrEqual(t, n, max(mostFiles, crowded[dir]), "%s: a prefix of file names may be a package", dir)
	}
	for dir, n := range crowded {
		assert.Equal(t, n, files[dir], "%s has fewer now: say so here", dir)
	}
}

// widest is how many columns a line may have. Texts that would lose by a break (a document, a pattern, a sum) may be wider.
const widest = 140

func TestNoLineIsTooWide(t *testing.T) {
	for name := range tracked(t) {
		if path.Ext(name) != ".go" {
			continue
		}
		source, err := os.ReadFile(filepath.Join("../..", name))
		require.NoError(t, err)
		for i, line := range strings.Split(withoutTexts(source), "\n") {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), widest, "%s:%d", name, i+1)
		}
	}
}

// The prose of the documents, too: not their tables, examples and pictures, and no line that has no place to break.
func TestNoLineOfProseIsTooWide(t *testing.T) {
	unbroken := regexp.MustCompile("`[^`]*`|\\[[^]]*\\]\\([^)]*\\)")
	read := 0
	for name := range tracked(t) {
		if path.Ext(name) != ".md" {
			continue
		}
		source, err := os.ReadFile(filepath.Join("../..", name))
		require.NoError(t, err)
		read++
		example := false
		for i, line := range strings.Split(string(source), "\n") {
			text := strings.TrimSpace(line)
			if strings.HasPrefix(text, "```") {
				example = !example
			}
			table, picture, code := strings.HasPrefix(text, "|"), strings.HasPrefix(text, "!["), strings.HasPrefix(line, "    ")
			if example || table || picture || code || !strings.Contains(unbroken.ReplaceAllString(text, ""), " ") {
				continue
			}
			assert.LessOrEqual(t, utf8.RuneCountInString(line), widest, "%s:%d", name, i+1)
		}
	}
	require.Greater(t, read, 20)
}

// withoutTexts is Go source whose long string literals are cut to their first line's quote.
func withoutTexts(source []byte) string {
	const short = 80
	file := token.NewFileSet().AddFile("", 1, len(source))
	var scan scanner.Scanner
	scan.Init(file, source, nil, scanner.ScanComments)
	var out strings.Builder
	from := 0
	for {
		at, kind, text := scan.Scan()
		if kind == token.EOF {
			return out.String() + string(source[from:])
		}
		if kind == token.STRING && (text[0] == '`' || len(text) > short) {
			out.Write(source[from:file.Offset(at)])
			out.WriteString(strings.Repeat("\n", strings.Count(text, "\n")))
			from = file.Offset(at) + len(text)
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	documented := map[string]bool{}
	for name := range tracked(t) {
		if path.Ext(name) != ".go" || strings.Contains(name, "testdata/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", name), nil, parser.ParseComments|parser.PackageClauseOnly)
		require.NoError(t, err)
		dir := path.Dir(name)
		documented[dir] = documented[dir] || file.Doc != nil
	}
	require.NotEmpty(t, documented)
	for dir, is := range documented {
		assert.True(t, is, "%s: no file has a package comment", dir)
	}
}

// TestNothingElseStandsAtTheTop of the repository: a file that was only tried out is not part of it.
func TestNothingElseStandsAtTheTop(t *testing.T) {
	known := strings.Fields(".ci .gitignore CHANGELOG.md CONTRIBUTING.md LICENSE Makefile NOTICE README.md SECURITY.md action.yml cmd docs " +
		"examples features go.mod go.sum internal mockcloud openapi packaging realcloud reports steps")
	for name := range tracked(t) {
		top, _, _ := strings.Cut(name, "/")
		assert.Contains(t, known, top)
	}
}

// tracked are the files of the repository, by their path from its root.
func tracked(t *testing.T) map[string]fs.FileInfo {
	root := "../.."
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Skip("the files of a checkout are asked of git, and this is none: " + err.Error())
	}
	out := map[string]fs.FileInfo{}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		info, err := os.Lstat(filepath.Join(root, name))
		if err != nil {
			continue // deleted, and not committed yet
		}
		out[name] = info
	}
	require.NotEmpty(t, out)
	return out
}
