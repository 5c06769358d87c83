package credentials

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Summary is what a token says of its application credential.
type Summary struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Restricted bool           `json:"restricted"`
	Rules      *[]ruleSummary `json:"access_rules,omitzero"`
}

// Summarise is what a token says of its application credential, nil without one.
func Summarise(x *pipeline.Exchange, token *state.Token) *Summary {
	c := state.ApplicationCredentials.Get(x.Txn, token.CredentialID)
	if c == nil {
		return nil
	}
	return &Summary{c.ID, c.Name, !c.Free(), viewApplication(x, c).Rules}
}

// TrustSummary is what a token says of its trust.
type TrustSummary struct {
	ID            string `json:"id"`
	Impersonation bool   `json:"impersonation"`
	Trustee       holder `json:"trustee_user"`
	Trustor       holder `json:"trustor_user"`
}

type holder struct {
	ID string `json:"id"`
}

// SummariseTrust is what a token says of its trust, nil without one.
func SummariseTrust(x *pipeline.Exchange, token *state.Token) *TrustSummary {
	t := state.Trusts.Get(x.Txn, token.TrustID)
	if t == nil {
		return nil
	}
	return &TrustSummary{t.ID, t.Impersonation, holder{t.TrusteeID}, holder{t.TrustorID}}
}
