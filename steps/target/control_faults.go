package target

import (
	"context"
	"net/http"
)

// FaultRule makes a mock fail or wait: an operation ("servers.lock"), a kind of work ("stacks.acting") or a
// step of either, for one resource. Status answers a fault or makes work fail; Times is how often, 0 always.
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

// RemoveFault takes a fault rule out; that it is gone is fine.
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
