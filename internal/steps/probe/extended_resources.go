package probe

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// extendedResources finds out whether the network service lets ports request resources in groups.
func extendedResources(ctx context.Context, t *target.Target) error {
	s := target.FirstActor(t, "member", "admin")
	switch {
	case !s.Offers(openapi.Network):
		t.Found(target.ExtendedResources, false, "the catalogue offers no network")
		return nil
	case t.Control != nil:
		t.Found(target.ExtendedResources, true, "the mock's control API has ports ask for resources, and compute services too old for it")
		return nil
	}
	reply, err := s.Call(ctx, session.Call{Role: "probe", Service: openapi.Network, Method: http.MethodGet, Path: "/extensions"})
	if err != nil {
		return err
	}
	for _, e := range target.Objects(reply.JSON["extensions"]) {
		if target.Text(e, "alias") == "port-resource-request-groups" {
			t.CannotSee(target.ExtendedResources, "the network service has port-resource-request-groups; no API shows, or makes, "+
				"a compute service that is too old for it")
			return nil
		}
	}
	t.Found(target.ExtendedResources, false,
		fmt.Sprintf("GET /extensions of the network service answers %d, without port-resource-request-groups", reply.Status))
	return nil
}
