package target

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"plumbline/internal/steps/session"
	"plumbline/internal/steps/wire"
)

// mostControl bounds an answer of a control API (bytes): the notifications and snapshots of a mock with many servers.
const mostControl = 256 << 20

// Control is a mock's control API; nil where the target has none.
type Control struct {
	client *http.Client
	base   string
	token  string
	// Lifecycle is when the mock's work completes, in its own notation: "immediate", "after=2s", "reads=3".
	Lifecycle string
}

// findControl looks for the control API at the root of a mock's address; without one it answers the reason. Real clouds get
// no request. A token that was given and is not the mock's is an error.
func findControl(ctx context.Context, t *Target) (_ *Control, why string, _ error) {
	const none = "not a mock with its control API on"
	if t.Kind == Real {
		return nil, "a control API is asked only of a mock that --target names", nil
	}
	at, err := url.Parse(t.Login.Options.IdentityEndpoint)
	if err != nil {
		return nil, none, nil //nolint:nilerr // the login worked with this address, so it is a cloud without a control API
	}
	// Its requests are not recorded: they are no part of the cloud under test.
	c := &Control{
		client: &http.Client{Transport: wire.Bounded{Next: t.Main.Bare, Most: mostControl}, Timeout: time.Minute, CheckRedirect: wire.FollowNone},
		base:   at.Scheme + "://" + at.Host + "/_plumbline", token: t.ControlToken,
	}
	var health struct {
		Status    string `json:"status"`
		Lifecycle string `json:"lifecycle"`
		Token     string `json:"token"`
	}
	switch err := c.ask(ctx, http.MethodGet, "/health", nil, &health); {
	case err != nil || health.Status != "ok":
		return nil, none, nil
	case health.Token != "" && t.ControlToken != "":
		return nil, "", fmt.Errorf("the mock at %s %w: the token of its control API is another than --control-token", c.base, session.ErrRefused)
	case health.Token != "":
		return nil, "the mock's control API asks for a token: give it with --control-token or PLUMBLINE_CONTROL_TOKEN", nil
	}
	c.Lifecycle = health.Lifecycle
	return c, "", nil
}

// ask calls the control API and decodes the answer into into, which may be nil.
func (c *Control) ask(ctx context.Context, method, path string, body, into any) error {
	var sent bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&sent).Encode(body); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, &sent)
	if err != nil {
		return err
	}
	if c.token != "" {
		req.Header.Set("X-Plumbline-Token", c.token)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("the mock's control API answers %d to %s %s: %s", resp.StatusCode, method, path, answer)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer, into)
}

// Advance moves the mock's clock.
func (c *Control) Advance(ctx context.Context, d time.Duration) error {
	return c.ask(ctx, http.MethodPost, "/clock/advance", map[string]string{"by": d.String()}, nil)
}

// mockFeed reads the mock's notifications, each one once.
type mockFeed struct {
	control *Control
	mu      sync.Mutex
	last    int64
	got     byServer
}

func (c *Control) feed() Feed { return &mockFeed{control: c, got: byServer{}} }

// About implements Feed. The mock's payloads equal the nova_object.data of a notification on a message bus.
func (f *mockFeed) About(ctx context.Context, server string) ([]Notification, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var doc struct {
		Notifications []struct {
			Serial    int64          `json:"serial"`
			EventType string         `json:"event_type"`
			Publisher string         `json:"publisher_id"`
			Payload   map[string]any `json:"payload"`
		} `json:"notifications"`
	}
	if err := f.control.ask(ctx, http.MethodGet, "/notifications?after="+strconv.FormatInt(f.last, 10), nil, &doc); err != nil {
		return nil, err
	}
	for _, n := range doc.Notifications {
		data := n.Payload
		if inner, ok := data["nova_object.data"].(map[string]any); ok {
			data = inner
		}
		f.last = n.Serial
		f.got.add(Notification{EventType: n.EventType, Publisher: n.Publisher, Payload: data, serial: n.Serial})
	}
	return f.got[server], nil
}

// Mark is the number of the last notification that was read.
func (f *mockFeed) Mark() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// Rewind starts again after the notification with that number: the mock was reset to a moment after it, and numbers as it did before.
func (f *mockFeed) Rewind(mark int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = min(f.last, mark)
	for server, all := range f.got {
		kept := len(all)
		for kept > 0 && all[kept-1].serial > mark {
			kept--
		}
		f.got[server] = slices.Clip(all[:kept])
	}
}

// Forget starts again from the first notification: another mock answers now, with numbers of its own.
func (f *mockFeed) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last, f.got = 0, byServer{}
}

// SkipPast forgets what was read, and passes over what the mock that answers now has sent until now. Of one that does not answer the
// case finds that out.
func (f *mockFeed) SkipPast(ctx context.Context) {
	f.Forget()
	_, _ = f.About(ctx, "")
	f.mu.Lock()
	defer f.mu.Unlock()
	f.got = byServer{}
}

// Close implements Feed.
func (*mockFeed) Close() error { return nil }
