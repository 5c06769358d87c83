package probe

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/internal/openapi"
	"plumbline/steps/internal/session"
	"plumbline/steps/internal/target"
)

// projectHypervisors counts the hypervisors listed for an administrator of a project at the oldest and at the newest
// microversion: where there is no list of a project's hypervisors, both list all of them. The fields of each hypervisor and
// the other keys of the answer are what requirements are about, so the probe does not read them.
func projectHypervisors(ctx context.Context, t *target.Target) error {
	chain, err := t.Documents.Chain(openapi.Compute, t.Profile)
	if err != nil {
		return err
	}
	newest := t.Offered
	if chain.Max().Less(newest) {
		newest = chain.Max()
	}
	before, was, err := countHypervisors(ctx, t, t.Min)
	if err != nil {
		return err
	}
	after, is, err := countHypervisors(ctx, t, newest)
	if err != nil {
		return err
	}
	saw := "by an administrator within a project: " + was + ", " + is
	switch {
	case before < 0 || after < 0:
		t.Unknown(target.ProjectHypervisors, fmt.Sprintf("as %s %s, %s: only an administrator can find it out: give --actor "+
			"admin=CLOUD, or an --os-cloud that may list hypervisors", target.FirstActor(t, "admin").UserName, was, is))
	case before == 0:
		t.Unknown(target.ProjectHypervisors, saw+", which tells neither that it is there nor that it is not")
	default:
		t.Found(target.ProjectHypervisors, after < before, saw)
	}
	return nil
}

// countHypervisors answers how many hypervisors are listed, -1 where no list is answered.
func countHypervisors(ctx context.Context, t *target.Target, at openapi.Version) (n int, saw string, err error) {
	reply, err := target.FirstActor(t, "admin").Call(ctx,
		session.Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-hypervisors", At: at.String()})
	if err != nil {
		return 0, "", err
	}
	saw = fmt.Sprintf("GET /os-hypervisors at %s answers %d", at, reply.Status)
	list, ok := reply.JSON["hypervisors"].([]any)
	if !reply.Is(http.StatusOK) || !ok {
		return -1, saw, nil
	}
	return len(list), fmt.Sprintf("%s with %d hypervisors", saw, len(list)), nil
}
