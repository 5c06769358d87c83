package orchestration

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// hookOperations are what a signed URL leads to: a signal without a token. Heat has it in the API that is compatible
// with another cloud's; the mock has it beside its own.
func (h *heat) hookOperations() map[string]pipeline.Operation {
	signal := h.signalOperations()["stack-resources.signal"]
	return map[string]pipeline.Operation{"signals.deliver": signal}
}

// hooked is the stage that lets a signed URL speak for the stack's owner.
func hooked() pipeline.Stage {
	return pipeline.Stage{Name: "signature", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Operation.ID != "signals.deliver" {
			return nil
		}
		x.DoNotKeep()
		txn := x.Env.Store.Read()
		s := state.Stacks.Get(txn, x.Params.Get("stack_id"))
		if s == nil || s.Deleted != nil {
			return noStack(x.Params.Get("stack_name"))
		}
		r := state.StackResources.Get(txn, state.StackResourceID(s.ID, x.Params.Get("resource_name")))
		if r == nil || r.Data["key"] == nil || !hmac.Equal([]byte(x.Request.URL.Query().Get("Signature")), []byte(signature(r))) {
			return fault(403, "AccessDenied", "User is not authorized to perform action")
		}
		x.Caller = &pipeline.Caller{UserID: s.UserID, UserName: s.UserName, ProjectID: s.ProjectID, Roles: s.Roles, Authenticated: true}
		x.PathProject = s.ProjectID
		x.Target = policy.Target{ProjectID: s.ProjectID, UserID: s.UserID}
		return nil
	}}
}

// signature is what a resource's signed URL has in it.
func signature(r *state.StackResource) string {
	key, _ := r.Data["key"].(string)
	sum := hmac.New(sha256.New, []byte(key))
	sum.Write([]byte(r.StackID + "/" + r.Name))
	return base64.StdEncoding.EncodeToString(sum.Sum(nil))
}

// policyURLs are the two URLs of a scaling policy: the signed one needs no token, the other is the API's own.
func policyURLs(t *task) map[string]any {
	s := t.s
	at := t.Root
	if at == "" {
		at = t.Env.BaseURL
	}
	rest := s.Name + "/" + s.ID + "/resources/" + t.r.Name
	return map[string]any{
		"signal_url": at + Prefix + "/v1/" + s.ProjectID + "/stacks/" + rest + "/signal",
		"alarm_url":  at + Prefix + "/v1/signal/" + rest + "?Signature=" + url.QueryEscape(signature(t.r)),
	}
}
