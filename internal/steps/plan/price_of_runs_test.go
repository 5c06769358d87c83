package plan_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
)

// The runs of the ledger against real clouds made as many servers and volumes as their price says, within a factor of 1.5.
func TestThePriceIsWhatRunsMade(t *testing.T) {
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	byID := map[string]features.Scenario{}
	for _, s := range scenarios {
		byID[s.ID] = s
	}
	logs, err := filepath.Glob("../../../reports/ledger/*/*/events.ndjson.gz")
	require.NoError(t, err)
	for _, path := range logs {
		name := filepath.Base(filepath.Dir(path))
		if name == "mock" {
			continue // its stacks have servers of their own
		}
		t.Run(name, func(t *testing.T) {
			log, _, err := eventlog.ReadPath(path)
			require.NoError(t, err)
			var servers, volumes int
			price := plan.NewPrice(plan.Terms{Lanes: 5, Fresh: slices.Contains(log.Events[0].RunStarted.Args, "--fresh")})
			for _, e := range log.Events {
				switch {
				case e.CaseStarted != nil:
					body := e.CaseStarted
					s, known := byID[body.Scenario]
					if !known || body.Again != "" {
						continue
					}
					price.Add(plan.Case{Scenario: s, Steps: s.Steps})
				case e.Exchanged != nil:
					body := e.Exchanged
					if body.Case == "" || body.Method != http.MethodPost || body.Status != http.StatusAccepted {
						continue
					}
					switch {
					case strings.HasSuffix(body.URL, "/servers"):
						servers++
					case strings.HasSuffix(body.URL, "/volumes"):
						volumes++
					}
				}
			}
			got := price.Makes()
			for what, pair := range map[string][2]int{"servers": {got.Servers, servers}, "volumes": {got.Volumes, volumes}} {
				t.Logf("%s: priced %d, made %d", what, pair[0], pair[1])
				assert.Less(t, float64(pair[0]), 1.5*float64(pair[1]), what)
				assert.Less(t, float64(pair[1]), 1.5*float64(pair[0]), what)
			}
		})
	}
}
