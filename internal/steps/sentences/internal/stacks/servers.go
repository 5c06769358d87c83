package stacks

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// byAge sorts resources by their time of creation, so that every run reads the members of a scaling group in the same
// order; their names are random.
func byAge(resources []object) []object {
	return slices.SortedStableFunc(slices.Values(resources), func(a, b object) int {
		made, other := fmt.Sprint(a["creation_time"]), fmt.Sprint(b["creation_time"])
		return cmp.Compare(made, other)
	})
}

// eachServer reads each server of a stack, compares their number, and checks each with judge.
func eachServer(w *world.World, n int, which string, judge func(*world.Exchange) error) error {
	return eachOf(w, n, which, "OS::Nova::Server", func(id string) error {
		x, err := w.Observe(world.Request{Actor: "member", At: "2.9", Method: http.MethodGet, Path: "/servers/" + id}, http.StatusOK)
		if err != nil {
			return err
		}
		return judge(x)
	})
}

// imagesProtected checks whether each image of a stack is protected.
func imagesProtected(w *world.World, n int, which string, want bool) error {
	return eachOf(w, n, which, "OS::Glance::WebImage", func(id string) error { return imageIs(w, id, want) })
}

// eachOf compares the number of a stack's resources of a type, and checks what each stands for with judge.
func eachOf(w *world.World, n int, which, kind string, judge func(id string) error) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	x, err := w.Observe(heat("member", "GET", path(stack)+"/resources", nil), 200)
	if err != nil {
		return err
	}
	seen := 0
	for _, r := range byAge(objectsAt(x, "/resources")) {
		if r["resource_type"] != kind {
			continue
		}
		seen++
		id, _ := r["physical_resource_id"].(string)
		if err := judge(id); err != nil {
			return fmt.Errorf("resource %v: %w", r["resource_name"], err)
		}
	}
	if seen != n {
		return world.Differ("the resources "+kind+" of "+which, n, seen)
	}
	return nil
}

// serversLocked checks whether each server of a stack is locked.
func serversLocked(w *world.World, n int, which string, want bool) error {
	return eachServer(w, n, which, func(x *world.Exchange) error { return x.Shows("/server/locked", want) })
}

// serversBelong checks the owner of the servers of a stack.
func serversBelong(w *world.World, n int, which, who string) error {
	user, project := fixtures.UserID(w, who), fixtures.ProjectID(w, who)
	return eachServer(w, n, which, func(x *world.Exchange) error {
		return agree([]expectation{
			{"the user of a server", user, x.Text("/server/user_id")}, {"the project of a server", project, x.Text("/server/tenant_id")},
		})
	})
}

// Parts with servers that outlive their stacks.
const (
	lastingServer = "a server that outlives it"
	lastingNest   = "a nested stack in a nested stack whose servers outlive it"
)

// retained is a resource whose deletion policy lets it outlive its stack.
func retained(resource object) object { return merged(resource, object{"deletion_policy": "Retain"}) }

// removeLasting registers the removal of the servers that a stack with such parts leaves behind, also one that was not made whole. The
// error is that of the first server that is not found.
func removeLasting(w *world.World, parts []string) (missing error) {
	for _, one := range []struct{ part, which string }{
		{lastingServer, "the stack"}, {lastingNest, "the middle stack"}, {lastingNest, "the innermost stack"},
	} {
		if !slices.Contains(parts, one.part) {
			continue
		}
		if id, err := part(w, one.which, "server"); err == nil && id != "" {
			fixtures.RemoveLeftServer(w, &world.Noun{Kind: "server", ID: id, RealName: one.which, Owner: "member"})
		} else if missing == nil {
			missing = err
		}
	}
	return missing
}

// lastingLocked checks whether a server that has outlived its stack is locked. Its id is known from before the request.
func lastingLocked(w *world.World, which string, want bool) error {
	stack, err := named(w, which)
	if err != nil {
		return err
	}
	before, _ := stack.Facts["before"].(*look)
	if before == nil || before.resources["server"].physicalID == "" {
		return errors.New("nobody looked at the server of " + which + " before the request")
	}
	x, err := w.Observe(world.Request{
		Actor: "member", At: "2.9", Method: http.MethodGet, Path: "/servers/" + before.resources["server"].physicalID,
	}, 200)
	if err != nil {
		return err
	}
	return x.Shows("/server/locked", want)
}
