package target

import (
	"context"
	"errors"
	"net/http"

	"plumbline/openapi"
)

// Leak is something that a run left behind.
type Leak struct{ Kind, ID, Name string }

// kept says where things of a kind are listed.
type kept struct {
	kind    string
	service openapi.Service
	path    string
	key     string
	// inner is the object inside an item ("keypair"), id and name its fields.
	inner, id, name string
}

// everything that a run can make beside identities, in the order in which it can be removed.
var everything = []kept{
	{"stack", openapi.Orchestration, "/stacks", "stacks", "", "id", "stack_name"},
	{"server", openapi.Compute, "/servers", "servers", "", "id", "name"},
	{"keypair", openapi.Compute, "/os-keypairs", "keypairs", "keypair", "name", "name"},
	{"volume", openapi.BlockStorage, "/volumes", "volumes", "", "id", "name"},
	{"image", openapi.Image, "/images?visibility=private", "images", "", "id", "name"},
	{"network", openapi.Network, "/networks", "networks", "", "id", "name"},
}

// Leaks lists what carries the run's prefix and can be seen by any actor. Something that is being deleted
// is listed, too: clean-up waits until it is gone.
func (t *Target) Leaks(ctx context.Context) ([]Leak, error) {
	var out []Leak
	var failed []error
	seen := map[string]bool{}
	for _, p := range personas {
		s := t.sessions[p.name]
		if s == nil || s.System {
			continue
		}
		for _, k := range everything {
			found, err := s.list(ctx, k, t.owns)
			failed = append(failed, err)
			for _, l := range found {
				id := l.Kind + " " + l.ID
				if k.kind == "keypair" {
					id += " " + s.UserID
				}
				if !seen[id] {
					seen[id] = true
					out = append(out, l)
				}
			}
		}
	}
	return out, errors.Join(failed...)
}

// list answers what a session sees of a kind under names that match. A service that refuses the session
// shows it nothing.
func (s *Session) list(ctx context.Context, k kept, match func(name string) bool) ([]Leak, error) {
	return s.listAt(ctx, k, "", match)
}

func (s *Session) listAt(ctx context.Context, k kept, at string, match func(name string) bool) ([]Leak, error) {
	if !s.Offers(k.service) {
		return nil, nil
	}
	reply, err := s.Call(ctx, Call{Role: "cleanup", Service: k.service, Method: http.MethodGet, Path: k.path, At: at})
	if err != nil {
		return nil, err
	}
	var out []Leak
	for _, item := range objects(reply.JSON[k.key]) {
		if k.inner != "" {
			item, _ = item[k.inner].(map[string]any)
		}
		if match(text(item, k.name)) {
			out = append(out, Leak{Kind: k.kind, ID: text(item, k.id), Name: text(item, k.name)})
		}
	}
	return out, nil
}

// LeakedIdentities lists users and projects of the run that are still there.
func (t *Target) LeakedIdentities(ctx context.Context) ([]Leak, error) {
	if !t.capabilities[CreateIdentities].Present {
		return nil, nil
	}
	var out []Leak
	for _, k := range identities {
		found, err := t.Main.list(ctx, k, t.owns)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

var identities = []kept{
	{"user", openapi.Identity, "/users?name__startswith=" + Prefix, "users", "", "id", "name"},
	{"project", openapi.Identity, "/projects?name__startswith=" + Prefix, "projects", "", "id", "name"},
}
