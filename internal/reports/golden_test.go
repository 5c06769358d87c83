package reports_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/terminal"
)

var update = flag.Bool("update", false, "write the golden files anew")

// One small run of every kind, as each of the text formats shows it.
func TestGolden(t *testing.T) {
	c := small("A-1", "A-2", "A-3", "A-4", "A-5")
	c.Specifications[0].Requirements[2].Since = openapi.MustVersion("2.96")
	c.Specifications[0].Requirements[4].Class = features.NotObservable
	row := outlineRow("A-1a", 20, "states", "active", "202")
	swept := row
	swept.Case, swept.Variant, swept.At = "A-1a@since-1", "since-1", "2.53"
	tp := newTape(t, eventlog.RunStarted{Args: []string{"certify"}, Selection: eventlog.Selection{Sweep: true}}).
		add(&eventlog.TargetDescribed{
			Name: "zed", Kind: "real",
			Services: []eventlog.Service{{Type: "compute", Endpoint: "http://cloud/compute/v2.1", Min: "2.1", Max: "2.93"}},
		}).
		run(row, "pass", "").run(swept, "fail", "answered 202, not 400").
		run(outlineRow("A-1b", 21, "states", "a|b", "<409>"), "error", "set-up: no server").
		gate(info("A-2", "A-2"), "not-run", "needs the actor reader: give --actor reader=CLOUD").
		add(&eventlog.CleanedUp{Case: "A-1b", Kind: "server", ID: "s1", Name: "pl-7f3a-1", Error: "409"}).
		add(&eventlog.Leaked{Kind: "server", ID: "s1", Name: "pl-7f3a-1"}).end()
	r := tp.build(c)
	dir := t.TempDir()
	require.NoError(t, bundle.Write(dir, r, tp.events()))
	var screen, matrix bytes.Buffer
	require.NoError(t, terminal.Print(&screen, r, "out"))
	require.NoError(t, terminal.PrintMatrix(&matrix, r))
	got := map[string]string{"terminal.txt": screen.String(), "matrix.txt": matrix.String()}
	for _, name := range []string{"report.json", "junit.xml", "summary.md", "events.ndjson"} {
		got[name] = read(t, dir, name)
	}
	for name, text := range got {
		path := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err, "go test ./reports -update")
		assert.Equal(t, string(want), text, name)
	}
}
