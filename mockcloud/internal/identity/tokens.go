package identity

import (
	"cmp"
	"slices"
	"time"

	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// Lifetime is how long a token is good.
const Lifetime = 24 * time.Hour

var tokenOperations = map[string]pipeline.Operation{
	"tokens.create": {
		Steps: []pipeline.Step{
			{Name: "prove who it is", Run: authenticate},
			{Name: "find roles in the scope", Run: grant},
		},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			token := pipeline.Work[login](x).token
			return describe(x, 201, token).With("X-Subject-Token", token.ID), nil
		},
	},
	"tokens.show": {
		Policy: subjectPolicy("identity:validate_token"),
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			token := pipeline.Work[login](x).token
			return describe(x, 200, token).With("X-Subject-Token", token.ID), nil
		},
	},
	"tokens.check": {
		Policy: subjectPolicy("identity:check_token"),
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			x.DoNotKeep()
			return pipeline.Status(200), nil
		},
	},
	"tokens.revoke": {
		Policy: subjectPolicy("identity:revoke_token"),
		Steps: []pipeline.Step{{Name: "revoke the token", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			revoke(x.Txn, pipeline.Work[login](x).token)
			return nil
		}}},
		Answer: done,
	},
}

// subjectPolicy finds the token in X-Subject-Token, then asks policy about its owner: an unknown token
// is 404 before anything is refused.
func subjectPolicy(rule string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		id := x.Header("X-Subject-Token")
		if id == "" {
			return pipeline.NotFound("No token in the request")
		}
		token, fault := validToken(x, id)
		if fault != nil {
			return fault
		}
		pipeline.Work[login](x).token = token
		if !x.AllowsFor(rule, policy.Target{UserID: token.UserID}) {
			return refused(x, rule)
		}
		return nil
	}
}

func newToken(x *pipeline.Exchange, s scope, roles []string) *state.Token {
	w := pipeline.Work[login](x)
	now := x.Now().Truncate(time.Second)
	identity, _ := x.Inner("auth")["identity"].(map[string]any)
	token := &state.Token{
		ID: "gAAAAAB" + x.Env.IDs.Secret(113), UserID: w.user.ID, Methods: texts(identity["methods"]),
		System: s.system, Roles: roles, Issued: now, Expires: now.Add(Lifetime), AuditIDs: []string{x.Env.IDs.Secret(22)},
	}
	if s.project != nil {
		token.ProjectID = s.project.ID
	}
	if s.domain != nil {
		token.DomainID = s.domain.ID
	}
	if w.parent != nil {
		token.Expires = w.parent.Expires
		token.Methods = slices.Compact(slices.Sorted(slices.Values(append(token.Methods, w.parent.Methods...))))
		token.AuditIDs = append(token.AuditIDs, w.parent.AuditIDs[len(w.parent.AuditIDs)-1])
	}
	return token
}

// revoke makes a token invalid, remembering that it once was not.
func revoke(txn *state.Txn, token *state.Token) {
	state.Tokens.Delete(txn, token.ID)
	state.RevokedTokens.Insert(txn, &state.Revoked{ID: token.ID})
}

// revokeOf revokes the tokens of a user that a condition holds for; nil means all.
func revokeOf(txn *state.Txn, userID string, which func(*state.Token) bool) {
	for _, t := range state.Tokens.List(txn, "user", userID) {
		if which == nil || which(t) {
			revoke(txn, t)
		}
	}
}

func done(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil }

func compare(a, b string) int { return cmp.Compare(a, b) }
