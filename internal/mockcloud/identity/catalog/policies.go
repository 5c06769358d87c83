package catalog

import (
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// policies are kept for others: the service itself does not read them.
var policies = record.Declare(record.Resource[state.PolicyBlob]{
	Noun: "policy", Plural: "policies", Path: "/policies", Table: state.PolicyBlobs, Filters: []string{"type"},
	Extra: func(p *state.PolicyBlob) *state.Extra { return &p.Extra },
})

// policyOperations are about which policy an endpoint has. What is deleted leaves its associations behind, as Keystone does.
func policyOperations() map[string]pipeline.Operation {
	all := map[string]pipeline.Operation{
		"endpoint-policies.show": {Answer: showPolicyOfEndpoint}, "endpoint-policies.check": {Answer: showPolicyOfEndpoint},
		"policy-endpoints.list": {Answer: listPolicyEndpoints},
	}
	for _, has := range []string{"endpoint-policy", "service-policy", "region-policy"} {
		all[has+".show"], all[has+".check"] = pipeline.Operation{Answer: checkPolicy}, pipeline.Operation{Answer: checkPolicy}
		all[has+".create"] = record.Does("give the policy", func(x *pipeline.Exchange) *pipeline.Fault {
			a, f := readPolicyAssociation(x)
			if f == nil {
				state.PolicyAssociations.Insert(x.Txn, a)
			}
			return f
		})
		all[has+".delete"] = record.Does("take the policy", func(x *pipeline.Exchange) *pipeline.Fault {
			a, f := readPolicyAssociation(x)
			if f == nil && holds(x, a) {
				state.PolicyAssociations.Delete(x.Txn, a.ID())
			}
			return f
		})
	}
	return all
}

// readPolicyAssociation makes the association that the path describes; what it is about must exist.
func readPolicyAssociation(x *pipeline.Exchange) (*state.PolicyAssociation, *pipeline.Fault) {
	a := &state.PolicyAssociation{
		PolicyID: x.Params.Get("policy_id"), EndpointID: x.Params.Get("endpoint_id"),
		ServiceID: x.Params.Get("service_id"), RegionID: x.Params.Get("region_id"),
	}
	_, f := policies.Find(x)
	if f == nil && a.EndpointID != "" {
		_, f = endpoints.Find(x)
	}
	if f == nil && a.ServiceID != "" {
		_, f = services.Find(x)
	}
	if f == nil && a.RegionID != "" {
		_, f = regions.Find(x)
	}
	return a, f
}

// holds tells whether there is an association, with its policy.
func holds(x *pipeline.Exchange, a *state.PolicyAssociation) bool {
	there := state.PolicyAssociations.Get(x.Txn, a.ID())
	return there != nil && there.PolicyID == a.PolicyID
}

func checkPolicy(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	a, f := readPolicyAssociation(x)
	if f == nil && !holds(x, a) {
		f = pipeline.NotFound("Could not find policy association.")
	}
	return pipeline.Status(204), f
}

// showPolicyOfEndpoint answers the policy of an endpoint: its own, else that of its service in its region or in one above, else that of
// its service (keystone/endpoint_policy/core.py).
func showPolicyOfEndpoint(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	e, f := endpoints.Find(x)
	if f != nil {
		return nil, f
	}
	asked := []state.PolicyAssociation{{EndpointID: e.ID}}
	seen := map[string]bool{}
	for region := e.RegionID; region != nil && !seen[*region]; {
		asked = append(asked, state.PolicyAssociation{ServiceID: e.ServiceID, RegionID: *region})
		seen[*region] = true
		r := findRegion(x, *region)
		if r == nil {
			return nil, record.Missing("region", *region)
		}
		region = r.Parent
	}
	for _, a := range append(asked, state.PolicyAssociation{ServiceID: e.ServiceID}) {
		there := state.PolicyAssociations.Get(x.Txn, a.ID())
		if there == nil {
			continue
		}
		p := state.PolicyBlobs.Get(x.Txn, there.PolicyID)
		if p == nil {
			return nil, record.Missing("policy", "('"+there.PolicyID+"',)") // Keystone writes what it caught
		}
		shown := *p
		shown.Links.Self = x.Base + "/endpoints/" + p.ID // as Keystone has it: the policy's id among endpoints
		return record.Plain.AnswerRecord(x, 200, "policy", &shown), nil
	}
	return nil, pipeline.NotFound("No policy is associated with endpoint %s.", e.ID)
}

// listPolicyEndpoints lists the endpoints to which a policy is given, by whichever association.
func listPolicyEndpoints(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := policies.Find(x)
	if f != nil {
		return nil, f
	}
	var items []any
	for a := range state.PolicyAssociations.All(x.Txn) {
		if a.PolicyID != p.ID {
			continue
		}
		if _, f := endpoints.Get(x, a.EndpointID); a.EndpointID != "" && f != nil {
			return nil, f
		}
		for e := range allEndpoints(x) {
			if e.ID == a.EndpointID || a.EndpointID == "" && e.ServiceID == a.ServiceID && isIn(x, e.RegionID, a.RegionID) {
				items = append(items, endpoints.View(x, e))
			}
		}
	}
	return record.Plain.AnswerList(x, "endpoints", items), nil
}

// isIn tells whether a region is another one or below it; any is in none.
func isIn(x *pipeline.Exchange, region *string, above string) bool {
	for seen := 0; region != nil && seen < 1000; seen++ {
		if *region == above {
			return true
		}
		r := findRegion(x, *region)
		if r == nil {
			break
		}
		region = r.Parent
	}
	return above == ""
}
