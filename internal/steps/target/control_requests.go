package target

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// FaultRule makes a mock fail or wait: an operation ("servers.lock"), a kind of work ("stacks.acting") or a
// step of either, for one resource: of the path, of the work, or at a step the volume or server of an attachment. Status answers a
// fault or makes work fail; Times is how often, 0 always.
type FaultRule struct {
	Operation string `json:"operation,omitempty"`
	Step      string `json:"step,omitempty"`
	Resource  string `json:"resource,omitempty"`
	Skip      int    `json:"skip,omitempty"`
	Times     int    `json:"times,omitempty"`
	Status    int    `json:"status,omitempty"`
	Message   string `json:"message,omitempty"`
	// Delay is a duration as text ("1.5s").
	Delay string `json:"delay,omitempty"`
}

// AddFault puts a fault rule in and answers its id.
func (c *Control) AddFault(ctx context.Context, r FaultRule) (string, error) {
	var made struct {
		ID string `json:"id"`
	}
	err := c.ask(ctx, http.MethodPost, "/faults", r, &made)
	return made.ID, err
}

// RemoveFault removes a fault rule; one that is gone already is no error.
func (c *Control) RemoveFault(ctx context.Context, id string) error {
	var left struct {
		Faults []struct {
			ID string `json:"id"`
		} `json:"faults"`
	}
	if err := c.ask(ctx, http.MethodGet, "/faults", nil, &left); err != nil {
		return err
	}
	for _, f := range left.Faults {
		if f.ID == id {
			return c.ask(ctx, http.MethodDelete, "/faults/"+id, nil, nil)
		}
	}
	return nil
}

// Settings are the mock's configuration, by the option names of the services.
func (c *Control) Settings(ctx context.Context) (map[string]any, error) {
	var now map[string]any
	err := c.ask(ctx, http.MethodGet, "/settings", nil, &now)
	return now, err
}

// Choose changes the named settings.
func (c *Control) Choose(ctx context.Context, settings map[string]any) error {
	return c.ask(ctx, http.MethodPut, "/settings", settings, nil)
}

// PutStack sets the state of a stack, also one that no request leads to.
func (c *Control) PutStack(ctx context.Context, id, status string) error {
	return c.ask(ctx, http.MethodPut, "/stacks/"+url.PathEscape(id), map[string]string{"stack_status": status}, nil)
}

// LongWork is how long work must take so that the next request meets it, on a slow machine, too.
const LongWork = time.Second

// BusyFor tells whether a request can meet the mock's work: it takes a while, or any time at all where the clock moves only
// when the suite waits (still). Work that ends after a number of reads cannot be met: the suite's own reads count, too.
func (c *Control) BusyFor(still bool) bool {
	_, after, timed := strings.Cut(c.Lifecycle, "after=")
	d, err := time.ParseDuration(after)
	return timed && err == nil && (still || d >= LongWork)
}

// CountsLooks tells whether the mock's work ends after a number of reads: the time that it takes is then that of the pauses between them.
func (c *Control) CountsLooks() bool { return c != nil && strings.HasPrefix(c.Lifecycle, "reads=") }
