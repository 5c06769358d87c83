package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	// citation is how code, features and documents name a page of the project: docs/contract/60-microversions.md §3.
	citation = regexp.MustCompile(`\b((?:docs|realcloud)/[\w./-]*\w\.md)(?: §(\d+))?`)
	// looseCitation names a page by its number alone, which nobody can open.
	looseCitation = regexp.MustCompile(`(?i)\bcontract,? \d\d\b`)
	// link is a Markdown link to a place of the repository or of the page itself.
	link    = regexp.MustCompile(`\]\(([^)\s:]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	mark    = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)
)

// What code cites of docs/contract is there: the page, and the section by its number.
func TestEveryCitationIsThere(t *testing.T) {
	seen := 0
	for _, name := range texts(t) {
		for line, text := range strings.Split(repositoryFile(t, name), "\n") {
			if loose := looseCitation.FindString(text); loose != "" && name != "cmd/plumbline/citations_test.go" {
				t.Errorf("%s:%d: %q: cite a page of docs/contract/ by its name, with §N for the section", name, line+1, loose)
			}
			for _, m := range citation.FindAllStringSubmatch(text, -1) {
				seen++
				page, section := repositoryFile(t, m[1]), m[2]
				switch {
				case page == "":
					t.Errorf("%s:%d: %s does not exist", name, line+1, m[1])
				case section == "" && strings.HasPrefix(m[1], "docs/contract/") && path.Ext(name) != ".md":
					t.Errorf("%s:%d: %s: name the section, on the same line", name, line+1, m[0])
				case section != "" && !strings.Contains(page, "\n## "+section+". "):
					t.Errorf("%s:%d: %s: the page has no such section", name, line+1, m[0])
				}
			}
		}
	}
	require.Greater(t, seen, 30)
}

func TestEveryLinkOfADocumentLeadsSomewhere(t *testing.T) {
	for _, name := range texts(t) {
		if path.Ext(name) != ".md" || strings.Contains(name, "/testdata/") {
			continue // a golden file stands elsewhere than what it links to
		}
		for _, m := range link.FindAllStringSubmatch(repositoryFile(t, name), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if _, err := os.Stat(filepath.Join("../..", to)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, m[1])
			} else if anchor != "" {
				assert.Contains(t, anchors(repositoryFile(t, to)), anchor, "%s: the link %s", name, m[1])
			}
		}
	}
}

// anchors are the headings of a page as links name them.
func anchors(page string) []string {
	var out []string
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		out = append(out, strings.ReplaceAll(mark.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return out
}

// texts are the files of the repository that people write, by name.
func texts(t *testing.T) []string {
	var out []string
	for name := range tracked(t) {
		if !strings.HasPrefix(name, "reports/ledger/compute-") && !slices.Contains([]string{".gz", ".png", ".sum"}, path.Ext(name)) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// repositoryFile is what a file says, "" where there is none.
func repositoryFile(t *testing.T, name string) string {
	content, err := os.ReadFile(filepath.Join("../..", name))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	return string(content)
}
