package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// layers says which of the module's own top-level packages each may import (docs/architecture.md: downwards only).
// What is in internal/LAYER belongs to that layer. Test files are free: they may plug the mock into the suite.
var layers = map[string][]string{
	"cmd":       {"cmd", "steps", "mockcloud", "reports", "features", "openapi"},
	"steps":     {"steps", "reports", "features", "openapi"},
	"mockcloud": {"mockcloud", "openapi"},
	"reports":   {"reports", "features", "openapi"},
	"features":  {"features", "openapi"},
	"openapi":   {"openapi"},
}

// budget says which third-party modules each top-level package may import. A dependency is a cost:
// adding one here is a decision.
var budget = map[string][]string{
	"cmd": {
		"github.com/spf13/cobra", "github.com/gophercloud/gophercloud/v2", "github.com/spf13/pflag", "golang.org/x/term",
		"go.yaml.in/yaml/v3",
	},
	"steps": {
		"github.com/gavv/httpexpect/v2", "github.com/cucumber/godog", "github.com/cucumber/messages/go/v21",
		"github.com/gophercloud/gophercloud/v2",
		"github.com/rabbitmq/amqp091-go", "go.yaml.in/yaml/v3",
	},
	"mockcloud": {"github.com/google/uuid", "go.yaml.in/yaml/v3", "go.etcd.io/bbolt"},
	"reports": {
		"github.com/cucumber/gherkin/go/v26", "github.com/cucumber/messages/go/v21", // internal/reports/cucumber
		"go.yaml.in/yaml/v3", "github.com/secure-systems-lab/go-securesystemslib",
		"github.com/chromedp/chromedp", "github.com/chromedp/cdproto", // internal/reports/chromium, for tests
	},
	"features": {
		"github.com/cucumber/gherkin/go/v26", "github.com/cucumber/messages/go/v21", "go.yaml.in/yaml/v3",
	},
	"openapi": {"github.com/getkin/kin-openapi", "github.com/ohler55/ojg", "go.yaml.in/yaml/v3", "github.com/agext/levenshtein"},
}

// noRooms are names that say nothing about what is inside.
var noRooms = []string{"util", "utils", "common", "helper", "helpers", "types", "models", "misc"}

type listedPackage struct {
	ImportPath string
	Imports    []string
	Module     struct{ Path string }
}

func TestPackagesImportDownwardsOnly(t *testing.T) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Module", "./...")
	cmd.Dir = "../.."
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	require.NoError(t, cmd.Run(), stderr.String())
	seen := 0
	for dec := json.NewDecoder(&out); dec.More(); seen++ {
		var p listedPackage
		require.NoError(t, dec.Decode(&p))
		own := p.Module.Path + "/"
		top := layerOf(strings.TrimPrefix(p.ImportPath, own))
		allowed, known := layers[top]
		if !known {
			t.Errorf("%s: %s is not a top-level package of docs/architecture.md", p.ImportPath, top)
			continue
		}
		if slices.Contains(noRooms, path.Base(p.ImportPath)) {
			t.Errorf("%s: the name says nothing about what is inside", p.ImportPath)
		}
		for _, imported := range p.Imports {
			rest, isOwn := strings.CutPrefix(imported, own)
			first, _, _ := strings.Cut(rest, "/")
			switch {
			case isOwn:
				if !slices.Contains(allowed, layerOf(rest)) {
					t.Errorf("%s imports %s: %s may import only %s", p.ImportPath, imported, top, strings.Join(allowed, ", "))
				}
			case strings.Contains(first, "."):
				if !slices.ContainsFunc(budget[top], func(m string) bool { return imported == m || strings.HasPrefix(imported, m+"/") }) {
					t.Errorf("%s imports %s, which is not in the budget of %s", p.ImportPath, imported, top)
				}
			}
		}
	}
	require.Positive(t, seen)
}

// layerOf is the top-level package that a package of ours belongs to, by its path without the module's: steps of steps/settings,
// and of internal/steps/plan.
func layerOf(path string) string {
	top, _, _ := strings.Cut(strings.TrimPrefix(path, "internal/"), "/")
	return top
}

// The map shows the arrows that the test above holds, and gives each direct dependency a reason.
func TestTheMapShowsArrowsAndDependencies(t *testing.T) {
	page := repositoryFile(t, "docs/architecture.md")
	for from, to := range layers {
		row := regexp.MustCompile("(?m)^\\| `" + from + "` \\|.*\\| `" + strings.Join(to, "`, `") + "` \\|$")
		assert.Regexp(t, row, page, "the row of %s", from)
	}
	direct := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(repositoryFile(t, "go.mod"), -1)
	require.NotEmpty(t, direct)
	for _, m := range direct {
		assert.Contains(t, page, "`"+m[1]+"`", "a direct dependency has a reason in docs/architecture.md")
	}
}

// TestTheMapHasEachRoom: docs/architecture.md names each room below the layers. Those of services have rows of their own.
func TestTheMapHasEachRoom(t *testing.T) {
	page := repositoryFile(t, "docs/architecture.md")
	for _, at := range []string{
		"internal/mockcloud", "internal/mockcloud/compute", "internal/mockcloud/orchestration", "internal/mockcloud/blockstorage",
		"internal/steps", "internal/steps", "internal/reports", "internal/openapi", "internal/mockcloud",
	} {
		entries, err := os.ReadDir(filepath.Join("..", "..", filepath.FromSlash(at)))
		require.NoError(t, err)
		for _, e := range entries {
			if e.IsDir() && e.Name() != "testdata" && e.Name() != "internal" && !serviceRooms[e.Name()] {
				assert.Contains(t, page, "`"+e.Name()+"`", "%s/%s", at, e.Name())
			}
		}
	}
}

// serviceRooms have a row of their own, or are "a package for each service".
var serviceRooms = map[string]bool{
	"compute": true, "identity": true, "image": true, "blockstorage": true, "placement": true, "network": true, "orchestration": true,
}
