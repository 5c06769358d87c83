package target

import (
	"context"
	"net/http"
)

// Settings are what the mock's operator has chosen, by the names that the services' configuration has for it.
func (c *Control) Settings(ctx context.Context) (map[string]any, error) {
	var now map[string]any
	err := c.ask(ctx, http.MethodGet, "/settings", nil, &now)
	return now, err
}

// Choose changes those that are named.
func (c *Control) Choose(ctx context.Context, settings map[string]any) error {
	return c.ask(ctx, http.MethodPut, "/settings", settings, nil)
}
