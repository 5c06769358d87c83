package cucumber

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"time"

	messages "github.com/cucumber/messages/go/v21"

	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
)

// protocol is the version of the message format.
const protocol = "21.0.1"

// WriteMessages writes the log of a run as Cucumber messages, one JSON object per line. It reads the feature files named in
// the log from fsys. success says whether the target is conformant.
func WriteMessages(w io.Writer, events []eventlog.Event, fsys fs.FS, success bool) error {
	r, err := sorted(events)
	if err != nil {
		return err
	}
	m := &messenger{out: json.NewEncoder(printable.Writer(w)), files: map[string]*feature{}, fsys: fsys}
	m.out.SetEscapeHTML(false)
	name, version, _ := strings.Cut(r.start.Tool, " ")
	m.send(messages.Envelope{Meta: &messages.Meta{
		ProtocolVersion: protocol, Implementation: &messages.Product{Name: name, Version: version},
		Runtime: &messages.Product{Name: "go"}, Os: &messages.Product{Name: runtime.GOOS}, Cpu: &messages.Product{Name: runtime.GOARCH},
	}})
	cases := make([]*testCase, len(r.plays))
	for i, p := range r.plays {
		if cases[i], err = m.announce(p); err != nil {
			return err
		}
	}
	m.send(messages.Envelope{TestRunStarted: &messages.TestRunStarted{Timestamp: stamp(r.began)}})
	for _, c := range cases {
		m.send(messages.Envelope{TestCase: c.TestCase})
	}
	for _, c := range cases {
		m.play(c)
	}
	m.send(messages.Envelope{TestRunFinished: &messages.TestRunFinished{
		Success: success && r.complete, Timestamp: stamp(r.ended), Message: fmt.Sprintf("%s, profile %s", r.target, r.start.Profile),
	}})
	return m.err
}

// messenger writes envelopes, and stops at the first error.
type messenger struct {
	out   *json.Encoder
	files map[string]*feature
	fsys  fs.FS
	count ids
	err   error
}

func (m *messenger) send(e messages.Envelope) {
	if m.err == nil {
		m.err = m.out.Encode(e)
	}
}

type testCase struct {
	*messages.TestCase
	play   *play
	pickle *messages.Pickle
}

// announce writes the feature file of a case, once, and the case's pickle.
func (m *messenger) announce(p *play) (*testCase, error) {
	f := m.files[p.info.Feature]
	if f == nil {
		var err error
		if f, err = readFeature(m.fsys, p.info.Feature, &m.count); err != nil {
			return nil, err
		}
		m.files[p.info.Feature] = f
		m.send(messages.Envelope{Source: f.source})
		m.send(messages.Envelope{GherkinDocument: f.document})
	}
	pickle, err := f.pickle(p, &m.count)
	if err != nil {
		return nil, err
	}
	m.send(messages.Envelope{Pickle: pickle})
	c := &testCase{TestCase: &messages.TestCase{Id: m.count.next(), PickleId: pickle.Id}, play: p, pickle: pickle}
	for _, s := range pickle.Steps {
		c.TestSteps = append(c.TestSteps, &messages.TestStep{Id: m.count.next(), PickleStepId: s.Id})
	}
	return c, nil
}

// play writes the attempts at a case; one that did not run becomes an attempt with skipped steps.
func (m *messenger) play(c *testCase) {
	tries := c.play.tries
	if len(tries) == 0 {
		tries = []*try{{}}
	}
	for i, t := range tries {
		id := m.count.next()
		m.send(messages.Envelope{
			TestCaseStarted: &messages.TestCaseStarted{Attempt: int64(i), Id: id, TestCaseId: c.Id, Timestamp: stamp(t.started)},
		})
		steps := t.markFailedStep()
		for n, s := range c.TestSteps {
			done := step{StepDone: eventlog.StepDone{Status: "skipped"}, at: t.ended}
			switch {
			case n < len(steps):
				done = steps[n]
			case len(steps) == 0:
				done.Message = c.play.reasonNotRun()
			}
			m.step(id, s.Id, done)
		}
		m.send(messages.Envelope{
			TestCaseFinished: &messages.TestCaseFinished{TestCaseStartedId: id, Timestamp: stamp(t.ended), WillBeRetried: i+1 < len(tries)},
		})
	}
}

func (m *messenger) step(started, id string, s step) {
	took := time.Duration(s.Millis * float64(time.Millisecond))
	m.send(messages.Envelope{
		TestStepStarted: &messages.TestStepStarted{TestCaseStartedId: started, TestStepId: id, Timestamp: stamp(s.at.Add(-took))},
	})
	m.send(messages.Envelope{TestStepFinished: &messages.TestStepFinished{
		TestCaseStartedId: started, TestStepId: id, Timestamp: stamp(s.at),
		TestStepResult: &messages.TestStepResult{
			Duration: &messages.Duration{Seconds: int64(took / time.Second), Nanos: int64(took % time.Second)},
			Message:  s.message(), Status: messages.TestStepResultStatus(strings.ToUpper(s.status())),
		},
	}})
}

// stamp is a time in the form of messages; the zero time, of an attempt that never ran, is the epoch.
func stamp(t time.Time) *messages.Timestamp {
	if t.IsZero() {
		return &messages.Timestamp{}
	}
	return &messages.Timestamp{Seconds: t.Unix(), Nanos: int64(t.Nanosecond())}
}
