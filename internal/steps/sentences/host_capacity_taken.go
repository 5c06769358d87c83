package sentences

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// claimsAt is the placement microversion from which consumers have a generation.
const claimsAt = "1.28"

// takeAllBut allocates a host's free amount of a resource to other consumers, except for what a server of the run's flavor
// needs plus more (which may be negative). No consumer may get more than the inventory's max_unit, so there may be several.
func takeAllBut(w *world.World, host string, what resource, more int) error {
	id := fixtures.HypervisorNamed(w, host).UUID
	provider := "/resource_providers/" + id
	of := map[string]float64{}
	for _, field := range []string{"total", "reserved", "allocation_ratio", "max_unit"} {
		value, err := readAmount(w, provider+"/inventories", "/inventories/"+what.class+"/"+field)
		if err != nil {
			return err
		}
		of[field] = value
	}
	used, err := readAmount(w, provider+"/usages", "/usages/"+what.class)
	if err != nil {
		return err
	}
	needs, err := what.takenByServer(w)
	if err != nil {
		return err
	}
	if needs < 1 {
		return fmt.Errorf("the flavor's %s is %v: a server of it needs nothing that others could take", what.field, needs)
	}
	left := int((of["total"]-of["reserved"])*of["allocation_ratio"]) - int(used+needs) - more
	for left > 0 {
		n := min(left, int(of["max_unit"]))
		if err := claimResources(w, id, what.class, n); err != nil {
			return err
		}
		left -= n
	}
	return nil
}

// claimResources allocates n units of a host to a consumer that is no server, until the case is over.
func claimResources(w *world.World, provider, class string, n int) error {
	bytes := make([]byte, 16)
	if _, err := io.ReadFull(w.Env().Entropy(), bytes); err != nil {
		return err
	}
	text := hex.EncodeToString(bytes)
	path := "/allocations/" + text[:8] + "-" + text[8:12] + "-4" + text[13:16] + "-8" + text[17:20] + "-" + text[20:]
	project := fixtures.ProjectID(w, "admin")
	take := func(method string, body any) world.Request {
		return world.Request{Actor: "admin", Service: openapi.Placement, At: claimsAt, Method: method, Path: path, Body: body}
	}
	w.CleanUp("claim of a host", path, "", func(context.Context) error {
		x, err := w.Do(world.Cleanup, take(http.MethodDelete, nil))
		if err == nil && x.Status != http.StatusNoContent && x.Status != http.StatusNotFound {
			err = fmt.Errorf("DELETE %s answers %s", path, x.Summary())
		}
		return err
	})
	_, err := w.Setup(take(http.MethodPut, map[string]any{
		"allocations":         map[string]any{provider: map[string]any{"resources": map[string]any{class: n}}},
		"consumer_generation": nil, "project_id": project, "user_id": project,
	}), http.StatusNoContent)
	return err
}
