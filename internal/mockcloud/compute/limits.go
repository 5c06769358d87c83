package compute

import (
	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
)

// limitOperationSet holds the operation that shows a project's limits.
func limitOperationSet(q quota.Limits) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: limitOperations(q)}
}

func limitOperations(q quota.Limits) map[string]pipeline.Operation {
	return map[string]pipeline.Operation{"limits.show": {
		Steps:  []pipeline.Step{{Name: "another project needs an administrator", Run: limitsOfAnother}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return showLimits(x, q) },
	}}
}

// limitsProject answers the project whose limits are requested.
func limitsProject(x *pipeline.Exchange) string {
	if x.Query.Has("tenant_id") {
		return x.Query.Get("tenant_id")
	}
	return x.Caller.ProjectID
}

// limitsOfAnother asks the rule for other projects of each request that names a project, also of one that names the caller's own.
func limitsOfAnother(x *pipeline.Exchange) *pipeline.Fault {
	if !x.Query.Has("tenant_id") {
		return nil
	}
	x.Target = policy.Target{ProjectID: limitsProject(x)}
	return x.Demand("os_compute_api:limits:other_project")
}

// limitsView is a project's limits and its usage. There are no rate limits.
type limitsView struct {
	Rate     []struct{}     `json:"rate"`
	Absolute absoluteLimits `json:"absolute"`
}

// absoluteLimits holds numbers; -1 is no limit.
type absoluteLimits struct {
	Instances          int `json:"maxTotalInstances"`
	Cores              int `json:"maxTotalCores"`
	RAM                int `json:"maxTotalRAMSize"`
	KeyPairs           int `json:"maxTotalKeypairs"`
	ServerMeta         int `json:"maxServerMeta"`
	ServerGroups       int `json:"maxServerGroups"`
	ServerGroupMembers int `json:"maxServerGroupMembers"`
	ImageMeta          int `json:"maxImageMeta"`
	Personality        int `json:"maxPersonality"`
	PersonalityBytes   int `json:"maxPersonalitySize"`
	FloatingIPs        int `json:"maxTotalFloatingIps"`
	SecurityGroups     int `json:"maxSecurityGroups"`
	SecurityGroupRules int `json:"maxSecurityGroupRules"`
	InstancesUsed      int `json:"totalInstancesUsed"`
	CoresUsed          int `json:"totalCoresUsed"`
	RAMUsed            int `json:"totalRAMUsed"`
	ServerGroupsUsed   int `json:"totalServerGroupsUsed"`
	FloatingIPsUsed    int `json:"totalFloatingIpsUsed"`
	SecurityGroupsUsed int `json:"totalSecurityGroupsUsed"`
}

func showLimits(x *pipeline.Exchange, q quota.Limits) (*pipeline.Response, *pipeline.Fault) {
	q = q.For(x, limitsProject(x))
	used := quota.UsageOf(x, limitsProject(x))
	return pipeline.Answer(200, "limits", &limitsView{Absolute: absoluteLimits{
		Instances: q.Instances, Cores: q.Cores, RAM: q.RAM, KeyPairs: q.KeyPairs, ServerMeta: q.ServerMeta, ServerGroups: q.ServerGroups,
		ServerGroupMembers: q.ServerGroupMembers, ImageMeta: q.ImageMeta, Personality: q.Personality, PersonalityBytes: q.PersonalityBytes,
		FloatingIPs: -1, SecurityGroups: -1, SecurityGroupRules: -1, InstancesUsed: used.Servers, CoresUsed: used.Cores, RAMUsed: used.RAM,
	}}), nil
}
