package probe

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

const (
	// RebuildTrait is the trait that the specification gives to hosts that can rebuild volume-backed servers.
	RebuildTrait = "COMPUTE_REBUILD_BFV"
	// TraitsAt is the placement microversion that has traits.
	TraitsAt = "1.6"
)

// probeTrait asks placement for the trait. Only an admin may.
func probeTrait(ctx context.Context, t *target.Target) error {
	s := target.FirstActor(t, "admin")
	if !s.Offers(openapi.Placement) {
		t.Found(target.ReimageTrait, false, inCatalogue(t, openapi.Placement))
		return nil
	}
	path := "/traits?name=in:" + RebuildTrait
	reply, err := s.Call(ctx, session.Call{Role: "probe", Service: openapi.Placement, Method: http.MethodGet, Path: path, At: TraitsAt})
	if err != nil {
		return err
	}
	list, _ := reply.JSON["traits"].([]any)
	t.Found(target.ReimageTrait, slices.Contains(list, any(RebuildTrait)),
		fmt.Sprintf("GET %s of placement answers %d %v", path, reply.Status, list))
	return nil
}
