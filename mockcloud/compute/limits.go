package compute

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
)

func (c *compute) limitOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{"limits.show": {
		Steps:  []pipeline.Step{{Name: "another project needs an administrator", Run: limitsOfAnother}},
		Answer: c.showLimits,
	}}
}

// limitsProject is whose limits are asked for.
func limitsProject(x *pipeline.Exchange) string {
	if id := x.Query.Get("tenant_id"); id != "" {
		return id
	}
	return x.Caller.ProjectID
}

func limitsOfAnother(x *pipeline.Exchange) *pipeline.Fault {
	if limitsProject(x) == x.Caller.ProjectID {
		return nil
	}
	x.Target = policy.Target{ProjectID: limitsProject(x)}
	return x.Demand("os_compute_api:limits:other_project")
}

// usage is what a project's servers use.
type usage struct{ servers, cores, ram int }

func usageOf(x *pipeline.Exchange, project string) usage {
	used := state.UsedBy(x.Txn, project)
	return usage{servers: used.Servers, cores: used.VCPUs, ram: used.RAM}
}

func (c *compute) showLimits(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	q, used := c.Quotas, usageOf(x, limitsProject(x))
	return pipeline.Answer(200, "limits", map[string]any{
		"rate": []any{},
		"absolute": map[string]any{
			"maxTotalInstances": q.Instances, "maxTotalCores": q.Cores, "maxTotalRAMSize": q.RAM,
			"maxTotalKeypairs": q.KeyPairs, "maxServerMeta": q.ServerMeta, "maxServerGroups": q.ServerGroups,
			"maxServerGroupMembers": q.ServerGroupMembers, "maxImageMeta": q.ImageMeta,
			"maxPersonality": q.Personality, "maxPersonalitySize": q.PersonalityBytes,
			"maxTotalFloatingIps": -1, "maxSecurityGroups": -1, "maxSecurityGroupRules": -1,
			"totalInstancesUsed": used.servers, "totalCoresUsed": used.cores, "totalRAMUsed": used.ram,
			"totalServerGroupsUsed": 0, "totalFloatingIpsUsed": 0, "totalSecurityGroupsUsed": 0,
		},
	}), nil
}
