package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/state/engine"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/seed"
	"plumbline/mockcloud/settings"
)

// Archive stores snapshots so that they outlive the process.
type Archive interface {
	KeepSnapshot(id string, s *state.Snapshot) error
	DropSnapshot(id string) error
	// Snapshots reads all snapshots; like is a snapshot with which they share most records, or nil.
	Snapshots(like *state.Snapshot) (map[string]*state.Snapshot, error)
}

// Names of the choices in state.Choices.
const (
	choiceSeed     = "seed"
	choiceSettings = "settings"
	choiceMaxima   = "microversions"
	choiceFaults   = "faults"
	choiceClock    = "clock"
)

type maxima = map[openapi.Service]openapi.Version

// planted is the saved seed: the one given at the first start ("" for the built-in one), and the present one.
type planted struct {
	Given, Now string
	At         time.Time
}

// Beginning is the initial state of a saved cloud, from which most records are still unchanged.
type Beginning struct {
	seed  *seed.Seed
	Start *state.Snapshot
}

// ReadBeginning reads the initial state of a saved cloud; nil if nothing was saved. choice reads a saved choice.
func ReadBeginning(choice func(name string) ([]byte, error)) (*Beginning, error) {
	raw, err := choice(choiceSeed)
	if raw == nil || err != nil {
		return nil, err
	}
	var from planted
	if err := json.Unmarshal(raw, &from); err != nil {
		return nil, fmt.Errorf("what was saved as %s: %w", choiceSeed, err)
	}
	return from.startingPoint()
}

func (p planted) startingPoint() (*Beginning, error) {
	s, err := seed.Parse([]byte(p.Now))
	if err != nil {
		return nil, fmt.Errorf("the seed that was saved: %w", err)
	}
	fresh := state.New()
	if err := plant(fresh, &s, p.At, func(*state.Txn) {}); err != nil {
		return nil, err
	}
	return &Beginning{&s, fresh.Snapshot()}, nil
}

// over is a choice together with the value at the start. It stays in force as long as the start's value is the same.
type over[T any] struct{ Start, Chosen T }

// SaveError is the error of a choice or record that could not be saved, nil if all were.
func (c *Control) SaveError() error {
	if err := c.failure.Load(); err != nil && *err != nil {
		return *err
	}
	return c.env.Store.SaveError()
}

// Rows are all rows of the store; tests compare clouds by them.
func (c *Control) Rows() []engine.Row { return c.env.Store.Snapshot().Rows() }

// reportSaveError stores the outcome of saving, logs an error, and tells whether saving succeeded.
func (c *Control) reportSaveError(err error) bool {
	c.failure.Store(&err)
	if err != nil {
		slog.Error("the mock cloud cannot save what was chosen, and leaves it as it was", "error", err)
	}
	return err == nil
}

// write stores a choice in a transaction, if the store is saved.
func (c *Control) write(x *state.Txn, name string, value any) {
	if !c.env.Store.Saved() {
		return
	}
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // values are plain
	}
	state.Choices.Insert(x, &state.Choice{Name: name, Value: raw})
}

// writeSeed stores the present seed, which was planted at a time, if the store is saved.
func (c *Control) writeSeed(x *state.Txn, s *seed.Seed, now time.Time) {
	if c.env.Store.Saved() {
		c.write(x, choiceSeed, planted{c.given, string(s.YAML()), now})
	}
}

// saveChoice saves a choice; true if that succeeded or was not needed.
func (c *Control) saveChoice(name string, value any) bool {
	if !c.env.Store.Saved() {
		return true
	}
	x := c.env.Store.Write()
	defer x.Abort()
	c.write(x, name, value)
	return c.reportSaveError(x.Commit())
}

// keepClock saves the difference of the clock from the machine's.
func (c *Control) keepClock() {
	if real, ok := c.env.Clock.(*machineclock.Clock); ok {
		c.saveChoice(choiceClock, real.Setting())
	}
}

// keepFaults saves the present fault rules.
func (c *Control) keepFaults() error {
	rules := c.env.Faults.List()
	if len(rules) == 0 && state.Choices.Get(c.env.Store.Read(), choiceFaults) == nil {
		return nil
	}
	if !c.saveChoice(choiceFaults, rules) {
		return c.SaveError()
	}
	return nil
}

// readChoice reads a choice; false when there is none.
func readChoice(x *state.Txn, name string, into any) (bool, error) {
	found := state.Choices.Get(x, name)
	if found == nil {
		return false, nil
	}
	if err := json.Unmarshal(found.Value, into); err != nil {
		return false, fmt.Errorf("what was saved as %s: %w", name, err)
	}
	return true, nil
}

// restoreChoices restores the saved choices; false when the store is new.
func (c *Control) restoreChoices(began *Beginning) (bool, error) {
	x := c.env.Store.Read()
	var from planted
	known, err := readChoice(x, choiceSeed, &from)
	if !known || err != nil {
		return false, err
	}
	if c.given != "" && c.given != from.Given {
		return true, errors.New("the data directory was planted with another seed: leave the seed out, replace it through " +
			"the control API, or name another directory")
	}
	c.given = from.Given
	if began == nil {
		if began, err = from.startingPoint(); err != nil {
			return true, err
		}
	}
	c.seed, c.start = began.seed, began.Start
	return true, errors.Join(c.recallChoices(x), c.recallSnapshots())
}

func (c *Control) recallChoices(x *state.Txn) error {
	var settings over[settings.Settings]
	if there, err := readChoice(x, choiceSettings, &settings); err != nil {
		return err
	} else if there && settings.Start == c.settings {
		c.env.Choose(settings.Chosen)
	}
	var newest over[maxima]
	if there, err := readChoice(x, choiceMaxima, &newest); err != nil {
		return err
	} else if there && maps.Equal(newest.Start, c.maxima) {
		c.env.Maxima = newest.Chosen
	}
	var rules []faults.Rule
	if _, err := readChoice(x, choiceFaults, &rules); err != nil {
		return err
	}
	if c.env.Faults != nil {
		c.env.Faults.RestoreMatched(rules)
	}
	var set machineclock.Setting
	there, err := readChoice(x, choiceClock, &set)
	if real, ok := c.env.Clock.(*machineclock.Clock); ok && there && err == nil {
		real.Set(set)
	}
	return err
}

func (c *Control) recallSnapshots() (err error) {
	if c.archive == nil {
		return nil
	}
	c.snapshots, err = c.archive.Snapshots(c.start)
	for id := range c.snapshots {
		var n int
		if _, err := fmt.Sscanf(id, "snapshot-%d", &n); err == nil {
			c.last = max(c.last, n)
		}
	}
	return err
}
