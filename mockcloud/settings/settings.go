// Package settings holds the settings that the operator of a deployment makes in the configuration of its services.
package settings

import "time"

// Settings are the settings that the operator of a deployment makes in the services' configuration. They can be changed while the
// mock runs.
type Settings struct {
	// ShelvedOffloadTime is how long a shelved server stays on its host (nova, shelved_offload_time): 0 not at all, negative for
	// ever.
	ShelvedOffloadTime time.Duration
	// ReclaimInterval is how long a deleted server is kept and can be restored (nova, reclaim_instance_interval); 0: not at all.
	ReclaimInterval time.Duration
	// CrossAZAttach allows servers to attach volumes of other zones (nova, cross_az_attach). Where it is false, block storage has the
	// zones of the hosts, and not only its own one.
	CrossAZAttach bool
	// DefaultScheduleZone is the zone for servers that are requested without one (nova, default_schedule_zone); "" is any.
	DefaultScheduleZone string
	// UsageFromPlacement counts processors and memory by allocations in placement (nova, count_usage_from_placement), so that an
	// offloaded server uses none, and has to fit into the quota again when it is unshelved.
	UsageFromPlacement bool
	// TenantIsolation reserves the hosts of aggregates with filter_tenant_id for the projects listed there (nova, the filter
	// AggregateMultiTenancyIsolation, which is not enabled by default).
	TenantIsolation bool
	// ListAllHypervisors grants callers with a project's token the rule for the complete list of hypervisors, where that rule exists
	// (specified).
	ListAllHypervisors bool
	// ResourceGroups makes the ports of servers ask for several resources at once (neutron, port-resource-request-groups).
	ResourceGroups bool
	// OldCompute tells that a compute service is older than Xena: it cannot serve such ports, nor rebuild a server whose volume is to
	// be written.
	OldCompute bool
	// BareMetal makes hosts provide whole machines, whose volumes cannot be written in a rebuild.
	BareMetal bool
	// SharesAttached makes every server have a share attached.
	SharesAttached bool
	// Cores is the greatest number of processors that a project may use; -1 is no limit.
	Cores int
	// ReservedMemory and ReservedDisk are the memory and disk that each host reserves for itself, in MiB (nova,
	// reserved_host_memory_mb and reserved_host_disk_mb).
	ReservedMemory, ReservedDisk int
	// MaxLimit is the greatest number of items that a list has, whatever limit says (nova, max_limit; cinder, osapi_max_limit). What is
	// not positive stands for the services' default, 1,000.
	MaxLimit int
	// StackAbandon allows stacks to be abandoned and exported (heat, enable_stack_abandon).
	StackAbandon bool
}

// Default answers the settings of a deployment with an empty configuration.
func Default() Settings {
	return Settings{CrossAZAttach: true, ResourceGroups: true, Cores: -1, MaxLimit: 1000}
}
