package target

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// VolumeContent is the marker of a volume's data: the checksum of the image that was written to it last.
func (c *Control) VolumeContent(ctx context.Context, id string) (string, error) {
	var shown struct {
		Volume struct {
			Content string `json:"content"`
		} `json:"volume"`
	}
	err := c.ask(ctx, http.MethodGet, "/volumes/"+url.PathEscape(id), nil, &shown)
	return shown.Volume.Content, err
}

// Said is one exchange between services in the mock's journal.
type Said struct {
	Microversion string `json:"microversion"`
	UserID       string `json:"user_id"`
	RequestBody  string `json:"request_body"`
	Status       int    `json:"status"`
}

// Journal lists the exchanges of an operation whose bodies name a resource, oldest first.
func (c *Control) Journal(ctx context.Context, operation, resource string) ([]Said, error) {
	var kept struct {
		Entries []Said `json:"entries"`
	}
	if err := c.ask(ctx, http.MethodGet, "/journal?operation="+url.QueryEscape(operation), nil, &kept); err != nil {
		return nil, err
	}
	var about []Said
	for _, e := range kept.Entries {
		if strings.Contains(e.RequestBody, resource) {
			about = append(about, e)
		}
	}
	return about, nil
}

// Step is half the time that a piece of the mock's work takes: a reader at that pace sees every state.
func (c *Control) Step() (time.Duration, error) {
	_, text, _ := strings.Cut(c.Lifecycle, "=")
	d, err := time.ParseDuration(text)
	if err == nil && d < 2 {
		err = errors.New("the mock's work takes no time")
	}
	return d / 2, err
}

// HoldBack limits the microversions that the mock's service offers; "" restores its own newest one.
func (c *Control) HoldBack(ctx context.Context, service, newest string) error {
	var value json.RawMessage = []byte("null")
	if newest != "" {
		value = []byte(`"` + newest + `"`)
	}
	return c.ask(ctx, http.MethodPut, "/microversions", map[string]json.RawMessage{service: value}, nil)
}
