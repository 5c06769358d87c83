package cucumber

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	messages "github.com/cucumber/messages/go/v21"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	texts "plumbline/features"
	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
)

// tape is a log of five cases of one feature file: passed, failed, error, gated, and one that was repeated by the sweep.
func tape(t *testing.T) ([]eventlog.Event, []features.Scenario) {
	t.Helper()
	all, err := features.Scenarios()
	require.NoError(t, err)
	all = slices.DeleteFunc(all, func(s features.Scenario) bool { return s.URI != "rebuild-keypair-reset/lookup.feature" })
	require.Greater(t, len(all), 4)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	entries := []eventlog.Entry{
		{Time: at, Payload: &eventlog.RunStarted{RunID: "r", Tool: "plumbline v1", Profile: "shipped"}},
		{Time: at, Payload: &eventlog.TargetDescribed{Name: "a cloud", Kind: "mock"}},
	}
	infos := make([]eventlog.CaseInfo, 5)
	for i := range infos {
		s := all[min(i, 3)]
		infos[i] = eventlog.CaseInfo{Case: s.ID, Scenario: s.ID, Name: s.Name, Row: s.Row, Spec: s.Spec, Feature: s.URI, Line: s.Line}
	}
	infos[4].Case, infos[4].Variant, infos[4].At = infos[3].Case+"@since-1", "since-1", "2.53"
	for _, info := range infos {
		entries = append(entries, eventlog.Entry{Time: at, Payload: &eventlog.CasePlanned{CaseInfo: info}})
	}
	entries = append(entries,
		eventlog.Entry{Time: at, Payload: &eventlog.Gated{Case: infos[2].Case, Verdict: "unsupported", Reason: "the target ends at 2.53"}})
	for i, outcome := range map[int]string{0: "pass", 1: "fail", 3: "error", 4: "pass"} {
		s := all[min(i, 3)]
		entries = append(entries, eventlog.Entry{Time: at, Payload: &eventlog.CaseStarted{CaseInfo: infos[i]}})
		for n, sentence := range s.Steps {
			done := &eventlog.StepDone{Case: infos[i].Case, Keyword: sentence.Keyword, Text: sentence.Text, Status: "passed", Millis: 1.5}
			if last := n == len(s.Steps)-1; last && outcome != "pass" {
				done.Status, done.Message = map[string]string{"fail": "failed", "error": "error"}[outcome], "it was not so"
			}
			entries = append(entries, eventlog.Entry{Time: at.Add(time.Second), Payload: done})
		}
		entries = append(entries, eventlog.Entry{Time: at.Add(time.Second), Payload: &eventlog.CaseDone{Case: infos[i].Case, Outcome: outcome}})
	}
	entries = append(entries, eventlog.Entry{Time: at.Add(2 * time.Second), Payload: &eventlog.RunEnded{}})
	events, err := eventlog.Chain(entries)
	require.NoError(t, err)
	return events, all
}

// TestMessagesHoldTogether reads the messages back strictly and follows every reference.
func TestMessagesHoldTogether(t *testing.T) {
	events, _ := tape(t)
	var out bytes.Buffer
	require.NoError(t, WriteMessages(&out, events, texts.FS, true))
	known := map[string]bool{}
	results := map[string][]string{}
	caseOf, nameOf, pickleOf := map[string]string{}, map[string]string{}, map[string]string{}
	var finished *messages.TestRunFinished
	for line := range strings.SplitSeq(strings.TrimSpace(out.String()), "\n") {
		var e messages.Envelope
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		require.NoError(t, dec.Decode(&e), line)
		switch {
		case e.Pickle != nil:
			require.NotContains(t, known, e.Pickle.Id, "ids are given once")
			nameOf[e.Pickle.Id] = e.Pickle.Name
			for _, s := range e.Pickle.Steps {
				require.NotContains(t, known, s.Id, "ids are given once")
				known[s.Id] = true
			}
			known[e.Pickle.Id] = true
		case e.TestCase != nil:
			require.True(t, known[e.TestCase.PickleId])
			pickleOf[e.TestCase.Id] = e.TestCase.PickleId
			known[e.TestCase.Id] = true
			for _, s := range e.TestCase.TestSteps {
				require.True(t, known[s.PickleStepId])
				known[s.Id] = true
			}
		case e.TestCaseStarted != nil:
			require.True(t, known[e.TestCaseStarted.TestCaseId])
			caseOf[e.TestCaseStarted.Id] = nameOf[pickleOf[e.TestCaseStarted.TestCaseId]]
		case e.TestStepFinished != nil:
			f := e.TestStepFinished
			require.True(t, known[f.TestStepId])
			require.Contains(t, caseOf, f.TestCaseStartedId)
			name := caseOf[f.TestCaseStartedId]
			results[name] = append(results[name], string(f.TestStepResult.Status))
			if f.TestStepResult.Status == "FAILED" {
				assert.Contains(t, f.TestStepResult.Message, "it was not so")
			}
		case e.TestRunFinished != nil:
			finished = e.TestRunFinished
		}
	}
	require.NotNil(t, finished)
	assert.True(t, finished.Success)
	worst := map[string]int{}
	for _, statuses := range results {
		slices.Sort(statuses)
		worst[statuses[0]]++ // FAILED < PASSED < SKIPPED
	}
	assert.Equal(t, map[string]int{"PASSED": 2, "FAILED": 2, "SKIPPED": 1}, worst)
	assert.Contains(t, out.String(), "unsupported: the target ends at 2.53", "an absent feature is skipped, and says why")
	assert.Contains(t, out.String(), "(since-1, at 2.53)")
}

func TestJSONHasEveryCaseWithItsStatus(t *testing.T) {
	events, all := tape(t)
	var out bytes.Buffer
	require.NoError(t, WriteJSON(&out, events, texts.FS))
	var read []jsonFeature
	require.NoError(t, json.Unmarshal(out.Bytes(), &read))
	require.Len(t, read, 1)
	assert.Equal(t, "rebuild-keypair-reset/lookup.feature", read[0].URI)
	var ended []string
	for _, e := range read[0].Elements {
		assert.NotZero(t, e.Line)
		assert.NotEmpty(t, e.Tags)
		last := e.Steps[len(e.Steps)-1]
		assert.NotEmpty(t, last.Keyword)
		assert.NotZero(t, last.Line)
		ended = append(ended, last.Result.Status)
	}
	assert.Equal(t, []string{"passed", "failed", "skipped", "failed", "passed"}, ended)
	assert.Len(t, read[0].Elements[0].Steps, len(all[0].Steps))
	assert.Equal(t, "error, nothing was proven: it was not so", read[0].Elements[3].Steps[len(all[3].Steps)-1].Result.Message)
}

func TestARunThatDidNotEndIsNoSuccess(t *testing.T) {
	events, _ := tape(t)
	var out bytes.Buffer
	require.NoError(t, WriteMessages(&out, events[:len(events)-2], texts.FS, true))
	assert.Contains(t, out.String(), `"success":false`)
}

func TestLogsThatDoNotFitAreRefused(t *testing.T) {
	events, _ := tape(t)
	assert.ErrorIs(t, WriteMessages(&bytes.Buffer{}, nil, texts.FS, true), ErrLog)
	assert.ErrorIs(t, WriteJSON(&bytes.Buffer{}, events[1:2], texts.FS), ErrLog)
	other := *events[2].CasePlanned
	other.Feature = "nowhere.feature"
	events[2].CasePlanned = &other
	assert.ErrorContains(t, WriteJSON(&bytes.Buffer{}, events, texts.FS), "does not have")
	other.Feature, other.Line = "rebuild-keypair-reset/lookup.feature", 1
	assert.ErrorContains(t, WriteMessages(&bytes.Buffer{}, events, texts.FS, true), "another version of the suite")
}
