package plan_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// At the pace that the probes of those runs saw the price is what it is by default, whose rates come from such clouds; one of the two runs
// was the only one on its cloud, and took as long within a factor of 1.5.
func TestThePriceIsHowLongRunsTook(t *testing.T) {
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	byID := map[string]features.Scenario{}
	for _, s := range scenarios {
		byID[s.ID] = s
	}
	for path, lanes := range map[string]int{"compute-2.100/epoxy": 4, "compute-2.93/zed": 5} {
		log, _, err := eventlog.ReadPath("../../../reports/ledger/" + path + "/events.ndjson.gz")
		require.NoError(t, err)
		var pace plan.Pace
		var reads []time.Duration
		var made, planned, last time.Time
		var cases []plan.Case
		for _, e := range log.Events {
			switch {
			case e.PlanMade != nil:
				planned = e.Time
			case e.CaseDone != nil:
				last = e.Time
			case e.CaseStarted != nil && e.CaseStarted.Again == "":
				if s, known := byID[e.CaseStarted.Scenario]; known {
					cases = append(cases, plan.Case{Scenario: s, Steps: s.Steps})
				}
			case e.Exchanged != nil && planned.IsZero() && e.Exchanged.Service == "compute":
				x := e.Exchanged
				switch {
				case x.Method == http.MethodPost && strings.HasSuffix(x.URL, "/servers") && x.Status == http.StatusAccepted:
					made = e.Time
				case x.Method == http.MethodGet && strings.Contains(x.URL, "/servers/") && x.Status == http.StatusNotFound && !made.IsZero():
					pace.Boot = e.Time.Sub(made)
				}
				if x.Method == http.MethodGet {
					reads = append(reads, time.Duration(x.Millis*float64(time.Millisecond)))
				}
			}
		}
		slices.Sort(reads)
		pace.Request = reads[len(reads)/2]
		took := last.Sub(planned).Minutes()
		terms := plan.Terms{Lanes: lanes, Fresh: slices.Contains(log.Events[0].RunStarted.Args, "--fresh")}
		minutes := func(terms plan.Terms) float64 {
			price := plan.NewPrice(terms)
			for _, c := range cases {
				price.Add(c)
			}
			return price.Minutes()
		}
		measured, usual := minutes(terms.At(pace)), minutes(terms)
		t.Logf("%s (%v): measured %.1f min, by default %.1f, took %.1f", path, pace, measured, usual, took)
		assert.InEpsilon(t, usual, measured, 0.15, path)
		if path == "compute-2.100/epoxy" {
			assert.Less(t, measured, 1.5*took)
			assert.Less(t, took, 1.5*measured)
		}
	}
}

// A quick cloud costs fewer minutes, a slow one more; a time that was given stays.
func TestTheMinutesKnowThePaceOfACloud(t *testing.T) {
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	minutes := func(terms plan.Terms) float64 {
		price := plan.NewPrice(terms)
		for _, s := range scenarios {
			if s.Spec == "rebuild-keypair-reset" {
				price.Add(plan.Case{Scenario: s, Steps: s.Steps})
			}
		}
		return price.Minutes()
	}
	usual := minutes(plan.Terms{})
	quick := minutes(plan.Terms{}.At(plan.Pace{Request: time.Millisecond, Boot: 50 * time.Millisecond}))
	slow := minutes(plan.Terms{}.At(plan.Pace{Request: 80 * time.Millisecond, Boot: 40 * time.Second}))
	far := minutes(plan.Terms{}.At(plan.Pace{Request: 300 * time.Millisecond}))
	t.Logf("usual %.1f, quick %.1f, slow servers %.1f, slow requests %.1f", usual, quick, slow, far)
	assert.Less(t, quick, usual/10)
	assert.Greater(t, slow, 5*usual)
	assert.Greater(t, far, usual)
	given := plan.Terms{Boot: time.Minute}.At(plan.Pace{Request: 77 * time.Millisecond, Boot: time.Second})
	assert.Equal(t, plan.Terms{Boot: time.Minute, Request: 77 * time.Millisecond}, given)
}
