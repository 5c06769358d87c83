package session

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/wire"
)

// majors is the API version that the suite has documents of, by service: the version segment, or its beginning where
// the minor number varies.
var majors = map[openapi.Service]string{
	openapi.Compute: "v2.1", openapi.Identity: "v3", openapi.Image: "v2", openapi.BlockStorage: "v3",
	openapi.Placement: "v1", openapi.Network: "v2", openapi.Orchestration: "v1",
}

// Offer is an API version in the version document at a service's root.
type Offer struct {
	ID       string
	Min, Max openapi.Version
	Status   string
	Href     string
}

type versionEntry struct {
	ID         string `json:"id"`
	Status     string `json:"status"`
	Version    string `json:"version"`
	MinVersion string `json:"min_version"`
	MaxVersion string `json:"max_version"`
	Links      []struct {
		Rel  string `json:"rel"`
		Href string `json:"href"`
	} `json:"links"`
}

// Discover reads a version document. Nova and the others write one of {"version": {}}, {"versions": []},
// {"versions": {"values": []}}.
func Discover(ctx context.Context, client *http.Client, service openapi.Service, at, token string) ([]Offer, error) {
	note := wire.Note{Role: "probe", Service: service}
	if service == openapi.Placement {
		note.Path = "/" // its root is part of its document; the others' version lists stand above any microversion
	}
	ctx = wire.WithNote(ctx, note)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	if token != "" {
		req.Header.Set("X-Auth-Token", token)
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, ExplainError(string(service)+" service", at, err)
	}
	defer resp.Body.Close()
	var doc struct {
		Version  *versionEntry   `json:"version"`
		Versions json.RawMessage `json:"versions"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&doc); err != nil || (resp.StatusCode != 200 && resp.StatusCode != 300) {
		return nil, fmt.Errorf("%s service at %s answers %d and no version document", service, at, resp.StatusCode)
	}
	var entries []versionEntry
	var values struct {
		Values []versionEntry `json:"values"`
	}
	switch {
	case doc.Version != nil:
		entries = []versionEntry{*doc.Version}
	case json.Unmarshal(doc.Versions, &entries) == nil:
	case json.Unmarshal(doc.Versions, &values) == nil:
		entries = values.Values
	default:
		return nil, fmt.Errorf("%s service at %s has no versions in its version document", service, at)
	}
	return offers(entries)
}

func offers(entries []versionEntry) ([]Offer, error) {
	var out []Offer
	for _, e := range entries {
		o := Offer{ID: e.ID, Status: e.Status}
		for _, l := range e.Links {
			if l.Rel == "self" {
				o.Href = l.Href
			}
		}
		newest := e.Version
		if newest == "" {
			newest = e.MaxVersion
		}
		var err error
		if o.Max, err = openapi.ParseVersion(newest); err != nil {
			return nil, fmt.Errorf("version document: %w", err)
		}
		if o.Min, err = openapi.ParseVersion(e.MinVersion); err != nil {
			return nil, fmt.Errorf("version document: %w", err)
		}
		out = append(out, o)
	}
	return out, nil
}

// ChooseOffer finds the API version that the suite knows: the wanted id, CURRENT ones first.
func ChooseOffer(offered []Offer, service openapi.Service) (Offer, bool) {
	want := majors[service]
	var found *Offer
	for i := range offered {
		o := &offered[i]
		if o.ID != want && !strings.HasPrefix(o.ID, want+".") {
			continue
		}
		if found == nil || strings.EqualFold(o.Status, "CURRENT") && !strings.EqualFold(found.Status, "CURRENT") {
			found = o
		}
	}
	if found == nil {
		return Offer{}, false
	}
	return *found, true
}

// versionedBy joins the path of a version's self link to the scheme, host and prefix of the catalogue's URL: the link may
// name an address that is known inside the cloud only.
func versionedBy(e Endpoint, o Offer) Endpoint {
	root, err := url.Parse(e.Root)
	link, errLink := url.Parse(o.Href)
	if err != nil || errLink != nil || o.Href == "" {
		return e
	}
	path := strings.TrimRight(link.Path, "/")
	prefix := strings.TrimRight(root.Path, "/")
	if !strings.HasPrefix(path, prefix+"/") {
		segments := strings.Split(path, "/")
		path = prefix + "/" + segments[len(segments)-1]
	}
	e.Versioned = root.Scheme + "://" + root.Host + path
	e.VersionPath = e.Versioned
	return e
}
