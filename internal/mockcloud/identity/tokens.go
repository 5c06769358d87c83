package identity

import (
	"slices"
	"time"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// Lifetime is the lifetime of a token.
const Lifetime = 24 * time.Hour

var tokenOperations = map[string]pipeline.Operation{
	"tokens.create": pipeline.OperationOf[login]{
		Steps: []pipeline.StepOf[login]{
			{Name: "read what is asked for", Run: readLogin},
			{Name: "prove who it is", Run: authenticate},
			{Name: "find roles in the scope", Run: grant},
		},
		Answer: func(x *pipeline.Exchange, w *login) (*pipeline.Response, *pipeline.Fault) {
			return describe(x, 201, w.token).WithHeader("X-Subject-Token", w.token.ID).WithHeader("Server", product), nil
		},
	}.Operation(),
	"tokens.show": pipeline.OperationOf[subject]{
		Policy: subjectPolicy("identity:validate_token"),
		Answer: func(x *pipeline.Exchange, w *subject) (*pipeline.Response, *pipeline.Fault) {
			return describe(x, 200, w.token).WithHeader("X-Subject-Token", w.token.ID), nil
		},
	}.Operation(),
	"tokens.check": pipeline.OperationOf[subject]{
		Policy: subjectPolicy("identity:check_token"),
		Answer: func(x *pipeline.Exchange, _ *subject) (*pipeline.Response, *pipeline.Fault) {
			x.DoNotKeep()
			return pipeline.Status(200), nil
		},
	}.Operation(),
	"tokens.revoke": pipeline.OperationOf[subject]{
		Policy: subjectPolicy("identity:revoke_token"),
		Steps: []pipeline.StepOf[subject]{{Name: "revoke the token", Run: func(x *pipeline.Exchange, w *subject) *pipeline.Fault {
			record.Revoke(x.Txn, w.token)
			return nil
		}}},
		Answer: func(x *pipeline.Exchange, _ *subject) (*pipeline.Response, *pipeline.Fault) {
			return record.NoContent(x)
		},
	}.Operation(),
}

// product is what the mock calls itself to whoever logs in (RFC 9110, 10.2.4), so that a report does not show it as a real cloud.
const product = "Plumbline"

// subject is the token in X-Subject-Token.
type subject struct{ token *state.Token }

// subjectPolicy finds the token in X-Subject-Token, then checks policy with its owner as target, for a token of a trust the trustee: an
// unknown token is 404 before anything is refused, but who may not ask about others' tokens is refused where there is none in the request.
func subjectPolicy(rule string) func(*pipeline.Exchange, *subject) *pipeline.Fault {
	return func(x *pipeline.Exchange, w *subject) *pipeline.Fault {
		id := x.Header("X-Subject-Token")
		if id == "" && !x.AllowsFor(rule, policy.Target{}) {
			return policyFault(x, rule)
		}
		token, fault := validToken(x, id)
		if fault != nil {
			return fault
		}
		c := state.ApplicationCredentials.Get(x.Txn, token.CredentialID)
		if c != nil && len(c.Rules) > 0 && x.Header("OpenStack-Identity-Access-Rules") == "" {
			return pipeline.NotFound("Failed to validate token") // a service that does not know of rules is told of no token with some
		}
		w.token = token
		owner := token.UserID
		if trust := state.Trusts.Get(x.Txn, token.TrustID); trust != nil {
			owner = trust.TrusteeID
		}
		if !x.AllowsFor(rule, policy.Target{UserID: owner}) {
			return policyFault(x, rule)
		}
		return nil
	}
}

func newToken(x *pipeline.Exchange, w *login, s scope) *state.Token {
	now := x.Now().Truncate(time.Second)
	token := &state.Token{
		ID: "gAAAAAB" + x.Env.IDs.Secret(113), UserID: w.user.ID, Methods: withoutRepeats(w.Request.Identity.Methods),
		System: s.system, Issued: now, Expires: now.Add(Lifetime), AuditIDs: []string{x.Env.IDs.Secret(22)},
	}
	if s.project != nil {
		token.ProjectID = s.project.ID
	}
	if s.domain != nil {
		token.DomainID = s.domain.ID
	}
	if w.credential != nil {
		token.CredentialID = w.credential.ID
		if at := w.credential.Expires; at != nil && at.Before(token.Expires) {
			token.Expires = *at
		}
	}
	if w.trust != nil {
		token.TrustID = w.trust.ID
		if at := w.trust.Expires; at != nil && at.Before(token.Expires) {
			token.Expires = *at
		}
	}
	if w.parent != nil {
		token.Expires = w.parent.Expires
		token.Methods = slices.Compact(slices.Sorted(slices.Values(append(token.Methods, w.parent.Methods...))))
		token.AuditIDs = append(token.AuditIDs, w.parent.AuditIDs[len(w.parent.AuditIDs)-1])
	}
	return token
}
