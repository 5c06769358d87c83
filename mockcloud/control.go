package mockcloud

import (
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/mockcloud/cloudcontrol"
	"plumbline/internal/mockcloud/control"
	recorded "plumbline/internal/mockcloud/journal"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/faults"
	"plumbline/mockcloud/journal"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/settings"
)

// Control steers a mock cloud. It is safe for concurrent use.
type Control struct{ inner *control.Control }

// Control answers the control of the cloud: contents, time, faults, journal, snapshots.
func (c *Cloud) Control() Control { return Control{c.control} }

func init() {
	cloudcontrol.Register(func(cloud any) *control.Control {
		return cloud.(interface{ Control() Control }).Control().inner
	})
}

// Seed is the seed that Reset goes back to.
func (c Control) Seed() seed.Seed { return c.inner.Seed() }

// Plant replaces the seed and resets to it. A seed that refers to something it does not define is an error, and changes nothing.
func (c Control) Plant(s seed.Seed) error { return c.inner.Plant(s) }

// Reset restores the state of the start: records, journal, fault rules, settings. Tokens stay valid. Snapshots stay.
func (c Control) Reset() { c.inner.Reset() }

// Now is the time in the cloud.
func (c Control) Now() time.Time { return c.inner.Clock().Now() }

// Advance moves the cloud's clock and performs the work that has become due.
func (c Control) Advance(d time.Duration) { c.inner.Advance(d) }

// Freeze stops the clock, so that only Advance moves it, or lets it go on. It is false for a clock that cannot be stopped because it
// never moves by itself (WithClock).
func (c Control) Freeze(still bool) bool { return c.inner.Freeze(still) }

// AddFault adds a rule by which the mock misbehaves, and answers its id. An invalid rule, and one for an operation or kind of work that the
// mock does not have, is an error that says why.
func (c Control) AddFault(r faults.Rule) (id string, err error) { return c.inner.Faults().Add(r) }

// ReplaceFault replaces the rule of an id by one with the same id, which counts its matches anew; false when there is none.
func (c Control) ReplaceFault(id string, r faults.Rule) (known bool, err error) {
	return c.inner.Faults().Replace(id, r)
}

// Faults lists all fault rules, oldest first.
func (c Control) Faults() []faults.Rule { return c.inner.Faults().List() }

// RemoveFault removes a rule; false when there is none with that id.
func (c Control) RemoveFault(id string) bool { return c.inner.Faults().Remove(id) }

// ClearFaults removes all rules.
func (c Control) ClearFaults() { c.inner.Faults().Clear() }

// Journal lists the exchanges in the journal, oldest first: see WithJournal, WithWholeJournal, and CheckClient, which judges them. Tokens
// in headers are masked; URLs and bodies are unchanged.
func (c Control) Journal() []journal.Entry { return c.inner.Journal().Entries(recorded.Filter{}) }

// ClearJournal removes all exchanges; the numbering goes on.
func (c Control) ClearJournal() { c.inner.Journal().Clear() }

// Snapshot stores a snapshot of the present records and answers its id.
func (c Control) Snapshot() string { return c.inner.Snapshot() }

// Snapshots lists the ids of all snapshots, oldest first.
func (c Control) Snapshots() []string { return c.inner.Snapshots() }

// Restore restores the records of a snapshot; false when there is none with that id. Tokens stay valid.
func (c Control) Restore(id string) bool { return c.inner.Restore(id) }

// Drop deletes a snapshot; false when there is none with that id.
func (c Control) Drop(id string) bool { return c.inner.Drop(id) }

// Settings are the present settings of the cloud's operator.
func (c Control) Settings() settings.Settings { return c.inner.Settings() }

// Choose replaces the settings; Reset restores those of the start.
func (c Control) Choose(s settings.Settings) { c.inner.Choose(s) }

// SetMaximum makes a service as old as a release from now on, "3.67" of "block-storage" for example: newer microversions are refused,
// and discovery shows it. "" restores the newest known one. Reset does not change it.
func (c Control) SetMaximum(s openapi.Service, newest string) error {
	v, err := openapi.ParseVersion(newest)
	if err != nil {
		return fmt.Errorf("newest microversion of %s: %w", s, err)
	}
	return c.inner.SetMaximum(s, v)
}

// Records counts the records of each kind: "servers", "volumes", "stacks".
func (c Control) Records() map[string]int { return c.inner.Records() }

// Notification is a message that a service has sent to the message queue.
type Notification struct {
	Time      time.Time
	Publisher string
	Type      string // instance.rebuild.start
	Priority  string
	Payload   map[string]any
}

// Notifications lists the notifications sent since the last reset, oldest first: those of the given types, or all.
func (c Control) Notifications(types ...string) []Notification {
	var out []Notification
	for _, n := range c.inner.Notifications(types...) {
		told := Notification{Time: n.Time, Publisher: n.Publisher, Type: n.Type, Priority: n.Priority}
		_ = json.Unmarshal(n.Payload, &told.Payload) // the cloud made the payload: it is an object, or nothing
		out = append(out, told)
	}
	return out
}
