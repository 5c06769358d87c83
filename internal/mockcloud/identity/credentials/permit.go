package credentials

import (
	"net/http"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/tokens"
)

// Permit refuses a request that no access rule of the token's application credential permits, with 401 as 2025.1 does. Zed's identity
// service asks the rules of no token. Both are in the recorded session identity-application-credentials.
func Permit() pipeline.Stage {
	return pipeline.Stage{Name: "access rules", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Public || x.Caller == nil || x.Caller.Token == "" || x.Request.Method == http.MethodGet && x.Path == "/auth/tokens" {
			return nil // a token can always be looked at
		}
		txn := x.Env.Store.Read()
		token := state.Tokens.Get(txn, x.Caller.Token)
		if token == nil || token.CredentialID == "" {
			return nil
		}
		c := state.ApplicationCredentials.Get(txn, token.CredentialID)
		if c == nil || len(c.Rules) == 0 || permits(txn, c, x.Request.Method, x.Versioned+x.Path) {
			return nil
		}
		return record.Unauthorised(x)
	}}
}

// permits tells whether one of a credential's rules permits a request to the identity service.
func permits(txn *state.Txn, c *state.ApplicationCredential, method, path string) bool {
	for _, id := range c.Rules {
		r := state.AccessRules.Get(txn, id)
		if r != nil && r.Service == "identity" && r.Method == method && tokens.Stands(r.Path, path) {
			return true
		}
	}
	return false
}
