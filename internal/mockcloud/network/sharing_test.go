package network

import (
	"testing"

	"plumbline/internal/mockcloud/trial"
)

// A network that is external for one project only, and what keeps the policy that makes it so (docs/contract/90-other-services.md §5).
func TestAnExternalNetworkForOneProject(t *testing.T) {
	c := trial.New(t, New)
	policy := func(target, action string) string {
		return `{"rbac_policy": {"object_type": "network", "object_id": "{n}", "target_tenant": "` + target + `", "action": "` + action + `"}}`
	}
	played(t, c, []exchange{
		{"member", "n=POST /networks", `{"network": {"name": "mine"}}`, 201, `"revision_number": 1`},
		{"member", "s=POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 4, "cidr": "203.0.113.0/24"}}`, 201, ""},
		{"member", "GET /networks/{n}", "", 200, `"revision_number": 2`},
		{"member", "PUT /networks/{n}", `{"network": {"name": "mine"}}`, 200, `"revision_number": 3`},
		{"member", "PUT /networks/{n}", `{"network": {}}`, 200, `"revision_number": 3`},
		{"member", "r=POST /rbac-policies", policy("{other}", "access_as_external"), 201, ""},
		{"member", "GET /networks/{n}", "", 200, `"router:external": true`},
		{"member", "GET /networks/{n}", "", 200, `"revision_number": 5`},
		{"outsider", "GET /networks/{n}", "", 200, `"router:external": true`},
		{"outsider", "GET /subnets/{s}", "", 404, "SubnetNotFound"},
		{"outsider", "g=POST /routers", `{"router": {"external_gateway_info": {"network_id": "{n}"}}}`, 201, `"revision_number": 3`},
		{"admin", "PUT /networks/{n}", `{"network": {"router:external": false}}`, 409, "since it has existing gateway ports"},
		{"admin", "DELETE /rbac-policies/{r}", "", 409, "There are routers attached to this network"},
		{"outsider", "DELETE /routers/{g}", "", 204, ""},
		{"member", "DELETE /rbac-policies/{r}", "", 204, ""},
		{"member", "GET /networks/{n}", "", 200, `"router:external": false`},
		{"outsider", "GET /networks/{n}", "", 404, "NetworkNotFound"},
		{"member", "h=POST /rbac-policies", policy("{other}", "access_as_shared"), 201, ""},
		{"outsider", "p=POST /ports", `{"port": {"network_id": "{n}"}}`, 201, ""},
		{"member", "DELETE /rbac-policies/{h}", "", 409, "Multiple tenants are using it"},
		{"member", "PUT /ports/{p}", `{"port": {"name": "theirs"}}`, 403, "update_port"},
		{"member", "DELETE /ports/{p}", "", 204, ""},
		{"member", "DELETE /rbac-policies/{h}", "", 204, ""},
	})
}

// A pool that another project uses keeps its policy, unless everybody gets the pool.
func TestAPolicyOfAUsedPool(t *testing.T) {
	c := trial.New(t, New)
	target := func(project string) string { return `{"rbac_policy": {"target_tenant": "` + project + `"}}` }
	played(t, c, []exchange{
		{"member", "o=POST /subnetpools", `{"subnetpool": {"name": "o", "prefixes": ["10.0.0.0/8"], "min_prefixlen": 24}}`, 201, ""},
		{"member", "r=POST /rbac-policies", `{"rbac_policy": {"object_type": "subnetpool", "object_id": "{o}", "target_tenant": "{other}",
			"action": "access_as_shared"}}`, 201, ""},
		{"outsider", "n=POST /networks", `{"network": {"name": "theirs"}}`, 201, ""},
		{"outsider", "POST /subnets", `{"subnet": {"network_id": "{n}", "ip_version": 4, "subnetpool_id": "{o}"}}`, 201, ""},
		{"member", "DELETE /rbac-policies/{r}", "", 409, "project_id={other}"},
		{"admin", "PUT /rbac-policies/{r}", target("elsewhere"), 409, "RbacPolicyInUse"},
		{"admin", "PUT /rbac-policies/{r}", target("*"), 200, ""},
		{"outsider", "DELETE /networks/{n}", "", 204, ""},
		{"member", "DELETE /rbac-policies/{r}", "", 204, ""},
	})
}
