package credentials

import (
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// mostRedelegations is how often a trust can be passed on.
const mostRedelegations = 3

// trustRequest is the object under "trust".
type trustRequest struct {
	Trustor       string           `json:"trustor_user_id"`
	Trustee       string           `json:"trustee_user_id"`
	ProjectID     string           `json:"project_id"`
	Impersonation bool             `json:"impersonation"`
	Roles         []roleRequest    `json:"roles"`
	Expires       body.Opt[string] `json:"expires_at"`
	Remaining     body.Opt[int]    `json:"remaining_uses"`
	Redelegable   bool             `json:"allow_redelegation"`
	Redelegations body.Opt[int]    `json:"redelegation_count"`
}

var trusts = collection.Of[state.Trust, trustRequest, pipeline.Nothing]{
	In: record.Plain, Noun: "trust", Plural: "trusts", Table: state.Trusts,
	Sees: func(x *pipeline.Exchange, t *state.Trust) bool { return Good(x, t) },
	Lists: func(x *pipeline.Exchange, t *state.Trust) bool {
		is := func(key, value string) bool { return !x.Query.Has(key) || x.Query.Get(key) == value }
		return is("trustor_user_id", t.TrustorID) && is("trustee_user_id", t.TrusteeID)
	},
	View: func(x *pipeline.Exchange, t *state.Trust) any {
		view := viewTrust(x, t)
		if x.Operation.ID == "trusts.list" {
			return view
		}
		full := &wholeTrust{trustView: *view, RolesLinks: record.PageLinks{Self: x.Base + "/" + t.ID + "/roles"}}
		for _, id := range t.Roles {
			if r := state.Roles.Get(x.Txn, id); r != nil {
				full.Roles = append(full.Roles, assignments.View(x, r))
			}
		}
		return full
	},
	New: newTrust, Deletes: true, With: withTrust,
}

// Good tells whether a trust is still good: neither expired nor used up.
func Good(x *pipeline.Exchange, t *state.Trust) bool {
	return (t.Expires == nil || t.Expires.After(x.Now())) && (t.Remaining == nil || *t.Remaining > 0)
}

// trustOperationSet asks policy with the users of the trust: an unknown one is 404 for anybody.
func trustOperationSet() pipeline.OperationSet {
	set := trusts.Operations()
	for id, rule := range map[string]string{"trusts.show": "get_trust", "trusts.delete": "delete_trust"} {
		operation := set.Operations[id]
		operation.Policy = trustPolicy(rule)
		set.Operations[id] = operation
	}
	list := set.Operations["trusts.list"]
	list.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
		for _, key := range []string{"trustor", "trustee"} {
			if id := x.Query.Get(key + "_user_id"); id != "" {
				x.Target = policy.Target{UserID: id}
				return x.Demand("identity:list_trusts_for_" + key)
			}
		}
		return x.Demand("identity:list_trusts")
	}
	create := set.Operations["trusts.create"]
	create.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
		asked := body.As[struct {
			Trust trustRequest `json:"trust"`
		}](x.Body)
		x.Target = policy.Target{UserID: asked.Trust.Trustor}
		if f := x.Demand("identity:create_trust"); f != nil {
			return f
		}
		return delegated(x)
	}
	set.Operations["trusts.list"], set.Operations["trusts.create"] = list, create
	return set
}

// trustPolicy asks a rule for the trustor; those that allow the trustee, too, for both.
func trustPolicy(rule string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		t, f := trusts.Find(x)
		if f != nil {
			return f
		}
		if rule != "delete_trust" && x.AllowsFor("identity:"+rule, policy.Target{UserID: t.TrusteeID}) {
			return nil
		}
		x.Target = policy.Target{UserID: t.TrustorID}
		return x.Demand("identity:" + rule)
	}
}

// delegated refuses tokens of application credentials, except unrestricted ones.
func delegated(x *pipeline.Exchange) *pipeline.Fault {
	if t := tokenOf(x); t != nil && t.CredentialID != "" {
		return record.Denied("Delegated tokens cannot manage trusts.")
	}
	return nil
}

func newTrust(x *pipeline.Exchange, r *trustRequest) (*state.Trust, *pipeline.Fault) {
	if r.ProjectID != "" && len(r.Roles) == 0 {
		return nil, record.Denied("At least one role should be specified")
	}
	if x.Caller.UserID != r.Trustor {
		return nil, record.Denied("The authenticated user should match the trustor")
	}
	if _, f := record.User(x, r.Trustee); f != nil {
		return nil, f
	}
	t := &state.Trust{
		ID: x.Env.IDs.Hex(), TrustorID: r.Trustor, TrusteeID: r.Trustee, ProjectID: r.ProjectID, Impersonation: r.Impersonation,
		Remaining: r.Remaining.Pointer(),
	}
	var f *pipeline.Fault
	if t.Roles, f = readRoles(x, r.Roles); f != nil {
		return nil, f
	}
	if r.ProjectID != "" {
		if _, f := record.Project(x, r.ProjectID); f != nil {
			return nil, f
		}
	}
	own := held.Roles(x.Txn, r.Trustor, held.Scope{ProjectID: r.ProjectID})
	for _, id := range t.Roles {
		if !slices.Contains(own, id) {
			return nil, record.Missing("role", id)
		}
	}
	if t.Expires, f = readExpiry(x, r.Expires); f != nil {
		return nil, f
	}
	if r.Redelegable {
		if t.Redelegations = r.Redelegations.Or(mostRedelegations); t.Redelegations > mostRedelegations {
			return nil, pipeline.Forbidden("Requested redelegation depth of %d is greater than allowed %d", t.Redelegations, mostRedelegations)
		}
		if t.Remaining != nil {
			return nil, pipeline.BadRequest("remaining_uses must not be set if redelegation is allowed")
		}
	}
	return t, nil
}

// withTrust ends what follows from a trust: tokens, and trusts passed on.
func withTrust(x *pipeline.Exchange, t *state.Trust) {
	for _, user := range []string{t.TrustorID, t.TrusteeID} {
		record.RevokeOf(x.Txn, user, func(token *state.Token) bool { return token.TrustID == t.ID })
	}
	for _, next := range slices.Collect(state.Trusts.All(x.Txn)) {
		if next.ParentID == t.ID {
			withTrust(x, next)
			state.Trusts.Delete(x.Txn, next.ID)
		}
	}
}

type trustView struct {
	ID            string       `json:"id"`
	Trustor       string       `json:"trustor_user_id"`
	Trustee       string       `json:"trustee_user_id"`
	ProjectID     *string      `json:"project_id"`
	Impersonation bool         `json:"impersonation"`
	Expires       *string      `json:"expires_at"`
	Remaining     *int         `json:"remaining_uses"`
	Redelegations int          `json:"redelegation_count"`
	ParentID      *string      `json:"redelegated_trust_id"`
	Deleted       *string      `json:"deleted_at"`
	Links         record.Links `json:"links"`
}

// wholeTrust is a trust with its roles.
type wholeTrust struct {
	trustView
	Roles      []*assignments.RoleView `json:"roles"`
	RolesLinks record.PageLinks        `json:"roles_links"`
}

func viewTrust(x *pipeline.Exchange, t *state.Trust) *trustView {
	v := &trustView{
		ID: t.ID, Trustor: t.TrustorID, Trustee: t.TrusteeID, ProjectID: record.OrNull(t.ProjectID), Impersonation: t.Impersonation,
		Remaining: t.Remaining, Redelegations: t.Redelegations, ParentID: record.OrNull(t.ParentID),
		Links: record.SelfLinks(x, "/OS-TRUST/trusts/"+t.ID),
	}
	if t.Expires != nil {
		text := record.Stamp(*t.Expires)
		v.Expires = &text
	}
	return v
}

// trustOperations are the operations on the roles of trusts.
var trustOperations = map[string]pipeline.Operation{
	"trust-roles.list": {Policy: trustPolicy("list_roles_for_trust"), Answer: func(
		x *pipeline.Exchange,
	) (*pipeline.Response, *pipeline.Fault) {
		t, f := trusts.Find(x)
		if f != nil {
			return nil, f
		}
		out := trustRoles{Links: record.PageLinks{Self: x.Base + "/" + t.ID + "/roles"}}
		for _, id := range t.Roles {
			if r := state.Roles.Get(x.Txn, id); r != nil {
				out.Roles = append(out.Roles, assignments.View(x, r))
			}
		}
		return pipeline.Body(200, out), nil
	}},
	"trust-roles.show":  {Policy: trustPolicy("get_role_for_trust"), Answer: showTrustRole},
	"trust-roles.check": {Policy: trustPolicy("get_role_for_trust"), Answer: showTrustRole},
}

type trustRoles struct {
	Roles []*assignments.RoleView `json:"roles"`
	Links record.PageLinks        `json:"links"`
}

func showTrustRole(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	t, f := trusts.Find(x)
	if f != nil {
		return nil, f
	}
	role := state.Roles.Get(x.Txn, x.Params.Get("role_id"))
	if role == nil || !slices.Contains(t.Roles, role.ID) {
		return nil, record.Missing("role", x.Params.Get("role_id"))
	}
	if x.Operation.ID == "trust-roles.check" {
		return pipeline.Status(200), nil
	}
	return record.Plain.AnswerRecord(x, 200, "role", assignments.View(x, role)), nil
}
