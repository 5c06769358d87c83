package plan_test

import (
	"bufio"
	"compress/gzip"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
)

// TestThePriceIsWhatARunMade: a whole run on Zed, in eight lanes, made as many servers and volumes as its price says, within a factor of
// 1.5. The file has what it made, and then each scenario with the number of cases that ran of it.
func TestThePriceIsWhatARunMade(t *testing.T) {
	scenarios, err := features.Scenarios()
	require.NoError(t, err)
	byID := map[string]features.Scenario{}
	for _, s := range scenarios {
		byID[s.ID] = s
	}
	packed, err := os.Open("testdata/zed-run.txt.gz")
	require.NoError(t, err)
	defer packed.Close()
	text, err := gzip.NewReader(packed)
	require.NoError(t, err)
	made, price := map[string]int{}, plan.NewPrice(plan.Terms{Lanes: 8})
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		what, number, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.Atoi(number)
		require.NoError(t, err)
		s, known := byID[what]
		if len(made) < 2 {
			made[what] = n
			continue
		}
		for range n {
			if known {
				price.Add(plan.Case{Scenario: s, Steps: s.Steps})
			}
		}
	}
	require.NoError(t, lines.Err())
	got := price.Makes()
	for what, n := range map[string]int{"servers": got.Servers, "volumes": got.Volumes} {
		t.Logf("%s: priced %d, made %d", what, n, made[what])
		assert.Less(t, float64(n), 1.5*float64(made[what]), what)
		assert.Less(t, float64(made[what]), 1.5*float64(n), what)
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
