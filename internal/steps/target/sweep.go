package target

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gophercloud/gophercloud/v2"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
)

// Swept is one leftover that was found; Err is set when it could not be removed.
type Swept struct {
	Leak
	Err error
}

// Sweep removes what killed runs left, by the prefix of every run's names: in the given user's own project, as the users
// given for actors, and, when the user may manage identities, in the projects and for the users that runs made. An empty
// run means every run. With dry nothing is removed. gone is called for each thing found; Sweep goes on after an error.
func (t *Target) Sweep(ctx context.Context, run string, dry bool, gone func(Swept)) error {
	prefix := Prefix
	if run != "" {
		prefix += run + "-"
	}
	t.Main.Actor = "sweep"
	users, projects, err := t.sweepThings(ctx, prefix, dry, gone)
	failed := []error{err}
	for _, u := range users {
		failed = append(failed, t.sweepOne(dry, u, gone, func() error { return Remove(ctx, t.Main, openapi.Identity, "/users/"+u.ID) }))
	}
	for _, p := range projects {
		failed = append(failed, t.sweepOne(dry, p, gone, func() error { return t.removeProject(ctx, p.ID) }))
	}
	return errors.Join(failed...)
}

// sweepThings removes all but users and projects that runs made, and answers these. What is in such projects goes first: an administrator
// sees their networks among the user's own, and a network is in use until the servers of its project are gone.
func (t *Target) sweepThings(ctx context.Context, prefix string, dry bool, gone func(Swept)) (users, projects []Leak, err error) {
	match := byName(prefix)
	roles, _ := t.mayCreate(ctx)
	failed := []error{t.sweepPlaces(ctx, prefix, dry, gone)}
	if roles != nil {
		users, projects, err = t.sweepOwn(ctx, match, roles["admin"], dry, gone)
		failed = append(failed, err)
	}
	failed = append(failed, t.sweepProject(ctx, t.Main, match, dry, gone), t.sweepGiven(ctx, match, dry, gone))
	return users, projects, errors.Join(failed...)
}

// sweepOwn empties the projects that runs made and removes the key pairs of their users, which would outlive
// them. It answers those users and projects; they stay.
func (t *Target) sweepOwn(ctx context.Context, match mine, admin string, dry bool, gone func(Swept)) (users, projects []Leak, err error) {
	users, err = listOf(ctx, t.Main, identities[0], match)
	failed := []error{err}
	projects, err = listOf(ctx, t.Main, identities[1], match)
	failed = append(failed, err)
	for _, p := range projects {
		failed = append(failed, t.sweepAway(ctx, p, admin, match, dry, gone))
	}
	for _, u := range users {
		failed = append(failed, t.sweepKeys(ctx, u, dry, gone))
	}
	return users, projects, errors.Join(failed...)
}

// sweepGiven removes what runs made as the users given for actors; key pairs belong to a user, not to a project.
func (t *Target) sweepGiven(ctx context.Context, match mine, dry bool, gone func(Swept)) error {
	var failed []error
	for _, p := range personas {
		l, given := t.Config.Actors[p.name]
		if !given {
			continue
		}
		s, err := t.open(ctx, "sweep", l)
		if err != nil {
			failed = append(failed, fmt.Errorf("actor %s: %w", p.name, err))
			continue
		}
		if s.System || s.UserID == t.Main.UserID && s.ProjectID == t.Main.ProjectID {
			continue
		}
		failed = append(failed, t.sweepProject(ctx, s, match, dry, gone))
	}
	return errors.Join(failed...)
}

// sweepProject removes what matches in a session's project, and the session's own key pairs.
func (t *Target) sweepProject(ctx context.Context, s *session.Session, match mine, dry bool, gone func(Swept)) error {
	var failed []error
	for _, k := range everything {
		found, err := listOf(ctx, s, k, match)
		failed = append(failed, err)
		for _, l := range found {
			failed = append(failed, t.sweepOne(dry, l, gone, func() error { return sweepThing(ctx, s, k, l, cmp.Or(t.Patience, sweepPatience)) }))
		}
	}
	return errors.Join(failed...)
}

// sweepAway empties a project that a run made: the given user takes the role admin there, an assignment that is deleted
// with the project. Everything in that project is the run's, whatever its name. An administrator's lists also show other
// projects, and key pairs of the given user; those must match by name.
func (t *Target) sweepAway(ctx context.Context, p Leak, admin string, match mine, dry bool, gone func(Swept)) error {
	if dry {
		return nil
	}
	grant := "/projects/" + p.ID + "/users/" + t.Main.UserID + "/roles/" + admin
	reply, err := t.Main.Call(ctx, session.Call{Role: "cleanup", Service: openapi.Identity, Method: http.MethodPut, Path: grant})
	if err != nil {
		return err
	}
	if !reply.Is(http.StatusNoContent) {
		return fmt.Errorf("take the role admin in project %s: identity answers %d %s", p.Name, reply.Status, reply.Message())
	}
	l := t.Login
	l.Options.Scope, l.Options.TenantID, l.Options.TenantName = &gophercloud.AuthScope{ProjectID: p.ID}, "", ""
	s, err := t.open(ctx, "sweep", l)
	if err != nil {
		return err
	}
	of := func(name, project string) bool {
		return project == p.ID || project == "" && match(name, project)
	}
	return errors.Join(t.sweepProject(ctx, s, of, dry, gone), Remove(ctx, t.Main, openapi.Identity, grant))
}

// sweepKeys removes the key pairs of a user that a run made.
func (t *Target) sweepKeys(ctx context.Context, u Leak, dry bool, gone func(Swept)) error {
	k := kept{"keypair", openapi.Compute, "/os-keypairs?user_id=" + u.ID, "keypairs", "keypair", "name", "name", ""}
	keys, err := listAt(ctx, t.Main, k, "2.10", func(string, string) bool { return true })
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := t.sweepOne(dry, key, gone, func() error {
			return removeAt(ctx, t.Main, openapi.Compute, "/os-keypairs/"+url.PathEscape(key.ID)+"?user_id="+u.ID, "2.10")
		}); err != nil {
			return err
		}
	}
	return nil
}

func (t *Target) removeProject(ctx context.Context, id string) error {
	if t.Main.Offers(openapi.Network) {
		err := removeAll(ctx, t.Main, openapi.Network, "/security-groups?project_id="+id, "security_groups", "/security-groups/",
			func(item map[string]any) bool { return Text(item, "project_id") == id || Text(item, "tenant_id") == id })
		if err != nil {
			return err
		}
	}
	return Remove(ctx, t.Main, openapi.Identity, "/projects/"+id)
}

func (t *Target) sweepOne(dry bool, l Leak, gone func(Swept), remove func() error) error {
	var err error
	if !dry {
		err = remove()
	}
	gone(Swept{l, err})
	if err != nil {
		return fmt.Errorf("remove %s %s: %w", l.Kind, l.Name, err)
	}
	return nil
}

// sweepThing removes one thing and, where that takes time, waits until it is gone: the removals that follow may depend on it.
func sweepThing(ctx context.Context, s *session.Session, k kept, l Leak, patience time.Duration) error {
	path, _, _ := strings.Cut(strings.TrimSuffix(k.path, "/detail"), "?")
	path += "/" + url.PathEscape(l.ID)
	if k.kind == "stack" {
		path = "/stacks/" + url.PathEscape(l.Name) + "/" + l.ID
	}
	var refused error
	asked := false
	for waited := time.Duration(0); waited < patience; waited += sweepPause {
		if !asked {
			if err := unblock(ctx, s, k, path); err != nil {
				return err
			}
			refused = Remove(ctx, s, k.service, path)
			if answered := (*refusal)(nil); refused != nil && !errors.As(refused, &answered) {
				return refused
			}
			asked = refused == nil
		}
		if asked {
			reply, err := s.Call(ctx, session.Call{Role: "cleanup", Service: k.service, Method: http.MethodGet, Path: path})
			if err != nil {
				return err
			}
			stack, _ := reply.JSON["stack"].(map[string]any)
			if reply.Status == http.StatusNotFound || Text(stack, "stack_status") == "DELETE_COMPLETE" || k.kind == "image" || k.kind == "keypair" {
				return nil
			}
			asked = Text(stack, "stack_status") != "DELETE_FAILED"
			if server, _ := reply.JSON["server"].(map[string]any); Text(server, "status") == "SOFT_DELETED" {
				if _, err := s.Call(ctx, forceDelete(path)); err != nil {
					return err
				}
			}
		}
		if err := s.Pause(ctx, sweepPause); err != nil {
			return err
		}
	}
	if refused != nil {
		return fmt.Errorf("it is still there after %s: %w", patience, refused)
	}
	return fmt.Errorf("it is still there after %s", patience)
}

// forceDelete removes at once a server that the cloud keeps for a while after its deletion.
func forceDelete(path string) session.Call {
	return session.Call{
		Role: "cleanup", Service: openapi.Compute, Method: http.MethodPost, Path: path + "/action", Body: map[string]any{"forceDelete": nil},
	}
}

// unblock removes what may hinder a removal: a lock, attachments of deleted servers to a volume, the protection of an
// image. It ignores failures; the next try of the removal shows them.
func unblock(ctx context.Context, s *session.Session, k kept, path string) error {
	c := session.Call{Role: "cleanup", Service: k.service, Method: http.MethodPost, Path: path + "/action"}
	switch k.kind {
	case "server":
		c.Body = map[string]any{"unlock": nil}
	case "stack":
		c.Path, c.Body = path+"/actions", map[string]any{"unlock": nil}
	case "volume":
		c.Body = map[string]any{"os-reset_status": map[string]any{"status": "available", "attach_status": "detached"}}
	case "image":
		c.Method, c.Path, c.Type = http.MethodPatch, path, "application/openstack-images-v2.1-json-patch"
		c.Body = []any{map[string]any{"op": "replace", "path": "/protected", "value": false}}
	default:
		return nil
	}
	_, err := s.Call(ctx, c)
	return err
}

const (
	sweepPause = time.Second
	// sweepPatience is how long a sweep waits for one thing by default.
	sweepPatience = 5 * time.Minute
)
