package eventlog_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/reports/eventlog"
)

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func clock() func() time.Time {
	now := start
	return func() time.Time { now = now.Add(time.Millisecond); return now }
}

func payloads() []eventlog.Payload {
	info := eventlog.CaseInfo{
		Case: "c1", Scenario: "s#1", Name: "n", Row: "RKP-01", Requirements: []string{"RKP-01"},
		Spec: "rebuild-keypair-reset", Columns: []string{"row"}, Cells: []string{"RKP-01"},
	}
	return []eventlog.Payload{
		&eventlog.RunStarted{
			RunID: "r1", Tool: "plumbline", Profile: "shipped",
			Waivers: []eventlog.Waiver{{ID: "RKP-02", Reason: "known", Until: "2026-12-31"}},
		},
		&eventlog.TargetDescribed{
			Name: "mock", Kind: "embedded",
			Services: []eventlog.Service{{Type: "compute", Endpoint: "http://x", Min: "2.1", Max: "2.104"}},
		},
		&eventlog.CasePlanned{CaseInfo: info},
		&eventlog.PlanMade{Cases: 1, Digest: eventlog.PlanDigest([]string{"c1"})},
		&eventlog.CaseStarted{CaseInfo: info},
		&eventlog.StepDone{Case: "c1", Keyword: "When", Text: "the member rebuilds <it> & looks", Status: "passed", Millis: 1.5},
		&eventlog.Exchanged{
			Case: "c1",
			ID:   "x1",
			Exchange: eventlog.Exchange{
				Role:     "subject",
				Request:  exchange.Request{Method: "GET", URL: "http://x/"},
				Response: exchange.Response{Status: 200},
			},
			Drift: []eventlog.Drift{{Pointer: "/server", Expected: "object", Got: "null"}},
		},
		&eventlog.CaseDone{Case: "c1", Outcome: "pass"},
		&eventlog.CleanedUp{Case: "c1", Kind: "server", ID: "1"},
		&eventlog.Gated{Case: "c2", Verdict: "unsupported", Reason: "needs 2.99", Probe: "maximum is 2.93"},
		&eventlog.Leaked{Kind: "server", ID: "1"},
		&eventlog.RunEnded{},
		&eventlog.RunResumed{RunID: "r1", Tool: "plumbline", Reason: "the run was interrupted"},
	}
}

func write(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := eventlog.NewWriter(&b, clock())
	for _, p := range payloads() {
		require.NoError(t, w.Append(p))
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	raw := write(t)
	log, err := eventlog.ReadLog(bytes.NewReader(raw))
	require.NoError(t, err)
	require.Len(t, log.Events, len(payloads()))
	assert.Zero(t, log.Torn)
	seen := map[eventlog.Kind]bool{}
	for i, want := range payloads() {
		e := log.Events[i]
		assert.Equal(t, i+1, e.Seq)
		assert.Equal(t, start.Add(time.Duration(i+1)*time.Millisecond), e.Time)
		assert.Equal(t, want, e.Payload())
		seen[e.Kind] = true
	}
	assert.Len(t, seen, len(eventlog.Kinds()), "every kind was written once")
	assert.Contains(t, string(raw), "rebuilds <it> & looks", "readable without unescaping")
	assert.NotContains(t, string(raw), `"row":""`)
}

func TestKindsRoundTrip(t *testing.T) {
	for _, k := range eventlog.Kinds() {
		got, err := eventlog.ParseKind(k.String())
		require.NoError(t, err)
		assert.Equal(t, k, got)
	}
	_, err := eventlog.ParseKind("nope")
	assert.ErrorContains(t, err, `unknown event kind "nope"`)
	pointers := 0
	for _, f := range reflect.VisibleFields(reflect.TypeFor[eventlog.Event]()) {
		if f.Type.Kind() == reflect.Pointer {
			pointers++
		}
	}
	assert.Equal(t, pointers, len(eventlog.Kinds()), "each payload has a kind")
}

func TestReadTellsTheFirstBadLine(t *testing.T) {
	lines := strings.SplitAfter(strings.TrimSuffix(string(write(t)), "\n"), "\n")
	lines[len(lines)-1] += "\n"
	join := func(l ...string) string { return strings.Join(l, "") }
	tests := []struct{ name, log, want string }{
		{
			"a changed line breaks the next one", join(lines[0], strings.Replace(lines[1], "mock", "prod", 1), lines[2]),
			"line 3: the chain is broken",
		},
		{"a removed line", join(lines[0], lines[2]), "line 2: sequence number 3 instead of 2"},
		{"a removed first line", join(lines[1]), "line 1: sequence number 2 instead of 1"},
		{"a repeated line", join(lines[0], lines[0]), "line 2: sequence number 1 instead of 2"},
		{"not JSON in the middle", join(lines[0], "garbage\n", lines[1]), "line 2: not an event"},
		{"a torn line with others after it", join(lines[0], lines[1][:20]+"\n", lines[2]), "line 2: not an event"},
		{"an empty line", join(lines[0], "\n"), "line 2: not an event"},
		{"an unknown key", join(strings.Replace(lines[0], `"seq":1`, `"seq":1,"more":2`, 1)), "line 1: not an event: json: unknown field"},
		{"an unknown kind", join(strings.Replace(lines[0], `"kind":"run-started"`, `"kind":"nope"`, 1)), `line 1: unknown event kind "nope"`},
		{
			"kind and payload disagree", join(strings.Replace(lines[0], `"kind":"run-started"`, `"kind":"leaked"`, 1)),
			"line 1: kind leaked with the payload of run-started",
		},
		{"no payload", `{"seq":1,"time":"2026-05-01T12:00:00Z","prev":"","kind":"leaked"}` + "\n", "line 1: 0 payloads instead of one"},
		{"two values on a line", strings.Replace(lines[0], "\n", "{}\n", 1), "line 1: more than one value"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := eventlog.Read(strings.NewReader(tt.log))
			require.ErrorIs(t, err, eventlog.ErrBroken)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func TestATornLastLineIsACrashAndStillReads(t *testing.T) {
	raw := write(t)
	last := bytes.LastIndexByte(raw[:len(raw)-1], '\n') + 1
	for _, keep := range []int{1, 10, len(raw) - last - 2} {
		log, err := eventlog.ReadLog(bytes.NewReader(raw[:last+keep]))
		require.NoError(t, err)
		assert.Len(t, log.Events, len(payloads())-1)
		assert.Equal(t, keep, log.Torn)
	}
	whole, err := eventlog.ReadLog(bytes.NewReader(raw[:len(raw)-1]))
	require.NoError(t, err)
	assert.Len(t, whole.Events, len(payloads()), "only the newline is missing: nothing is lost")
	empty, err := eventlog.Read(strings.NewReader(""))
	require.NoError(t, err)
	assert.Empty(t, empty)
}

func TestConcurrentAppendsKeepTheChain(t *testing.T) {
	var b bytes.Buffer
	w := eventlog.NewWriter(&b, func() time.Time { return start })
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 50 {
				assert.NoError(t, w.Append(&eventlog.StepDone{Case: fmt.Sprint(i), Text: fmt.Sprint(j)}))
			}
		})
	}
	wg.Wait()
	log, err := eventlog.ReadLog(&b)
	require.NoError(t, err)
	assert.Len(t, log.Events, 400)
	assert.Equal(t, w.Head(), log.Head)
}

// fullDisk accepts room bytes, writing as much of a line as fits, as a file system does.
type fullDisk struct {
	bytes.Buffer
	room int
}

var errFull = errors.New("no space left on device")

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) <= d.room {
		d.room -= len(p)
		return d.Buffer.Write(p)
	}
	n, _ := d.Buffer.Write(p[:d.room])
	d.room = 0
	return n, errFull
}

// Events that are written together are in the log together, and what could not be written is not taken to be there.
func TestEventsWrittenTogether(t *testing.T) {
	disk := &fullDisk{room: 1000}
	w := eventlog.NewWriter(disk, clock())
	w.Keep()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	two := []eventlog.Entry{{Time: at, Payload: &eventlog.RunStarted{}}, {Time: at.Add(time.Second), Payload: &eventlog.CaseDone{}}}
	require.NoError(t, w.AppendAll(two))
	kept, head := w.Kept(), w.Head()
	require.Len(t, kept, 2)
	assert.Equal(t, []int{1, 2}, []int{kept[0].Seq, kept[1].Seq})
	assert.Equal(t, at.Add(time.Second), kept[1].Time)

	disk.room = 10
	require.ErrorIs(t, w.AppendAll(two), errFull)
	require.ErrorIs(t, w.Append(&eventlog.CaseDone{}), errFull, "the log is over")
	assert.Len(t, w.Kept(), 2)
	assert.Equal(t, head, w.Head())
	log, err := eventlog.ReadLog(&disk.Buffer)
	require.NoError(t, err)
	assert.Len(t, log.Events, 2)
}

func TestAFullDiskIsSaidAndStays(t *testing.T) {
	disk := &fullDisk{room: 700}
	w := eventlog.NewWriter(disk, clock())
	var failed error
	written := 0
	for _, p := range payloads() {
		if failed = w.Append(p); failed != nil {
			break
		}
		written++
	}
	require.ErrorIs(t, failed, errFull)
	assert.ErrorContains(t, failed, fmt.Sprintf("write line %d", written+1))
	disk.room = 1 << 20
	assert.ErrorIs(t, w.Append(&eventlog.RunEnded{}), errFull, "a line after a hole would break the chain")
	assert.ErrorIs(t, w.Err(), errFull)
	log, err := eventlog.ReadLog(&disk.Buffer)
	require.NoError(t, err)
	assert.Len(t, log.Events, written)
	assert.Positive(t, log.Torn)
}

func TestARealFullDisk(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full on this system: ", err)
	}
	defer f.Close()
	err = eventlog.NewWriter(f, clock()).Append(&eventlog.RunEnded{})
	assert.ErrorContains(t, err, "event log: write line 1: write /dev/full: no space left on device")
}

type flusher struct {
	bytes.Buffer
	flushed int
}

func (f *flusher) Flush() error { f.flushed++; return nil }

func TestEachLineIsFlushed(t *testing.T) {
	f := &flusher{}
	w := eventlog.NewWriter(f, clock())
	require.NoError(t, w.Append(&eventlog.RunEnded{}))
	require.NoError(t, w.Append(&eventlog.RunEnded{}))
	assert.Equal(t, 2, f.flushed)
}
