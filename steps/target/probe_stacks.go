package target

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"plumbline/openapi"
)

// probeStacks finds out how the operator has set up Heat, asking about a stack that does not exist: what is
// switched off is refused before the stack is looked for, and so is what policy forbids.
func (t *Target) probeStacks(ctx context.Context) error {
	for _, name := range stackCapabilities {
		switch {
		case !t.Main.Offers(openapi.Orchestration):
			t.found(name, false, t.inCatalogue(openapi.Orchestration))
		case t.ReadOnly:
			t.unknown(name, "found out when the run begins")
		}
	}
	if t.ReadOnly || !t.Main.Offers(openapi.Orchestration) {
		return nil
	}
	never := "/stacks/" + t.Prefix() + "never/" + nowhere
	for _, p := range []struct {
		capability, words string
		call              Call
	}{
		{StackAbandon, "DELETE …/abandon of a stack that does not exist", Call{Method: http.MethodDelete, Path: never + "/abandon"}},
		{StackAdopt, "adopting a stack with a name that no stack may have", Call{Method: http.MethodPost, Path: "/stacks", Body: map[string]any{
			"stack_name": "1 " + t.Prefix() + "never", "timeout_mins": 1, "adopt_stack_data": `{"resources": {}, "template": {"heat_template_version": "2018-08-31"}, "environment": {}}`,
		}}},
	} {
		call := p.call
		call.Role, call.Service = "probe", openapi.Orchestration
		reply, err := t.anyone("member", "admin").Call(ctx, call)
		if err != nil {
			return err
		}
		saw := fmt.Sprintf("%s answers %d %s", p.words, reply.Status, reply.Message())
		if reply.Status < 300 {
			return fmt.Errorf("a probe was accepted that nothing can come of: %s", saw)
		}
		t.found(p.capability, !strings.Contains(reply.Message(), "is not supported"), saw)
	}
	return t.probeHeatPolicy(ctx, never)
}

// probeHeatPolicy finds out whether a reader may suspend a stack: policy comes before the stack is looked for.
func (t *Target) probeHeatPolicy(ctx context.Context, never string) error {
	s := t.sessions["reader"]
	if s == nil {
		reason := "only the actor reader can find out: " + t.states["reader"].Reason
		t.unknown(HeatNewPolicy, reason)
		t.unknown(HeatLegacyPolicy, reason)
		return nil
	}
	reply, err := s.Call(ctx, Call{Role: "probe", Service: openapi.Orchestration, Method: http.MethodPost, Path: never + "/actions", Body: map[string]any{"suspend": nil}})
	if err != nil {
		return err
	}
	saw := fmt.Sprintf("suspending a stack that does not exist, as reader, answers %d %s", reply.Status, reply.Message())
	t.found(HeatNewPolicy, reply.Is(http.StatusForbidden), saw)
	t.found(HeatLegacyPolicy, reply.Is(http.StatusNotFound), saw)
	return nil
}
