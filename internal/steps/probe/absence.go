package probe

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/session"
	"plumbline/internal/steps/target"
)

// absence is a probe for a feature that no release has. It requests the feature for a resource that does not exist, so that
// nothing changes: a target without the feature refuses the request as unknown, one with it does not find the resource.
type absence struct {
	capability string
	service    openapi.Service
	// actor sends the request; the given user does where the actor is missing.
	actor string
	call  session.Call
	// words describe the request in the evidence, refusal the answer of a target without the feature.
	words, refusal string
	// present are the statuses of a target that has the feature.
	present []int
}

// nowhere is an id that no cloud gives to anything.
const nowhere = "00000000-0000-4000-8000-00000000dead"

// absences lists the probes. newest is the newest compute microversion that target and documents share.
func absences(t *target.Target, newest openapi.Version) []absence {
	return []absence{
		{
			capability: target.StackLock, service: openapi.Orchestration, actor: "member", present: []int{http.StatusNotFound},
			call:  actionOfNoStack(t, "lock"),
			words: `POST {"lock": null} to the actions of a stack that does not exist`, refusal: "Invalid action lock specified",
		},
		{ // a Heat that knows only one of the two actions has half of the specification, and is tested
			capability: target.StackLock, service: openapi.Orchestration, actor: "member", present: []int{http.StatusNotFound},
			call:  actionOfNoStack(t, "unlock"),
			words: `POST {"unlock": null} to the actions of a stack that does not exist`, refusal: "Invalid action unlock specified",
		},
		{
			capability: target.HypervisorUUID, service: openapi.Compute, actor: "admin", present: []int{http.StatusBadRequest},
			call: session.Call{Method: http.MethodPost, Path: "/servers", At: newest.String(), Body: map[string]any{"server": map[string]any{
				"name": t.Prefix() + "never", "imageRef": t.Resources.Image.ID, "flavorRef": "plumbline-no-such-flavor",
				"networks": "none", "hypervisor_uuid": nowhere,
			}}},
			words:   "POST /servers at " + newest.String() + " with hypervisor_uuid and a flavor that does not exist",
			refusal: "Additional properties are not allowed ('hypervisor_uuid' was unexpected)",
		},
		{
			capability: target.ReimageFlag, service: openapi.Compute, actor: "member", present: []int{http.StatusNotFound},
			call: session.Call{
				Method: http.MethodPost, Path: "/servers/" + nowhere + "/action", At: newest.String(),
				Body: map[string]any{"rebuild": map[string]any{
					"imageRef": t.Resources.Image.ID, "reimage_boot_volume": true,
				}},
			},
			words:   "a rebuild at " + newest.String() + " with reimage_boot_volume of a server that does not exist",
			refusal: "Additional properties are not allowed ('reimage_boot_volume' was unexpected)",
		},
	}
}

// refused records the evidence that a capability is absent. Where several probes cover it, it is absent only if all are refused.
func refused(t *target.Target, capability, saw string) {
	before := t.Known[capability]
	switch {
	case before.Unknown:
	case before.Evidence != "":
		t.Found(capability, false, before.Evidence+"; "+saw)
	default:
		t.Found(capability, false, saw)
	}
}

// actionOfNoStack is the request of an action on a stack that does not exist.
func actionOfNoStack(t *target.Target, action string) session.Call {
	return session.Call{
		Method: http.MethodPost, Path: "/stacks/" + t.Prefix() + "never/" + nowhere + "/actions",
		Body: map[string]any{action: nil},
	}
}

// probeAbsences probes each feature that no release has.
func probeAbsences(ctx context.Context, t *target.Target) error {
	chain, err := t.Documents.Chain(openapi.Compute, t.Profile)
	if err != nil {
		return err
	}
	newest := t.Offered
	if chain.Max().Less(newest) {
		newest = chain.Max()
	}
	for _, a := range absences(t, newest) {
		if err := probeAbsence(ctx, t, a); err != nil {
			return err
		}
	}
	return nil
}

func probeAbsence(ctx context.Context, t *target.Target, a absence) error {
	s := target.FirstActor(t, a.actor, "member", "admin")
	switch {
	case t.Known[a.capability].Present:
		return nil // another probe found it
	case !s.Offers(a.service):
		t.Found(a.capability, false, inCatalogue(t, a.service))
		return nil
	case t.ReadOnly:
		t.Unknown(a.capability, "found out when the run begins: "+a.words)
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
		refused(t, a.capability, fmt.Sprintf("%s answers 400 %q", a.words, a.refusal))
	case reply.Is(a.present...):
		t.Found(a.capability, true, saw)
	case reply.Is(http.StatusForbidden) && t.Sessions[a.actor] == nil:
		t.Unknown(a.capability, fmt.Sprintf("%s; the actor %s can find it out: %s", saw, a.actor, t.States[a.actor].Reason))
	default:
		t.Unknown(a.capability, saw+", which tells neither that it is there nor that it is not")
	}
	return nil
}
