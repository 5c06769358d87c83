package validation

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/pipeline"
)

// constraints are the names of the custom constraints that Heat has; those that the mock cannot ask about hold for all values.
func constraints() []string {
	return strings.Fields(`
	barbican.container barbican.secret blazar.reservation cinder.backup cinder.qos_specs cinder.snapshot cinder.volume cinder.vtype
	cron_expression designate.zone dns_domain dns_name expiration glance.image ip_addr ip_or_cidr ironic.node ironic.portgroup
	iso_8601 keystone.domain keystone.group keystone.project keystone.region keystone.role keystone.service keystone.user mac_addr
	magnum.cluster_template manila.share_network manila.share_snapshot manila.share_type mistral.workflow monasca.notification
	net_cidr neutron.address_scope neutron.flow_classifier neutron.lb.provider neutron.lbaas.listener neutron.lbaas.loadbalancer
	neutron.lbaas.pool neutron.lbaas.provider neutron.network neutron.port neutron.port_pair neutron.port_pair_group
	neutron.qos_policy neutron.router neutron.security_group neutron.segment neutron.subnet neutron.subnetpool neutron.taas.tap_flow
	neutron.taas.tap_service nova.flavor nova.host nova.keypair nova.network nova.server octavia.flavor octavia.flavorprofile
	octavia.l7policy octavia.listener octavia.loadbalancer octavia.pool rel_dns_name sahara.cluster sahara.cluster_template
	sahara.data_source sahara.image sahara.job_binary sahara.job_type sahara.plugin senlin.cluster senlin.policy senlin.policy_type
	senlin.profile senlin.profile_type test_constr timezone trove.flavor zaqar.queue
	`)
}

// askFinder asks a service about a value with a custom constraint, and tells what is wrong with it. A constraint that is none holds for
// no value; nothing names nothing.
func askFinder(x *pipeline.Exchange, ts *kind.Types, c hot.Constraint, value string) string {
	name := hot.Text(c.Custom)
	find := ts.Finders[name]
	switch {
	case c.Kind != "custom_constraint", find != nil && value == "":
		return ""
	case find == nil && !slices.Contains(constraints(), name):
		return fmt.Sprintf(`"%s" does not validate %s (constraint not found)`, value, hot.PythonText(c.Custom))
	case find == nil:
		return ""
	}
	if _, wrong := find(x, value); wrong != "" {
		return fmt.Sprintf("Error validating value '%s': %s", value, wrong)
	}
	return ""
}
