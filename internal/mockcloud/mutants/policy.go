package mutants

import (
	"fmt"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// asked are the operations whose rules are broken: those of the specifications, and those that rows about the order of checks use.
// Open and tight are the requirements that notice if every caller is allowed, and if only administrators are; if one is missing, no
// row could notice.
var asked = map[openapi.Service][]askedRule{openapi.Compute: {
	{"servers.rebuild", []string{"RKP-N03"}, []string{"RKP-01", "RKP-08"}},
	{"servers.start", []string{"MVN-39"}, []string{"MVN-40", "MVN-17"}},
	{"servers.shelve-offload", []string{"MVN-39"}, nil},
	{"servers.reset-state", []string{"MVN-39"}, nil},
	{"flavors.update", []string{"MVN-25"}, nil},
	{"keypairs.create", []string{"RKP-09"}, []string{"MVN-15"}},
	{"keypairs.list", []string{"RKP-09"}, []string{"MVN-23"}},
	{"keypairs.show", []string{"RKP-09"}, []string{"MVN-15", "RKP-23"}},
	{"keypairs.delete", []string{"RKP-09"}, []string{"RKP-23"}},
	{"servers.unshelve", []string{"UTH-66", "UTH-N04"}, []string{"UTH-12", "UTH-42"}},
	{"server-external-events.create", []string{"BFV-20"}, nil},
	{"hypervisors.list", []string{"HYP-02", "HYP-03", "HYP-28", "HYP-29"}, nil},
	{"hypervisors.detail", []string{"HYP-02", "HYP-33"}, nil},
}, openapi.Orchestration: {
	{"stacks.suspend", []string{"LCK-09"}, []string{"LCK-05"}},
	{"stacks.resume", []string{"LCK-09"}, []string{"LCK-06"}},
	{"stacks.check", nil, []string{"LCK-06", "LCK-09"}},
	{"stack-events.list", nil, []string{"LCK-56"}},
	{"stacks.lock", []string{"LCK-09"}, []string{"LCK-20"}},
	{"stacks.unlock", []string{"LCK-09"}, []string{"LCK-24"}},
}}

type askedRule struct {
	operation   string
	open, tight []string
}

// furtherRules are rules that are checked within an operation, in addition to its own.
var furtherRules = map[openapi.Service][]furtherRule{openapi.Compute: {
	{"os_compute_api:servers:detail:get_all_tenants", "any", "anybody may list the servers of all projects", []string{"MVN-12", "MVN-17"}},
	{"os_compute_api:servers:rebuild", "rule:reader", "a reader may rebuild", []string{"RKP-N03"}},
	{"os_compute_api:servers:rebuild", "rule:owner", "only the creator of a server may rebuild it", []string{"RKP-08"}},
	{"os_compute_api:os-keypairs:create", "role:member", "any member may create key pairs for any user", []string{"RKP-09"}},
	{"os_compute_api:os-shelve:unshelve_to_host", "any", "anybody may unshelve to a host", []string{"UTH-04", "UTH-71"}},
	{"os_compute_api:servers:create:forced_host", "any", "anybody may force a host when booting", []string{"HYP-06"}},
	{"os_compute_api:servers:create:forced_host", "none", "nobody may force a host when booting", []string{"HYP-06"}},
	{"compute:servers:create:requested_destination", "any", "anybody may ask for a host when booting", []string{"HYP-08", "HYP-52"}},
	{"compute:servers:create:requested_destination", "none", "nobody may ask for a host when booting", []string{"HYP-08", "HYP-43"}},
	{
		"os_compute_api:os-hypervisors:list:assigned", "system", "no administrator of a project may list its hypervisors",
		[]string{"HYP-20", "HYP-25"},
	},
	{
		"os_compute_api:os-hypervisors:list:assigned", "rule:admin", "no manager of a project may list its hypervisors",
		[]string{"HYP-25", "HYP-49"},
	},
	{
		"os_compute_api:os-hypervisors:list:all", "any", "everybody who may list hypervisors sees all of them",
		[]string{"HYP-20", "HYP-21", "HYP-22"},
	},
	{
		"os_compute_api:os-hypervisors:list:assigned", "system and role:admin or role:admin or role:manager",
		"no reader of the system may list hypervisors",
		[]string{"HYP-25", "HYP-26"},
	},
	{"os_compute_api:os-hypervisors:list:assigned", "any", "anybody may list the hypervisors of a project", []string{"HYP-28"}},
	{
		"os_compute_api:os-hypervisors:list:all", "system and role:admin",
		"the system's readers see no hypervisors but those of projects",
		[]string{"HYP-25", "HYP-26"},
	},
	{
		"os_compute_api:os-hypervisors:list:all", "none",
		"the system's administrators see no hypervisors but those of projects",
		[]string{"HYP-25", "HYP-26"},
	},
	{"compute:servers:create:requested_hypervisor", "any", "anybody may ask for a hypervisor by its uuid", []string{"HYP-52"}},
	{
		"compute:servers:create:requested_hypervisor", "rule:admin", "no manager may ask for a hypervisor by its uuid",
		[]string{"HYP-40", "HYP-49"},
	},
	{
		"os_compute_api:os-shelve:unshelve_to_host", "role:admin and project",
		"only an administrator of the server's own project may unshelve to a host",
		[]string{"UTH-77"},
	},
	{
		"os_compute_api:os-shelve:unshelve_to_host", "role:manager and project or role:admin",
		"a manager may unshelve to a host",
		[]string{"UTH-04"},
	},
	{"os_compute_api:os-shelve:unshelve", "rule:owner", "only the creator of a server may unshelve it", []string{"UTH-12", "UTH-13"}},
	{"os_compute_api:os-shelve:unshelve_to_host", "none", "nobody may unshelve to a host", []string{"UTH-01", "UTH-14"}},
}}

type furtherRule struct {
	rule, expression, broken string
	requirements             []string
}

func policies(b *deriver) error {
	newest := b.trees[len(b.trees)-1]
	for _, a := range asked[b.name] {
		if b.profile == openapi.Shipped && b.find(a.operation) == nil {
			continue // it is in specified only
		}
		o := b.place(a.operation).operationIn(newest)
		rule, _ := o["x-openstack-policy"].(string)
		if a.open != nil && b.service.Operations[a.operation].Policy == nil {
			s := b.operationSpan(a.operation)
			target := b.place(a.operation).target()
			b.add(Mutant{
				ID: "policy/" + a.operation + ".none", Class: classPolicy, Requirements: a.open,
				Broken: fmt.Sprintf("%s asks no rule", a.operation), rule: rule,
				code: b.alterDocuments(s, remove(jsonPathBelow(target, "x-openstack-policy")),
					update(target, map[string]any{"x-openstack-policy": openapi.PolicyNone})),
			})
		}
		if a.open != nil {
			b.add(ruleMutant(rule, "any", fmt.Sprintf("anybody may do what %s does", a.operation), a.open))
		}
		if a.tight != nil {
			b.add(ruleMutant(rule, "rule:admin", fmt.Sprintf("only an admin may do what %s does", a.operation), a.tight))
		}
	}
	for _, r := range furtherRules[b.name] {
		if !b.rules.Has(r.rule) {
			return fmt.Errorf("policy has no rule %s", r.rule)
		}
		b.add(ruleMutant(r.rule, r.expression, r.broken, r.requirements))
	}
	return nil
}

func ruleMutant(rule, expression, broken string, requirements []string) Mutant {
	return Mutant{
		ID: fmt.Sprintf("policy/%s=%s", rule, expression), Class: classPolicy, Requirements: requirements, Broken: broken, rule: rule,
		code: func() (pipeline.Mutant, error) {
			return pipeline.Mutant{Policy: map[string]string{rule: expression}}, nil
		},
	}
}
