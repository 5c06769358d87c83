package world

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"plumbline/internal/openapi/near"
	"plumbline/internal/steps/session"
)

// Timeouts are the suite's longest waits by name.
type Timeouts map[string]time.Duration

// Timeout is one named wait. A value above Max is refused: a run without an end proves nothing.
type Timeout struct {
	Name         string
	Default, Max time.Duration
	// For describes what is waited for, in a few words.
	For string
}

// NamedTimeouts lists every time-out, sorted by name.
func NamedTimeouts() []Timeout {
	return []Timeout{
		{"answer", session.AnswerTime, 30 * time.Minute, "one request is answered whole"},
		{"case-clean-up", 5 * time.Minute, 30 * time.Minute, "all that one case made is gone"},
		{"clean-up", 10 * time.Minute, time.Hour, "all that the run made is gone, after the last case"},
		{"delete", 2 * time.Minute, 30 * time.Minute, "one thing is gone"},
		{"image", 2 * time.Minute, 30 * time.Minute, "an image is active"},
		{"network", time.Minute, 15 * time.Minute, "a network or port is there"},
		{"notification", 30 * time.Second, 10 * time.Minute, "a notification arrives"},
		{"observation", 30 * time.Second, 10 * time.Minute, "an answer shows what an observation expects"},
		{"outage", time.Minute, 30 * time.Minute, "a target that stopped answering is back; then the run ends and can be resumed"},
		{"rebuild", 3 * time.Minute, time.Hour, "a rebuild is done"},
		{"server-action", 3 * time.Minute, time.Hour, "a server has stopped, started, paused"},
		{"server-boot", 3 * time.Minute, time.Hour, "a server is ACTIVE"},
		{"shelve", 3 * time.Minute, time.Hour, "a server is shelved, offloaded or unshelved"},
		{"stack", 5 * time.Minute, time.Hour, "a stack action is done"},
	}
}

// DefaultTimeouts are the defaults by name.
func DefaultTimeouts() Timeouts {
	out := Timeouts{}
	for _, t := range NamedTimeouts() {
		out[t.Name] = t.Default
	}
	return out
}

// Check refuses an unknown name, and a value that is not positive or above its maximum.
func (t Timeouts) Check() error {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		at := slices.IndexFunc(NamedTimeouts(), func(n Timeout) bool { return n.Name == name })
		if at < 0 {
			names := TimeoutNames()
			return fmt.Errorf("there is no time-out called %q; there are %s%s", name, strings.Join(names, ", "), near.Hint(name, names))
		}
		if most := NamedTimeouts()[at].Max; t[name] <= 0 || t[name] > most {
			return fmt.Errorf("time-out %s: %s is not between 0 and its maximum, %s", name, t[name], most)
		}
	}
	return nil
}

// WithDefaults checks the values and adds the defaults of the others.
func (t Timeouts) WithDefaults() (Timeouts, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	out := DefaultTimeouts()
	maps.Copy(out, t)
	return out, nil
}

// TimeoutNames lists the names, sorted.
func TimeoutNames() []string { return slices.Sorted(maps.Keys(DefaultTimeouts())) }
