package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// Token is what a user authenticated for. Exactly one scope is set, or none.
type Token struct {
	// ID is the secret itself.
	ID      string
	UserID  string
	Methods []string
	// ProjectID, DomainID, System: the scope.
	ProjectID, DomainID string
	System              bool
	// Roles are role ids as assigned, implied ones included, as they were when the token was made.
	Roles           []string
	Issued, Expires time.Time
	AuditIDs        []string
}

// Tokens are all tokens that were not revoked; expired ones are still there.
var Tokens = engine.Register(engine.Table[Token]{
	Name:    "tokens",
	ID:      func(t *Token) string { return t.ID },
	Indexes: []engine.Index[Token]{{Name: "user", Of: func(t *Token) []string { return []string{t.UserID} }}},
})

// Revoked remembers tokens that were revoked: they are answered otherwise than tokens that never were.
type Revoked struct{ ID string }

// RevokedTokens are all tokens that were revoked.
var RevokedTokens = engine.Register(engine.Table[Revoked]{Name: "revoked-tokens", ID: func(r *Revoked) string { return r.ID }})
