package mockcloud

import (
	"encoding/json"
	"time"

	"plumbline/mockcloud/faults"
	"plumbline/mockcloud/internal/control"
	"plumbline/mockcloud/internal/inside"
	"plumbline/mockcloud/journal"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/settings"
	"plumbline/openapi"
)

// The control API over HTTP: what its paths begin with, and the header that carries its token.
const (
	ControlPath        = control.Prefix
	ControlTokenHeader = control.TokenHeader
)

// Control steers a mock cloud. It is safe for concurrent use.
type Control struct{ inner *control.Control }

// Control steers the cloud: what there is, time, faults, journal, snapshots.
func (c *Cloud) Control() Control { return Control{c.control} }

func init() {
	inside.Door(func(cloud any) *control.Control {
		return cloud.(interface{ Control() Control }).Control().inner
	})
}

// Seed is what there was at the start.
func (c Control) Seed() seed.Seed { return c.inner.Seed() }

// Plant replaces the seed and resets to it. A seed that names what is not there is an error, and changes nothing.
func (c Control) Plant(s seed.Seed) error { return c.inner.Plant(s) }

// Reset makes everything as it was at the start: records, journal, fault rules, settings. Tokens stay good. Snapshots stay.
func (c Control) Reset() { c.inner.Reset() }

// Now is the time in the cloud.
func (c Control) Now() time.Time { return c.inner.Clock().Now() }

// Advance moves the cloud's clock and does the work that has become due.
func (c Control) Advance(d time.Duration) { c.inner.Advance(d) }

// Freeze stops the clock, so that only Advance moves it, or lets it go on from where it stands. It is false for a clock
// that cannot do that: one that stands still anyway (WithClock).
func (c Control) Freeze(still bool) bool { return c.inner.Freeze(still) }

// FaultRule makes the mock misbehave: which operation or step of work, how often, and what is answered instead.
type FaultRule = faults.Rule

// AddFault adds a rule and answers its id. A rule that cannot be is an error that says why.
func (c Control) AddFault(r FaultRule) (id string, err error) { return c.inner.Faults().Add(r) }

// Faults lists the rules there are, oldest first.
func (c Control) Faults() []FaultRule { return c.inner.Faults().List() }

// RemoveFault takes a rule back; false when there is none with that id.
func (c Control) RemoveFault(id string) bool { return c.inner.Faults().Remove(id) }

// ClearFaults takes all rules back.
func (c Control) ClearFaults() { c.inner.Faults().Clear() }

// Exchange is a request and what was answered, as the journal has it. Headers do not show tokens; URLs and bodies are as
// they were.
type Exchange = journal.Entry

// Journal lists the exchanges that the cloud remembers, oldest first: see WithJournal, WithWholeJournal and package
// clientcheck, which judges them.
func (c Control) Journal() []Exchange { return c.inner.Journal().Entries(journal.Filter{}) }

// ClearJournal forgets all exchanges; their numbers go on.
func (c Control) ClearJournal() { c.inner.Journal().Clear() }

// Snapshot remembers what there is now and answers its id.
func (c Control) Snapshot() string { return c.inner.Snapshot() }

// Snapshots lists the ids of all snapshots, oldest first.
func (c Control) Snapshots() []string { return c.inner.Snapshots() }

// Restore makes the records as they were at a snapshot; false when there is none with that id. Tokens stay good.
func (c Control) Restore(id string) bool { return c.inner.Restore(id) }

// Drop forgets a snapshot; false when there is none with that id.
func (c Control) Drop(id string) bool { return c.inner.Drop(id) }

// Settings are what the operator of a cloud writes into its configuration files.
type Settings = settings.Settings

// DefaultSettings are those of services whose configuration says nothing.
func DefaultSettings() Settings { return settings.Default() }

// Settings are what the cloud's operator has chosen.
func (c Control) Settings() Settings { return c.inner.Settings() }

// Choose has other settings hold from now on; Reset goes back to those of the start.
func (c Control) Choose(s Settings) { c.inner.Choose(s) }

// SetMaximum makes a service as old as a release from now on, "3.67" of block storage for example: newer microversions
// are refused and discovery says so. Zero goes back to the newest that is known. Reset leaves it as it is.
func (c Control) SetMaximum(s openapi.Service, v openapi.Version) error {
	return c.inner.SetMaximum(s, v)
}

// NewestMicroversions answers the newest microversion of each service that has any.
func (c Control) NewestMicroversions() map[openapi.Service]openapi.Version {
	return c.inner.NewestMicroversions()
}

// Records counts the records of each kind: "servers", "volumes", "stacks".
func (c Control) Records() map[string]int { return c.inner.Records() }

// Notification is a message that a service has sent, as its queue would have it.
type Notification struct {
	Time      time.Time
	Publisher string
	Type      string // instance.rebuild.start
	Priority  string
	Payload   map[string]any
}

// Notifications lists what services have sent since the last reset, oldest first: those of the types given, or all.
func (c Control) Notifications(types ...string) []Notification {
	var out []Notification
	for _, n := range c.inner.Notifications(types...) {
		told := Notification{Time: n.Time, Publisher: n.Publisher, Type: n.Type, Priority: n.Priority}
		_ = json.Unmarshal(n.Payload, &told.Payload) // the cloud made it: it is an object, or nothing
		out = append(out, told)
	}
	return out
}
