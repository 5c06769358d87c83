package target

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"plumbline/openapi"
)

// absence is a probe for what no release has. It asks for the new thing of something that does not exist,
// so that nothing can come of it: a target without it refuses the words, one with it misses the thing.
type absence struct {
	capability string
	service    openapi.Service
	// actor is who asks; the given user where there is no such actor.
	actor string
	call  Call
	// words tell the request in the evidence, refusal is what the answer says where the thing is absent.
	words, refusal string
	// present are the statuses of a target that has it.
	present []int
}

// nowhere is an id that no cloud gives to anything.
const nowhere = "00000000-0000-4000-8000-00000000dead"

// absences lists the probes. newest is the newest compute microversion that target and documents share.
func (t *Target) absences(newest openapi.Version) []absence {
	return []absence{
		{
			capability: StackLock, service: openapi.Orchestration, actor: "member", present: []int{http.StatusNotFound},
			call:  Call{Method: http.MethodPost, Path: "/stacks/" + t.Prefix() + "never/" + nowhere + "/actions", Body: map[string]any{"lock": nil}},
			words: `POST {"lock": null} to the actions of a stack that does not exist`, refusal: "Invalid action lock specified",
		},
		{
			capability: HypervisorUUID, service: openapi.Compute, actor: "admin", present: []int{http.StatusBadRequest},
			call: Call{Method: http.MethodPost, Path: "/servers", At: newest.String(), Body: map[string]any{"server": map[string]any{
				"name": t.Prefix() + "never", "imageRef": t.Resources.Image.ID, "flavorRef": "plumbline-no-such-flavor", "networks": "none", "hypervisor_uuid": nowhere,
			}}},
			words:   "POST /servers at " + newest.String() + " with hypervisor_uuid and a flavor that does not exist",
			refusal: "Additional properties are not allowed ('hypervisor_uuid' was unexpected)",
		},
		{
			capability: ReimageFlag, service: openapi.Compute, actor: "member", present: []int{http.StatusNotFound},
			call: Call{Method: http.MethodPost, Path: "/servers/" + nowhere + "/action", At: newest.String(), Body: map[string]any{"rebuild": map[string]any{
				"imageRef": t.Resources.Image.ID, "reimage_boot_volume": true,
			}}},
			words:   "a rebuild at " + newest.String() + " with reimage_boot_volume of a server that does not exist",
			refusal: "Additional properties are not allowed ('reimage_boot_volume' was unexpected)",
		},
	}
}

// probeAbsences asks for each thing that no release has.
func (t *Target) probeAbsences(ctx context.Context) error {
	chain, err := openapi.Builtin(openapi.Compute, t.Profile)
	if err != nil {
		return err
	}
	newest := t.Offered
	if chain.Max().Less(newest) {
		newest = chain.Max()
	}
	for _, a := range t.absences(newest) {
		if err := t.probeAbsence(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

func (t *Target) probeAbsence(ctx context.Context, a absence) error {
	s := t.anyone(a.actor, "member", "admin")
	switch {
	case !s.Offers(a.service):
		t.found(a.capability, false, t.inCatalogue(a.service))
		return nil
	case t.ReadOnly:
		t.unknown(a.capability, "found out when the run begins: "+a.words)
		return nil
	}
	call := a.call
	call.Role, call.Service = "probe", a.service
	reply, err := s.Call(ctx, call)
	if err != nil {
		return err
	}
	saw := strings.TrimSpace(fmt.Sprintf("%s answers %d %s", a.words, reply.Status, reply.Message()))
	switch {
	case reply.Status < 300:
		return fmt.Errorf("a probe was accepted that nothing can come of: %s", saw)
	case reply.Is(http.StatusBadRequest) && strings.Contains(reply.Message(), a.refusal):
		t.found(a.capability, false, fmt.Sprintf("%s answers 400 %q", a.words, a.refusal))
	case reply.Is(a.present...):
		t.found(a.capability, true, saw)
	default:
		t.unknown(a.capability, saw+", which tells neither that it is there nor that it is not")
	}
	return nil
}
