// Package otherruns keeps runs apart that change hosts and zones of one cloud: a host that one of them closes fails rows of another.
package otherruns

import (
	"context"
	"fmt"
	"net/http"
	"regexp"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// at is the microversion of the requests here.
const at = "2.1"

// markName ends the name of the mark of a run that changes hosts or zones: an aggregate without hosts and without a zone, which changes
// nothing, and which every administrator of the cloud sees. Scenarios make others, whose names begin alike.
const markName = "changes-hosts"

// byRun matches the names of what runs make, with the id of the run.
var byRun = regexp.MustCompile(`^` + target.Prefix + `([0-9a-f]{8})-`)

// Found is the id of another run that changes hosts or zones of the cloud, or was killed while it did. It is "" where there is none, and
// where that cannot be known: only administrators see aggregates.
func Found(ctx context.Context, t *target.Target) string {
	made, _ := aggregates(ctx, t) // a cloud that does not answer shows that in the rows
	for _, aggregate := range made {
		if name := byRun.FindStringSubmatch(target.Text(aggregate, "name")); name != nil && name[1] != t.RunID {
			return name[1]
		}
	}
	return ""
}

// Begin keeps the run away from a cloud whose hosts and zones another run changes. A run that changes them itself is marked until End. The
// error is one in the operator's settings (target.ErrConfiguration).
func Begin(ctx context.Context, t *target.Target, changes bool) error {
	if changes {
		mark(ctx, t)
	}
	other := Found(ctx, t)
	if other == "" {
		return nil
	}
	return target.Misconfigured(fmt.Errorf("run %s changes hosts and zones of this cloud, or was killed while it did: wait until it has ended, "+
		"or remove what it left with `plumbline sweep --run %s` and the same cloud", other, other))
}

// mark makes the mark of the run. A cloud that refuses it lets nobody change its hosts either, or shows in the rows that it is broken.
func mark(ctx context.Context, t *target.Target) {
	_, _ = t.Main.Call(ctx, session.Call{
		Role: "setup", Service: openapi.Compute, Method: http.MethodPost, Path: "/os-aggregates", At: at,
		Body: map[string]any{"aggregate": map[string]any{"name": t.Prefix() + markName}},
	})
}

// End removes the mark of the run where there is one.
func End(ctx context.Context, t *target.Target) error {
	made, err := aggregates(ctx, t)
	for _, aggregate := range made {
		if target.Text(aggregate, "name") == t.Prefix()+markName {
			return target.Remove(ctx, t.Main, openapi.Compute, fmt.Sprintf("/os-aggregates/%d", int64(target.Number(aggregate, "id"))))
		}
	}
	return err
}

// aggregates lists the aggregates of the cloud, none to a user who may not see them.
func aggregates(ctx context.Context, t *target.Target) ([]map[string]any, error) {
	reply, err := t.Main.Call(ctx, session.Call{
		Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-aggregates", At: at,
	})
	if err != nil || !reply.Is(http.StatusOK) {
		return nil, err
	}
	return target.Objects(reply.JSON["aggregates"]), nil
}
