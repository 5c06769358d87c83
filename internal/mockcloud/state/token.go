package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Token is an authentication token of a user. At most one scope is set.
type Token struct {
	// ID is the secret token itself.
	ID      string
	UserID  string
	Methods []string
	// ProjectID, DomainID and System are the scope.
	ProjectID, DomainID string
	System              bool
	// CredentialID is the application credential that the token is of, TrustID the trust, AccessID the access token of a consumer (OAuth); ""
	// for none.
	CredentialID, TrustID, AccessID string
	// Roles are the ids of the roles of an access token, implied ones included. Other tokens have those that the user holds.
	Roles           []string
	Issued, Expires time.Time
	AuditIDs        []string
}

// Tokens are all tokens that were not revoked, expired ones included.
var Tokens = engine.Register(engine.Table[Token]{
	Name:    "tokens",
	ID:      func(t *Token) string { return t.ID },
	Indexes: []engine.Index[Token]{{Name: "user", Of: func(t *Token) []string { return []string{t.UserID} }}},
})

// Revoked is the record of a revoked token, which is answered differently from a token that never existed.
type Revoked struct{ ID string }

// RevokedTokens are all tokens that were revoked.
var RevokedTokens = engine.Register(engine.Table[Revoked]{Name: "revoked-tokens", ID: func(r *Revoked) string { return r.ID }})
