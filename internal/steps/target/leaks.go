package target

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
)

// Leak is something that a run left behind.
type Leak struct{ Kind, ID, Name string }

// kept describes how things of a kind are listed.
type kept struct {
	kind    string
	service openapi.Service
	path    string
	key     string
	// inner is the key of the object inside an item ("keypair"), id and name are its fields, owner is the field with its
	// project, "" where lists have none.
	inner, id, name, owner string
}

// everything lists the kinds that a run can create beside identities, in the order in which they can be removed.
var everything = []kept{
	{"stack", openapi.Orchestration, "/stacks", "stacks", "", "id", "stack_name", ""},
	{"server", openapi.Compute, "/servers/detail", "servers", "", "id", "name", "tenant_id"},
	{"server group", openapi.Compute, "/os-server-groups", "server_groups", "", "id", "name", ""},
	{"keypair", openapi.Compute, "/os-keypairs", "keypairs", "keypair", "name", "name", ""},
	{"snapshot", openapi.BlockStorage, "/snapshots/detail", "snapshots", "", "id", "name", "os-extended-snapshot-attributes:project_id"},
	{"volume", openapi.BlockStorage, "/volumes/detail", "volumes", "", "id", "name", "os-vol-tenant-attr:tenant_id"},
	{"image", openapi.Image, "/images?visibility=private", "images", "", "id", "name", "owner"},
	{"image", openapi.Image, "/images?visibility=shared", "images", "", "id", "name", "owner"}, // the default visibility
	{"network", openapi.Network, "/networks", "networks", "", "id", "name", "project_id"},
}

// Leaks lists what has the run's prefix in its name, or is in a project that the run made, as far as any actor sees it.
// Things that are being deleted are listed, too: clean-up waits until they are gone.
func (t *Target) Leaks(ctx context.Context) ([]Leak, error) {
	var out []Leak
	var failed []error
	seen := map[string]bool{}
	for _, p := range personas {
		s := t.Sessions[p.name]
		if s == nil || s.System {
			continue
		}
		for _, k := range everything {
			found, err := listOf(ctx, s, k, t.ofRun(s))
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

// mine decides by name and project (either may be "") whether something was made by a run.
type mine func(name, project string) bool

// byName matches names with a prefix, in any project.
func byName(prefix string) mine {
	return func(name, _ string) bool { return strings.HasPrefix(name, prefix) }
}

// ofRun matches names with the run's prefix, and everything in a project of the run's own: things that services create by
// themselves have other names.
func (t *Target) ofRun(s *session.Session) mine {
	return func(name, project string) bool {
		return strings.HasPrefix(name, t.Prefix()) || project == s.ProjectID && project != "" && strings.HasPrefix(s.ProjectName, t.Prefix())
	}
}

// listOf lists the things of a kind that a session sees and that match. A refusal by the service counts as an empty list.
func listOf(ctx context.Context, s *session.Session, k kept, match mine) ([]Leak, error) {
	return listAt(ctx, s, k, "", match)
}

func listAt(ctx context.Context, s *session.Session, k kept, at string, match mine) ([]Leak, error) {
	if !s.Offers(k.service) {
		return nil, nil
	}
	reply, err := s.Call(ctx, session.Call{Role: "cleanup", Service: k.service, Method: http.MethodGet, Path: k.path, At: at})
	if err != nil {
		return nil, err
	}
	if reply.Status >= 500 || reply.Status == http.StatusTooManyRequests {
		return nil, fmt.Errorf("what is left of kind %s cannot be seen: the %s service answers %d %s", k.kind, k.service,
			reply.Status, reply.Message())
	}
	var out []Leak
	for _, item := range Objects(reply.JSON[k.key]) {
		if k.inner != "" {
			item, _ = item[k.inner].(map[string]any)
		}
		if Text(item, "stack_status") == "DELETE_COMPLETE" {
			continue // Heat still lists a deleted stack for a moment
		}
		if match(Text(item, k.name), Text(item, k.owner)) {
			out = append(out, Leak{Kind: k.kind, ID: Text(item, k.id), Name: Text(item, k.name)})
		}
	}
	return out, nil
}

// LeakedIdentities lists users and projects of the run that are still there.
func (t *Target) LeakedIdentities(ctx context.Context) ([]Leak, error) {
	if !t.Known[CreateIdentities].Present {
		return nil, nil
	}
	var out []Leak
	for _, k := range identities {
		found, err := listOf(ctx, t.Main, k, byName(t.Prefix()))
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

var identities = []kept{
	{"user", openapi.Identity, "/users?name__startswith=" + Prefix, "users", "", "id", "name", ""},
	{"project", openapi.Identity, "/projects?name__startswith=" + Prefix, "projects", "", "id", "name", ""},
}
