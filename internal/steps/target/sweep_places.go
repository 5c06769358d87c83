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

// sweepPlaces undoes the changes of runs to hosts: it enables compute services whose disabled_reason begins with the prefix, and
// removes the runs' aggregates and their hosts. Only an administrator sees either, and only an administrator can have changed them.
func (t *Target) sweepPlaces(ctx context.Context, prefix string, dry bool, gone func(Swept)) error {
	return errors.Join(t.sweepServices(ctx, prefix, dry, gone), t.sweepAggregates(ctx, prefix, dry, gone))
}

// servicesAt is the microversion from which a compute service is named by its uuid.
const servicesAt = "2.53"

func (t *Target) sweepServices(ctx context.Context, prefix string, dry bool, gone func(Swept)) error {
	reply, err := t.Main.Call(ctx,
		session.Call{Role: "cleanup", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-services", At: servicesAt})
	if err != nil || !reply.Is(http.StatusOK) {
		return err
	}
	var failed []error
	for _, service := range Objects(reply.JSON["services"]) {
		if Text(service, "status") != "disabled" || !strings.HasPrefix(Text(service, "disabled_reason"), prefix) {
			continue
		}
		l := Leak{Kind: "disabled compute service", ID: Text(service, "id"), Name: Text(service, "host")}
		failed = append(failed, t.sweepOne(dry, l, gone, func() error {
			return t.change(ctx, http.MethodPut, "/os-services/"+l.ID, servicesAt, map[string]any{"status": "enabled"})
		}))
	}
	return errors.Join(failed...)
}

func (t *Target) sweepAggregates(ctx context.Context, prefix string, dry bool, gone func(Swept)) error {
	reply, err := t.Main.Call(ctx,
		session.Call{Role: "cleanup", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-aggregates", At: "2.1"})
	if err != nil || !reply.Is(http.StatusOK) {
		return err
	}
	var failed []error
	for _, aggregate := range Objects(reply.JSON["aggregates"]) {
		if !strings.HasPrefix(Text(aggregate, "name"), prefix) {
			continue
		}
		l := Leak{Kind: "aggregate", ID: fmt.Sprint(Number(aggregate, "id")), Name: Text(aggregate, "name")}
		failed = append(failed, t.sweepOne(dry, l, gone, func() error { return t.removeAggregate(ctx, l.ID, aggregate) }))
	}
	return errors.Join(failed...)
}

func (t *Target) removeAggregate(ctx context.Context, id string, aggregate map[string]any) error {
	hosts, _ := aggregate["hosts"].([]any)
	for _, host := range hosts {
		if err := t.change(ctx, http.MethodPost, "/os-aggregates/"+id+"/action", "2.1",
			map[string]any{"remove_host": map[string]any{"host": host}}); err != nil {
			return err
		}
	}
	return Remove(ctx, t.Main, openapi.Compute, "/os-aggregates/"+id)
}

// change sends a compute request of the clean-up that has to succeed.
func (t *Target) change(ctx context.Context, method, path, at string, body map[string]any) error {
	reply, err := t.Main.Call(ctx, session.Call{Role: "cleanup", Service: openapi.Compute, Method: method, Path: path, At: at, Body: body})
	if err == nil && reply.Status >= 300 {
		err = fmt.Errorf("compute answers %d %s to %s %s", reply.Status, reply.Message(), method, path)
	}
	return err
}
