// Package settings is what the operator of a deployment chooses in the configuration of its services.
package settings

import "time"

// Settings are what the operator of a deployment chooses in the services' configuration, and may choose anew
// while the mock runs.
type Settings struct {
	// ShelvedOffloadTime is how long a shelved server stays on its host (nova, shelved_offload_time): 0 not at
	// all, below 0 for good.
	ShelvedOffloadTime time.Duration
	// ReclaimInterval is how long a deleted server is kept, to be brought back (nova, reclaim_instance_interval); 0: not at all.
	ReclaimInterval time.Duration
	// CrossAZAttach lets servers have volumes of other zones (nova, cross_az_attach).
	CrossAZAttach bool
	// DefaultScheduleZone is where servers go that ask for no zone (nova, default_schedule_zone); "" is anywhere.
	DefaultScheduleZone string
	// UsageFromPlacement counts processors and memory where they are taken (nova, count_usage_from_placement), so
	// that an offloaded server takes none and has to fit into the quota again when it is unshelved.
	UsageFromPlacement bool
	// TenantIsolation keeps the hosts of aggregates with filter_tenant_id for the projects listed there (nova, the
	// filter AggregateMultiTenancyIsolation, which is not among those that are on by default).
	TenantIsolation bool
	// ListAllHypervisors grants callers within a project the rule for the complete list of hypervisors, where there is
	// such a rule (specified).
	ListAllHypervisors bool
	// ResourceGroups has the ports of servers ask for several resources at once (neutron, port-resource-request-groups).
	ResourceGroups bool
	// OldCompute says that a compute service is of a release before Xena, which cannot give such ports what they ask for, nor
	// rebuild a server whose volume is to be written.
	OldCompute bool
	// BareMetal has hosts hand out whole machines, whose volumes nobody writes to in a rebuild.
	BareMetal bool
	// SharesAttached has every server have a share attached.
	SharesAttached bool
	// Cores is how many processors a project may use; -1 is no limit.
	Cores int
	// ReservedMemory and ReservedDisk are what each host keeps of its memory and of its disk, in MiB (nova,
	// reserved_host_memory_mb and reserved_host_disk_mb).
	ReservedMemory, ReservedDisk int
	// StackAbandon lets stacks be abandoned and exported (heat, enable_stack_abandon).
	StackAbandon bool
}

// ReservedGiB is what each host keeps of its disk, in whole GiB.
func (s Settings) ReservedGiB() int { return (s.ReservedDisk + 1023) / 1024 }

// Default are those of a deployment whose operator chose nothing.
func Default() Settings { return Settings{CrossAZAttach: true, Cores: -1} }
