package target

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/session"
)

// RemoveAtEnd registers a removal at the end of the run.
func (t *Target) RemoveAtEnd(r Removal) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.removals = append(t.removals, r)
}

// Close removes what was made for the run, last made first, and records each removal. It goes on after an error and answers
// all errors. keepHomes leaves users and projects in place.
func (t *Target) Close(ctx context.Context, keepHomes bool) error {
	t.mu.Lock()
	removals := t.removals
	t.removals = nil
	t.mu.Unlock()
	var failed []error
	for _, r := range slices.Backward(removals) {
		if r.Home && keepHomes {
			continue
		}
		err := r.Remove(ctx)
		event := &eventlog.CleanedUp{Kind: r.Kind, ID: r.ID, Name: r.Name}
		if err != nil {
			event.Error = t.Tools.Redact.Text(err.Error())
			failed = append(failed, fmt.Errorf("remove %s %s: %w", r.Kind, r.Name, err))
		}
		if err := t.Tools.Log.Append(event); err != nil {
			failed = append(failed, err)
		}
	}
	if t.Feed != nil {
		failed = append(failed, t.Feed.Close())
	}
	failed = append(failed, t.unlisten())
	return errors.Join(failed...)
}

// Remove deletes one resource; that it is gone already is fine.
func Remove(ctx context.Context, s *session.Session, service openapi.Service, path string) error {
	return removeAt(ctx, s, service, path, "")
}

func removeAt(ctx context.Context, s *session.Session, service openapi.Service, path, at string) error {
	reply, err := s.Call(ctx, session.Call{Role: "cleanup", Service: service, Method: http.MethodDelete, Path: path, At: at})
	if err != nil {
		return err
	}
	if reply.Status >= 300 && reply.Status != http.StatusNotFound {
		return &refusal{fmt.Errorf("%s answers %d %s", service, reply.Status, reply.Message())}
	}
	return nil
}

// refusal is the error for an answer that refuses a removal for good or for now.
type refusal struct{ error }

// removeAll deletes the items of a list that match.
func removeAll(ctx context.Context, s *session.Session, service openapi.Service, list, key, path string,
	match func(map[string]any) bool,
) error {
	reply, err := s.Call(ctx, session.Call{Role: "cleanup", Service: service, Method: http.MethodGet, Path: list})
	if err != nil {
		return err
	}
	if !reply.Is(http.StatusOK) {
		return fmt.Errorf("%s answers %d to GET %s", service, reply.Status, list)
	}
	for _, item := range Objects(reply.JSON[key]) {
		if match(item) {
			if err := Remove(ctx, s, service, path+Text(item, "id")); err != nil {
				return err
			}
		}
	}
	return nil
}

// Objects reads a list of objects from decoded JSON; anything else in it is left out.
func Objects(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, item := range list {
		if o, ok := item.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}

func Text(o map[string]any, key string) string {
	s, _ := o[key].(string)
	return s
}

func Number(o map[string]any, key string) float64 {
	n, _ := o[key].(float64)
	return n
}
