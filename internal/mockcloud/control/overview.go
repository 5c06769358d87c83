package control

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"plumbline/internal/mockcloud/contents"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/mockcloud/clock"
)

// overview is the dashboard's data except the journal.
type overview struct {
	// Mark changes whenever any of the data except the time changes.
	Mark          string                              `json:"mark"`
	Clock         clockView                           `json:"clock"`
	Profile       openapi.Profile                     `json:"profile"`
	Policy        policy.Mode                         `json:"policy"`
	Bugs          uint64                              `json:"bugs"`
	Microversions map[openapi.Service]openapi.Version `json:"microversions"`
	Settings      chosen                              `json:"settings"`
	Faults        []faults.Rule                       `json:"faults"`
	Snapshots     []string                            `json:"snapshots"`
	Cloud         json.RawMessage                     `json:"cloud"`
}

// clockView is the cloud's time and the number of scheduled events.
type clockView struct {
	Now       string `json:"now"`
	Lifecycle string `json:"lifecycle"`
	// Frozen tells whether the clock stands still.
	Frozen bool `json:"frozen"`
	// Waiting counts the scheduled work that is not due; Due is the time of the earliest, left out if that depends on reads.
	Waiting int    `json:"waiting,omitempty"`
	Due     string `json:"due,omitempty"`
}

// drawn is the encoded view of the cloud, shared by several dashboards.
type drawn struct {
	mu         sync.Mutex
	generation uint64
	text       json.RawMessage
}

// changeMark answers a text that changes whenever the dashboard's data changes, except the time and the journal.
func (c *Control) changeMark() string {
	return fmt.Sprintf("%d.%d.%d", c.env.Store.Generation(), c.env.Faults.Revision(), c.changeCount.Load())
}

func (c *Control) clockView() clockView {
	out := clockView{Now: c.env.Clock.Now().Format(time.RFC3339Nano), Lifecycle: c.env.Lifecycle.String(), Frozen: true}
	switch at := c.env.Clock.(type) {
	case machineclock.Stoppable:
		out.Frozen = at.Frozen()
	case *clock.Manual:
	default:
		out.Frozen = false
	}
	x := c.env.Store.Read()
	for range state.Events.All(x) {
		out.Waiting++
	}
	if ev := state.Events.Next(x); ev != nil {
		out.Due = ev.Due.UTC().Format(time.RFC3339Nano)
	}
	return out
}

// overview performs the work that is due and answers the dashboard's data. It takes no lock that requests need.
func (c *Control) overview(w http.ResponseWriter, r *http.Request) {
	c.env.RunDue()
	mark := c.changeMark()
	w.Header().Set("ETag", `"`+mark+`"`)
	w.Header().Set("Cache-Control", "no-cache")
	if r.Header.Get("If-None-Match") == `"`+mark+`"` {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	text, err := c.draw()
	if err != nil {
		answer(w, 500, map[string]string{"error": err.Error()})
		return
	}
	answer(w, 200, overview{
		Mark: mark, Clock: c.clockView(), Profile: c.env.Profile, Policy: c.env.Policy.Mode(), Bugs: c.env.Journal.Bugs(),
		Microversions: c.NewestMicroversions(), Settings: chosenFrom(c.Settings()), Faults: c.env.Faults.List(), Snapshots: c.Snapshots(),
		Cloud: text,
	})
}

func (c *Control) draw() (json.RawMessage, error) {
	c.drawn.mu.Lock()
	defer c.drawn.mu.Unlock()
	generation, x := c.env.Store.Generation(), c.env.Store.Read()
	if c.drawn.text == nil || c.drawn.generation != generation {
		text, err := json.Marshal(contents.At(c.env, x).Cloud())
		if err != nil {
			return nil, fmt.Errorf("the state of the cloud: %w", err)
		}
		c.drawn.generation, c.drawn.text = generation, text
	}
	return c.drawn.text, nil
}
