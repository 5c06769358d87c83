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

// stacks finds out how Heat is configured, by requests about a stack that does not exist: an action that is switched off or
// that policy forbids is refused before the stack is looked for.
func stacks(ctx context.Context, t *target.Target) error {
	for _, name := range target.StackCapabilities {
		switch {
		case !t.Main.Offers(openapi.Orchestration):
			t.Found(name, false, inCatalogue(t, openapi.Orchestration))
		case t.ReadOnly:
			t.Unknown(name, "found out when the run begins")
		}
	}
	if t.ReadOnly || !t.Main.Offers(openapi.Orchestration) {
		return nil
	}
	never := "/stacks/" + t.Prefix() + "never/" + nowhere
	for _, p := range []struct {
		capability, words string
		call              session.Call
	}{
		{
			target.StackAbandon, "DELETE …/abandon of a stack that does not exist",
			session.Call{Method: http.MethodDelete, Path: never + "/abandon"},
		},
		{
			target.StackAdopt, "adopting a stack with a name that no stack may have",
			session.Call{Method: http.MethodPost, Path: "/stacks", Body: map[string]any{
				"stack_name": "1 " + t.Prefix() +
					"never", "timeout_mins": 1,
				"adopt_stack_data": `{"resources": {}, "template": {"heat_template_version": "2018-08-31"}, "environment": {}}`,
			}},
		},
	} {
		call := p.call
		call.Role, call.Service = "probe", openapi.Orchestration
		reply, err := target.FirstActor(t, "member", "admin").Call(ctx, call)
		if err != nil {
			return err
		}
		saw := fmt.Sprintf("%s answers %d %s", p.words, reply.Status, reply.Message())
		if reply.Status < 300 {
			return fmt.Errorf("a probe was accepted that nothing can come of: %s", saw)
		}
		t.Found(p.capability, !strings.Contains(reply.Message(), "is not supported"), saw)
	}
	return heatPolicy(ctx, t, never)
}

// heatPolicyQuestions are requests that Heat's older policy defaults allow a reader and those since 2023.1 do not, about a
// stack that does not exist: policy is checked before the stack is looked for. None of them is a request of LCK-09.
var heatPolicyQuestions = []struct {
	words, method, path string
	body                any
}{
	{"deleting", http.MethodDelete, "", nil},
	{"taking a snapshot of", http.MethodPost, "/snapshots", map[string]any{}},
}

// heatPolicy finds out which policy defaults Heat has. Answers that fit neither mean that the operator changed the policy.
func heatPolicy(ctx context.Context, t *target.Target, never string) error {
	s := t.Sessions["reader"]
	if s == nil {
		reason := "only the actor reader can find out: " + t.States["reader"].Reason
		t.Unknown(target.HeatNewPolicy, reason)
		t.Unknown(target.HeatLegacyPolicy, reason)
		return nil
	}
	forbidden, open := true, true
	var saw []string
	for _, q := range heatPolicyQuestions {
		reply, err := s.Call(ctx,
			session.Call{Role: "probe", Service: openapi.Orchestration, Method: q.method, Path: never + q.path, Body: q.body})
		if err != nil {
			return err
		}
		forbidden = forbidden && reply.Is(http.StatusForbidden)
		open = open && reply.Is(http.StatusNotFound)
		saw = append(saw, fmt.Sprintf("%s a stack that does not exist, as reader, answers %d %s", q.words, reply.Status, reply.Message()))
	}
	t.Found(target.HeatNewPolicy, forbidden, strings.Join(saw, "; "))
	t.Found(target.HeatLegacyPolicy, open, strings.Join(saw, "; "))
	return nil
}
