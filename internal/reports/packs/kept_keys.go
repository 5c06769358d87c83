package packs

// The values of a cloud that a pack keeps. docs/parity-packs.md has the same as a table.

// redacted replaces a secret.
const redacted = "[redacted]"

// keptStrings are keys whose texts are defined by the API: states, kinds, versions. The text of any other key is replaced.
var keptStrings = set(
	"status", "OS-EXT-STS:vm_state", "OS-EXT-STS:task_state", "host_status", "state", "result", "action", "event",
	"resource_status", "stack_status", "resource_action", "stack_action", "resource_type",
	"rel", "type", "title", "code", "base", "version", "min_version", "max_version", "OS-EXT-IPS:type",
	"OS-DCF:diskConfig", "bootable", "visibility", "disk_format", "container_format", "source_type", "destination_type",
	"delete_on_termination",
	"heat_template_version", "hypervisor_type", "attach_mode", "attach_status", "replication_status", "migration_status", "migStat",
)

// texts are keys with sentences of the service: words stay; ids, names, addresses and times in them are replaced.
var texts = set("message", "explanation", "resource_status_reason", "stack_status_reason", "traceback", "details", "detail", "description")

// named are keys whose values are names: these are also replaced inside sentences and paths.
var named = set(
	"name", "host", "hostname", "hosts", "server", "hypervisor_hostname", "hypervisor", "service_host", "node",
	"availability_zone", "zoneName", "zone",
	"OS-EXT-SRV-ATTR:host", "OS-EXT-SRV-ATTR:hostname", "OS-EXT-SRV-ATTR:hypervisor_hostname",
	"OS-EXT-SRV-ATTR:instance_name", "OS-EXT-AZ:availability_zone",
	"pinned_availability_zone", "binding:host_id", "os-vol-host-attr:host", "original_name", "key_name", "stack_name",
	"stack_owner", "volume_type", "user", "user_name", "username",
	"project", "project_name", "domain", "domain_name", "email", "region", "region_id", "nova_object.name", "OS::stack_name",
	"backend", "cluster", "cluster_name", "display_name",
)

// common are names that every cloud has: they are replaced as the value of a key in named, and stay in sentences.
var common = set(
	"nova", "cinder", "glance", "heat", "neutron", "keystone", "placement", "admin", "member", "manager", "reader",
	"service", "services", "demo", "default", "Default",
	"internal", "public", "private", "none", "None", "auto", "server", "servers", "volume", "image", "host", "zone", "stack",
	"name", "test", "the", "and", "not",
)

// keptNumbers are keys whose numbers come from the API or the scenarios. Other numbers become 0 or 1: 0 stays 0.
var keptNumbers = set(
	"code", "progress", "OS-EXT-STS:power_state", "OS-EXT-SRV-ATTR:launch_index", "version", "ip_version", "boot_index", "size", "volume_size",
	"vcpus", "ram", "disk", "swap", "ephemeral", "min_disk", "min_ram", "timeout_mins",
)

// free are objects whose keys belong to the user or the cloud: a key in them stays only if a document has it. It has the
// entries of free in package parity's explained.yaml.
var free = set(
	"metadata", "addresses", "extra_specs", "volume_image_metadata", "connection_info", "image_properties", "parameters",
	"environment", "files",
	"template", "outputs", "properties", "attributes",
)

// keptHosts are hosts that belong to no cloud.
var keptHosts = set("docs.openstack.org", "specs.openstack.org", "mock.invalid")

func set(words ...string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[w] = true
	}
	return out
}
