package network

import (
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/policy"
	"plumbline/mockcloud/internal/state"
)

// limits are Neutron's defaults; -1 is without limit.
var limits = map[string]int{
	"network": 100, "subnet": 100, "subnetpool": -1, "port": 500, "router": 10, "floatingip": 50, "rbac_policy": 10,
	"security_group": 10, "security_group_rule": 100,
}

var quotaOperations = map[string]pipeline.Operation{
	"quotas.show": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "quota", limits), nil
	}},
	"quotas.details": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		used := used(x, x.Params.Get("project_id"))
		quota := map[string]quotaDetail{}
		for what, limit := range limits {
			quota[what] = quotaDetail{Limit: limit, Used: used[what]}
		}
		return pipeline.Answer(200, "quota", quota), nil
	}},
	"topology.show": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return nil, fault(409, "AutoAllocationFailure", "Deployment error: No default router:external network.")
	}},
}

type quotaDetail struct {
	Limit    int `json:"limit"`
	Used     int `json:"used"`
	Reserved int `json:"reserved"`
}

// aimAtProject makes policy ask about the project in the path.
func aimAtProject(x *pipeline.Exchange, id string) *pipeline.Fault {
	x.Target = policy.Target{ProjectID: id}
	return nil
}

func used(x *pipeline.Exchange, projectID string) map[string]int {
	out := map[string]int{}
	for n := range state.Networks.All(x.Txn) {
		if n.ProjectID == projectID {
			out["network"]++
		}
	}
	for s := range state.Subnets.All(x.Txn) {
		if s.ProjectID == projectID {
			out["subnet"]++
		}
	}
	for p := range state.Ports.All(x.Txn) {
		if p.ProjectID == projectID {
			out["port"]++
		}
	}
	for g := range state.SecurityGroups.Each(x.Txn, "project", projectID) {
		out["security_group"]++
		out["security_group_rule"] += len(rules(g))
	}
	return out
}
