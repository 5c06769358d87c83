package checkclient

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/mockcloud/control"
	"plumbline/internal/openapi"
	"plumbline/mockcloud"
	"plumbline/mockcloud/journal"
)

// mostJournal bounds the journal read from another mock (bytes): a whole one has up to 256 MiB of bodies, which JSON escapes.
const mostJournal = 1 << 30

// judged is a mock whose journal is judged: one inside this process, or one that runs elsewhere.
type judged struct {
	profile openapi.Profile
	// clouds writes the client's credentials.
	clouds  credentials
	mark    func(ctx context.Context) (uint64, error)
	entries func(ctx context.Context, since uint64) ([]journal.Entry, error)
	close   func()
}

// credentials are the credentials for a client.
type credentials struct {
	yaml   []byte
	config func(actor string) mockcloud.ClientConfig
}

func judgedCloud(cloud *mockcloud.Cloud, served *mockcloud.Served, profile openapi.Profile) judged {
	return judged{
		profile: profile, clouds: credentials{cloud.CloudsYAML("mock"), cloud.ClientConfig},
		mark:    func(context.Context) (uint64, error) { return lastOf(cloud.Control().Journal()), nil },
		entries: func(context.Context, uint64) ([]journal.Entry, error) { return cloud.Control().Journal(), nil },
		close:   func() { _ = served.Close() }, // requests still under way were judged
	}
}

func lastOf(entries []journal.Entry) uint64 {
	if len(entries) == 0 {
		return 0
	}
	return entries[len(entries)-1].Seq
}

// judgeRemoteMock reads the journal of a mock elsewhere through its control API.
func judgeRemoteMock(ctx context.Context, f clientFlags) (judged, error) {
	m := remote{root: strings.TrimRight(f.target, "/"), token: f.token, client: &http.Client{
		Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	var health struct {
		Profile openapi.Profile `json:"profile"`
	}
	if err := m.get(ctx, "/health", &health); err != nil {
		return judged{}, cli.Usage(fmt.Errorf("--target %s: %w", f.target, err))
	}
	// The credentials come from the built-in seed.
	cloud, err := mockcloud.New(mockcloud.WithBaseURL(m.root), mockcloud.WithJournal(0))
	if err != nil {
		return judged{}, cli.Inconclusive(err)
	}
	return judged{
		profile: health.Profile, clouds: credentials{cloud.CloudsYAML("mock"), cloud.ClientConfig},
		mark: func(ctx context.Context) (uint64, error) {
			entries, err := m.entries(ctx, "?limit=1")
			return lastOf(entries), err
		},
		entries: func(ctx context.Context, since uint64) ([]journal.Entry, error) {
			return m.entries(ctx, fmt.Sprintf("?after=%d", since))
		},
		close: func() {},
	}, nil
}

// remote is a control API over HTTP.
type remote struct {
	root, token string
	client      *http.Client
}

func (m remote) entries(ctx context.Context, query string) ([]journal.Entry, error) {
	var body struct {
		Entries []journal.Entry `json:"entries"`
	}
	if err := m.get(ctx, "/journal"+query, &body); err != nil {
		return nil, cli.Inconclusive(fmt.Errorf("the journal of %s: %w", m.root, err))
	}
	return body.Entries, nil
}

func (m remote) get(ctx context.Context, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.root+control.Prefix+path, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	if m.token != "" {
		req.Header.Set(control.TokenHeader, m.token)
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
		return fmt.Errorf("the control API answers %d: %s", resp.StatusCode, strings.TrimSpace(string(text)))
	}
	if err := json.NewDecoder(http.MaxBytesReader(nil, resp.Body, mostJournal)).Decode(into); err != nil {
		return fmt.Errorf("that is no control API of a mock: %w", err)
	}
	return nil
}
