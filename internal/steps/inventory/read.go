package inventory

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// Most is how many things of one kind are read; of more, the first ones are, and Missing says so.
const Most = 10_000

// page is how many things one request asks for.
const page = 500

// Read logs in and reads the inventory. Services that the cloud does not have, and lists that the user may not see, are told in
// Missing; any other answer than a list is an error. answer bounds each request, zero is the default.
func Read(ctx context.Context, login session.Login, secrets *redact.Redactor, answer time.Duration) (*Inventory, error) {
	t, err := target.Connect(ctx, target.Config{
		Kind: target.Real, RunID: "inventory", Login: login, Profile: openapi.Shipped, ReadOnly: true, AnswerTime: answer,
	}, target.Tools{Log: forgetful{}, Redact: secrets, Now: time.Now, Secret: func() string { return "" }})
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, t: t, out: &Inventory{
		Region: login.Region, Project: Project{ID: t.Main.ProjectID, Name: t.Main.ProjectName},
	}}
	for _, step := range []func() error{r.projects, r.hosts, r.flavors, r.images, r.networks, r.routers, r.volumeTypes} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.sort()
	return r.out, nil
}

// sort puts by name what services list in orders that change, such as the newest first.
func (r *reader) sort() {
	by := func(name, id, otherName, otherID string) int {
		return cmp.Or(cmp.Compare(name, otherName), cmp.Compare(id, otherID))
	}
	slices.SortFunc(r.out.Projects, func(a, b Project) int { return by(a.Name, a.ID, b.Name, b.ID) })
	slices.SortFunc(r.out.Hosts, func(a, b Host) int { return by(a.Name, a.Node, b.Name, b.Node) })
	slices.SortFunc(r.out.Images, func(a, b Image) int { return by(a.Name, a.ID, b.Name, b.ID) })
	slices.SortFunc(r.out.Networks, func(a, b Network) int { return by(a.Name, a.ID, b.Name, b.ID) })
	slices.SortFunc(r.out.Routers, func(a, b Router) int { return by(a.Name, a.ID, b.Name, b.ID) })
	slices.SortFunc(r.out.VolumeTypes, func(a, b VolumeType) int { return by(a.Name, a.ID, b.Name, b.ID) })
}

// forgetful is a log of nothing.
type forgetful struct{}

func (forgetful) Append(eventlog.Payload) error { return nil }

// reader reads one list after the other.
type reader struct {
	ctx context.Context
	t   *target.Target
	out *Inventory
}

func (r *reader) missing(format string, args ...any) {
	r.out.Missing = append(r.out.Missing, fmt.Sprintf(format, args...))
}

// get asks for one thing. The user's secrets are veiled in the answer, should the cloud repeat them.
func (r *reader) get(service openapi.Service, at, path string) (body []byte, status int, err error) {
	reply, err := r.t.Main.Call(r.ctx, session.Call{Role: "probe", Service: service, Method: http.MethodGet, Path: path, At: at})
	if err != nil {
		return nil, 0, err
	}
	return []byte(r.t.Tools.Redact.Text(string(reply.Body))), reply.Status, nil
}

// list reads a list that has pages, by limit and marker, and decodes each of its items once. what names them for Missing. It answers
// false where the service is absent or the user may not see the list.
func list[T any](r *reader, service openapi.Service, at, path, key, what string, take func(item T, raw json.RawMessage)) (bool, error) {
	if !r.t.Main.Offers(service) {
		r.missing("%s: the cloud has no %s service", what, service)
		return false, nil
	}
	seen := map[string]bool{}
	for marker := ""; ; {
		from := path
		if service != openapi.Identity { // whose lists have no pages
			from = paged(path, marker)
		}
		body, status, err := r.get(service, at, from)
		if err != nil {
			return false, err
		}
		if status != http.StatusOK {
			r.missing("%s: GET %s answers %d to this user", what, path, status)
			return false, nil
		}
		var answer map[string]json.RawMessage
		var items []json.RawMessage
		if json.Unmarshal(body, &answer) != nil || json.Unmarshal(answer[key], &items) != nil {
			return false, fmt.Errorf("GET %s of the %s service answers no list of %s", path, service, key)
		}
		fresh := 0
		for _, raw := range items {
			var item T
			var named struct {
				ID any `json:"id"`
			}
			if json.Unmarshal(raw, &item) != nil || json.Unmarshal(raw, &named) != nil {
				return false, fmt.Errorf("GET %s of the %s service answers an item that is none of %s", path, service, key)
			}
			id := fmt.Sprint(named.ID)
			if seen[id] {
				continue
			}
			if len(seen) == Most {
				r.missing("%s: only the first %d were read", what, Most)
				return true, nil
			}
			seen[id], marker = true, id
			fresh++
			take(item, raw)
		}
		if fresh == 0 || len(items) < page || service == openapi.Identity {
			return true, nil
		}
	}
}

// paged adds the limit and the marker to a path.
func paged(path, marker string) string {
	q := url.Values{"limit": {strconv.Itoa(page)}}
	if marker != "" {
		q.Set("marker", marker)
	}
	if strings.Contains(path, "?") {
		return path + "&" + q.Encode()
	}
	return path + "?" + q.Encode()
}

// access reads which projects may use a private flavor or volume type; of those that do not say, the user's own project may.
func (r *reader) access(service openapi.Service, at, path, key string) ([]string, error) {
	body, status, err := r.get(service, at, path)
	if err != nil {
		return nil, err
	}
	var answer map[string][]struct {
		Tenant  string `json:"tenant_id"`
		Project string `json:"project_id"`
	}
	if status != http.StatusOK || json.Unmarshal(body, &answer) != nil {
		return []string{r.out.Project.ID}, nil
	}
	out := []string{}
	for _, a := range answer[key] {
		out = append(out, a.Tenant+a.Project)
	}
	return out, nil
}
