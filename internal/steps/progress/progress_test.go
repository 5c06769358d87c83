package progress_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/progress"
	"plumbline/steps"
)

// watch is a reporter on a clock and a terminal of the test's own.
type watch struct {
	*progress.Reporter
	out    strings.Builder
	now    time.Time
	width  int
	o      steps.Options
	finish func()
	done   int
}

func newWatch(mode progress.Mode, width int) *watch {
	w := &watch{now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), width: width}
	w.Reporter = progress.New(&w.out,
		progress.Options{Mode: mode, Now: func() time.Time { return w.now }, Width: func() int { return w.width }})
	w.finish = w.Follow("prod, shipped", &w.o)
	return w
}

func (w *watch) pass(d time.Duration) { w.now = w.now.Add(d) }

func testCase(id, spec string) plan.Case {
	return plan.Case{ID: id, Scenario: features.Scenario{Spec: spec, Row: id}}
}

// run runs a case that takes so long.
func (w *watch) run(c plan.Case, d time.Duration, outcome, reason string) {
	w.o.Begun(c)
	w.pass(d)
	w.done++
	w.o.Progress(steps.Progress{Done: w.done, Total: 10, Case: c, Outcome: outcome, Reason: reason})
}

func cases(spec string, n int) []plan.Case {
	var out []plan.Case
	for i := range n {
		out = append(out, testCase(fmt.Sprintf("%s#%d", spec, i), spec))
	}
	return out
}

func TestLinesNameWhatDidNotPassAndOtherwiseSpeakNowAndThen(t *testing.T) {
	w := newWatch(progress.Lines, 120)
	all := cases("a", 10)
	w.o.Ahead(10, all)
	for i, c := range all[:5] {
		w.run(c, time.Second, []string{"pass", "fail", "pass", "error", "pass"}[i], "why\nmore")
	}
	assert.Equal(t, "fail  a#1: why\nerror a#3: why\n", w.out.String(), "passed cases have no line")
	w.out.Reset()
	w.o.Begun(all[5])
	w.pass(24 * time.Second)
	w.Tick()
	assert.Empty(t, w.out.String(), "29 seconds are not silence")
	w.pass(time.Second)
	w.Tick()
	w.Tick()
	assert.Equal(t, "prod, shipped: 5 of 10 cases: 3 pass, 1 fail, 1 error; 0:30, about a few seconds left; now a#5 (0:25)\n", w.out.String())
	w.out.Reset()
	w.finish()
	w.finish()
	assert.Equal(t, "prod, shipped: 5 of 10 cases: 3 pass, 1 fail, 1 error; 0:30, about a few seconds left\n", w.out.String())
}

// Lines fit a terminal; where there is none, each stays one line, to be searched.
func TestLinesFitTheTerminal(t *testing.T) {
	const reason = "POST /servers/b9c90cc5-c88b-40a8-b63f-7d93b2bf2f45/action as member: expected 202, got 500: A fault rule says so."
	for _, mode := range []progress.Mode{progress.Lines, progress.Bar} {
		w := newWatch(mode, 80)
		w.run(testCase("rebuild-keypair-reset/answer#RKP-01ab", "a"), time.Second, "fail", reason)
		assert.Contains(t, w.out.String(), `fail rebuild-keypair-reset/answer#RKP-01ab: POST
      /servers/b9c90cc5-c88b-40a8-b63f-7d93b2bf2f45/action as member: expected
      202, got 500: A fault rule says so.
`)
	}
	var out strings.Builder
	var o steps.Options
	progress.New(&out, progress.Options{Mode: progress.Lines}).Follow("prod", &o)
	failed := testCase("rebuild-keypair-reset/answer#RKP-01ab", "a")
	o.Progress(steps.Progress{Done: 1, Total: 1, Case: failed, Outcome: "fail", Reason: reason})
	assert.Equal(t, "fail  rebuild-keypair-reset/answer#RKP-01ab: "+reason+"\n", out.String())
}

// A case that is to be tried again does not run meanwhile.
func TestACaseSetAsideIsNotNamedAsRunning(t *testing.T) {
	w := newWatch(progress.Lines, 80)
	all := cases("a", 2)
	w.o.Ahead(2, all)
	w.o.Begun(all[0])
	w.pass(time.Second)
	w.o.Begun(all[1])
	w.o.SetAside(all[0])
	w.pass(30 * time.Second)
	w.Tick()
	assert.Contains(t, w.out.String(), "now a#1 (0:30)")
}

// Gated cases come by the hundred before anything runs.
func TestLinesDoNotNameEachCaseThatDoesNotApply(t *testing.T) {
	w := newWatch(progress.Lines, 80)
	for i := range 400 {
		w.o.Progress(steps.Progress{Done: i + 1, Total: 400, Case: testCase(fmt.Sprint(i), "a"), Outcome: "unsupported", Reason: "why"})
	}
	w.finish()
	assert.Equal(t, "prod, shipped: 400 of 400 cases: 400 did not apply; 0:00\n", w.out.String())
}

// What is left is told by what cases of the same kind took, not by how many there are.
func TestTheEstimateKnowsSlowCasesFromQuickOnes(t *testing.T) {
	w := newWatch(progress.JSON, 80)
	quick, slow := cases("quick", 5), cases("slow", 5)
	w.o.Ahead(10, append(append([]plan.Case{}, quick...), slow...))
	left := func() *int64 {
		t.Helper()
		lines := strings.Split(strings.TrimSpace(w.out.String()), "\n")
		var e progress.Event
		require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &e))
		return e.LeftMS
	}
	for _, c := range quick[:4] {
		w.run(c, time.Second, "pass", "")
	}
	assert.Nil(t, left(), "four cases say nothing yet")
	w.run(slow[0], 60*time.Second, "pass", "")
	require.NotNil(t, left())
	assert.Equal(t, int64(241_000), *left(), "one quick case and four slow ones")
	w.run(quick[4], time.Second, "pass", "")
	assert.Equal(t, int64(240_000), *left())
	for _, c := range slow[1:] {
		w.o.Begun(c)
	}
	w.pass(30 * time.Second)
	w.done++
	w.o.Progress(steps.Progress{Done: w.done, Total: 10, Case: slow[1], Outcome: "pass"})
	assert.Less(t, *left(), int64(90_000), "three run at once, half done")
}

func TestJSONHasOneObjectALine(t *testing.T) {
	w := newWatch(progress.JSON, 80)
	w.o.Ahead(10, cases("a", 1))
	w.run(testCase("a#0", "a"), time.Second, "fail", "why")
	fmt.Fprintln(w, "plumbline: something else")
	w.finish()
	lines := strings.Split(strings.TrimSpace(w.out.String()), "\n")
	require.Len(t, lines, 5)
	assert.Equal(t, "plumbline: something else", lines[3])
	var events []string
	for _, l := range append(lines[:3:3], lines[4]) {
		var e progress.Event
		dec := json.NewDecoder(strings.NewReader(l))
		dec.DisallowUnknownFields()
		require.NoError(t, dec.Decode(&e), l)
		events = append(events, e.Event)
		assert.Equal(t, "prod, shipped", e.Run)
		assert.Equal(t, 10, e.Total)
	}
	assert.Equal(t, []string{"planned", "begun", "done", "ended"}, events)
	assert.JSONEq(t, `{"event":"done","time":"2026-05-01T12:00:01Z","run":"prod, shipped","case":"a#0","row":"a#0","spec":"a","outcome":"fail","reason":"why","done":1,"total":10,"counts":{"fail":1},"elapsed_ms":1000}`, lines[2])
}

func TestNoneSaysNothing(t *testing.T) {
	w := newWatch(progress.None, 80)
	w.run(testCase("a#0", "a"), time.Second, "fail", "why")
	w.pass(time.Hour)
	w.Tick()
	w.finish()
	assert.Empty(t, w.out.String())
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAPlaceThatTakesNothingStopsNobody(t *testing.T) {
	r := progress.New(broken{}, progress.Options{Mode: progress.Bar})
	var o steps.Options
	finish := r.Follow("prod", &o)
	o.Progress(steps.Progress{Done: 1, Total: 1, Case: testCase("a", "a"), Outcome: "fail"})
	finish()
}

func TestModes(t *testing.T) {
	for _, tt := range []struct {
		mode     string
		terminal bool
		term     string
		want     progress.Mode
	}{
		{"auto", true, "xterm", progress.Bar},
		{"auto", true, "dumb", progress.Lines},
		{"auto", false, "xterm", progress.Lines},
		{"bar", false, "", progress.Bar},
		{"json", true, "xterm", progress.JSON},
		{"none", true, "xterm", progress.None},
		{"lines", true, "xterm", progress.Lines},
	} {
		m, err := progress.ParseMode(tt.mode)
		require.NoError(t, err)
		assert.Equal(t, tt.want, m.On(tt.terminal, map[string]string{"TERM": tt.term}), tt)
	}
	_, err := progress.ParseMode("loud")
	require.EqualError(t, err, `"loud" is no way to tell progress: want auto, bar, lines, json, none`)
}
