package assignments

import (
	"slices"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var inferenceOperations = map[string]pipeline.Operation{
	"role-inferences.list": {Answer: listInferences},
	"implied-roles.list":   {Policy: inferencePolicy("list_implied_roles"), Answer: listImplied},
	"implied-roles.show":   {Policy: inferencePolicy("get_implied_role"), Answer: showImplied},
	"implied-roles.check": {
		Policy: inferencePolicy("check_implied_role"),
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			_, f := showImplied(x)
			return pipeline.Status(204), f
		},
	},
	"implied-roles.create": {
		Policy: inferencePolicy("create_implied_role"),
		Steps:  []pipeline.Step{{Name: "let the role imply the other", Run: imply}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(201, viewImplied(x, x.Params.Get("prior_role_id"), x.Params.Get("implied_role_id"))), nil
		},
	},
	"implied-roles.delete": {
		Policy: inferencePolicy("delete_implied_role"),
		Steps:  []pipeline.Step{{Name: "let the role imply the other no more", Run: implyNoMore}},
		Answer: record.NoContent,
	},
}

// inferencePolicy looks the roles up, then asks policy: an unknown role is 404 for anybody.
func inferencePolicy(rule string) func(*pipeline.Exchange) *pipeline.Fault {
	return func(x *pipeline.Exchange) *pipeline.Fault {
		for _, key := range []string{"prior_role_id", "implied_role_id"} {
			if id := x.Params.Get(key); id != "" {
				if _, f := record.Role(x, id); f != nil {
					return f
				}
			}
		}
		return x.Demand("identity:" + rule)
	}
}

// inference lists the roles that a role implies.
type inference struct {
	Prior   linkedRole   `json:"prior_role"`
	Implies []linkedRole `json:"implies"`
}

type linkedRole struct {
	ID    string       `json:"id"`
	Name  string       `json:"name"`
	Links record.Links `json:"links"`
}

func linkRole(x *pipeline.Exchange, r *state.Role) linkedRole {
	return linkedRole{r.ID, r.Name, record.SelfLinks(x, "/roles/"+r.ID)}
}

// inferenceOf lists the roles that a role implies, sorted by id.
func inferenceOf(x *pipeline.Exchange, r *state.Role) inference {
	rule := inference{Prior: linkRole(x, r)}
	for _, id := range slices.Sorted(slices.Values(r.Implies)) {
		if implied := state.Roles.Get(x.Txn, id); implied != nil {
			rule.Implies = append(rule.Implies, linkRole(x, implied))
		}
	}
	return rule
}

func listInferences(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var rules []inference
	for _, r := range sortedRoles(x) {
		if rule := inferenceOf(x, r); len(rule.Implies) > 0 {
			rules = append(rules, rule)
		}
	}
	return pipeline.Answer(200, "role_inferences", rules), nil
}

type inferenceView struct {
	Inference any          `json:"role_inference"`
	Links     record.Links `json:"links"`
}

func listImplied(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	prior := state.Roles.Get(x.Txn, x.Params.Get("prior_role_id"))
	return pipeline.Body(200, inferenceView{inferenceOf(x, prior), record.SelfLinks(x, "/roles/"+prior.ID+"/implies")}), nil
}

// oneInference is one of the roles that a role implies.
type oneInference struct {
	Prior   linkedRole `json:"prior_role"`
	Implies linkedRole `json:"implies"`
}

func viewImplied(x *pipeline.Exchange, prior, implied string) inferenceView {
	one := oneInference{linkRole(x, state.Roles.Get(x.Txn, prior)), linkRole(x, state.Roles.Get(x.Txn, implied))}
	return inferenceView{one, record.SelfLinks(x, "/roles/"+prior+"/implies/"+implied)}
}

// findImplied finds the role of the path that implies the other.
func findImplied(x *pipeline.Exchange) (*state.Role, string, *pipeline.Fault) {
	prior, id := state.Roles.Get(x.Txn, x.Params.Get("prior_role_id")), x.Params.Get("implied_role_id")
	if !slices.Contains(prior.Implies, id) {
		return nil, "", pipeline.NotFound("%s does not imply %s.", prior.ID, id)
	}
	return prior, id, nil
}

func showImplied(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	prior, id, f := findImplied(x)
	if f != nil {
		return nil, f
	}
	return pipeline.Body(200, viewImplied(x, prior.ID, id)), nil
}

// imply refuses the role admin, and roles of a domain below those of none. Cycles are allowed.
func imply(x *pipeline.Exchange) *pipeline.Fault {
	prior, next := state.Roles.Get(x.Txn, x.Params.Get("prior_role_id")), state.Roles.Get(x.Txn, x.Params.Get("implied_role_id"))
	switch {
	case next.Name == "admin":
		return pipeline.Forbidden("%s cannot be an implied roles.", next.ID)
	case prior.DomainID == "" && next.DomainID != "":
		return pipeline.Forbidden("%s cannot be an implied roles.", next.ID)
	case slices.Contains(prior.Implies, next.ID):
		return record.Taken("implied_role", "Duplicate entry")
	}
	changed := *prior
	changed.Implies = append(slices.Clone(prior.Implies), next.ID)
	state.Roles.Insert(x.Txn, &changed)
	return nil
}

func implyNoMore(x *pipeline.Exchange) *pipeline.Fault {
	prior, id, f := findImplied(x)
	if f != nil {
		return f
	}
	changed := *prior
	changed.Implies = slices.DeleteFunc(slices.Clone(prior.Implies), func(each string) bool { return each == id })
	state.Roles.Insert(x.Txn, &changed)
	return nil
}
