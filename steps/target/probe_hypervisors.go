package target

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/openapi"
)

// ProjectHypervisors: an administrator of a project is shown the hypervisors of the project, and only what they are.
// No release does that (class N).
const ProjectHypervisors = "project-hypervisors"

// probeProjectHypervisors lists the hypervisors as an administrator within a project at the newest microversion: where
// no list of a project's hypervisors exists, it names them all; where one exists, it names none and has the key
// hypervisors_links, null, even when there is no next page.
func (t *Target) probeProjectHypervisors(ctx context.Context) error {
	s := t.anyone("admin")
	chain, err := openapi.Builtin(openapi.Compute, t.Profile)
	if err != nil {
		return err
	}
	at := t.Offered
	if chain.Max().Less(at) {
		at = chain.Max()
	}
	reply, err := s.Call(ctx, Call{Role: "probe", Service: openapi.Compute, Method: http.MethodGet, Path: "/os-hypervisors", At: at.String()})
	if err != nil {
		return err
	}
	saw := fmt.Sprintf("GET /os-hypervisors at %s by an administrator within a project answers %d", at, reply.Status)
	if !reply.Is(http.StatusOK) {
		t.unknown(ProjectHypervisors, saw+", which tells neither that it is there nor that it is not")
		return nil
	}
	all := objects(reply.JSON["hypervisors"])
	named := 0
	for _, h := range all {
		if text(h, "hypervisor_hostname") != "" {
			named++
		}
	}
	_, links := reply.JSON["hypervisors_links"]
	switch {
	case named > 0:
		t.found(ProjectHypervisors, false, fmt.Sprintf("%s with all hypervisors by name (%d)", saw, named))
	case links:
		t.found(ProjectHypervisors, true, fmt.Sprintf("%s with %d hypervisors, none of them by name, and hypervisors_links", saw, len(all)))
	default:
		t.unknown(ProjectHypervisors, saw+" with no hypervisors, which tells neither that it is there nor that it is not")
	}
	return nil
}
