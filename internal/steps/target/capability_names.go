package target

// Further client programs that are installed here and can reach the target.
const (
	// NovaCommand: novaclient's nova command.
	NovaCommand = "nova-command"
	// OpenStackSDK: Python's openstacksdk.
	OpenStackSDK = "openstack-sdk"
)

// programCapabilities are the names above. Their absence says nothing about the target.
var programCapabilities = []string{NovaCommand, OpenStackSDK}

// Capabilities of a target's Heat.
const (
	// StackAbandon and StackAdopt: Heat's configuration allows to abandon and to adopt stacks.
	StackAbandon = "stack-abandon"
	StackAdopt   = "stack-adopt"
	// HeatNewPolicy: a reader may change no stack (Heat's defaults since 2023.1); HeatLegacyPolicy: a reader may.
	HeatNewPolicy    = "heat-new-policy"
	HeatLegacyPolicy = "heat-legacy-policy"
	// SeededStates: a stack can be put into a state that no request leads to (the mock's control API).
	SeededStates = "seeded-states"
	// NestedEndsFirst: a stack can be observed at work while its nested stack is complete.
	NestedEndsFirst = "nested-ends-first"
	// HeatClientLocks: the heat command is installed here and knows action-lock and action-unlock.
	HeatClientLocks = "heat-client-locks"
)

var StackCapabilities = []string{StackAbandon, StackAdopt, HeatNewPolicy, HeatLegacyPolicy}

// unseenStacks are capabilities whose absence says nothing about the target.
var unseenStacks = []string{SeededStates, NestedEndsFirst, HeatClientLocks}

// Capabilities of volumes, and of their observation.
const (
	// Reimage: block storage is new enough to write an image to an existing volume.
	Reimage = "reimage"
	// OldBlockStorage: block storage is older than that, or a mock can be set to be.
	OldBlockStorage = "old-block-storage"
	// Multiattach: there is a volume type with multiattach.
	Multiattach = "multiattach"
	// ReimageTrait: placement knows the trait of hosts that can rebuild volume-backed servers.
	ReimageTrait = "reimage-trait"
	// VolumeContent: the data of a volume can be identified.
	VolumeContent = "volume-content"
	// SteppedClock: the target's time stands still between two looks, so that every state is observed.
	SteppedClock = "stepped-clock"
	// Journal: the requests between the target's services can be read.
	Journal = "journal"
	// OlderCompute: a host whose compute service has not been upgraded yet.
	OlderCompute = "older-compute"
	// BareMetal: there is a host of bare metal machines.
	BareMetal = "bare-metal"
	// ReimageClient: the openstack command knows server rebuild --reimage-boot-volume.
	ReimageClient = "reimage-client"
)

// volumeCapabilities are the names above; the absence of those in unseenVolumes says nothing about the target.
var (
	volumeCapabilities = []string{
		Reimage, OldBlockStorage, Multiattach, ReimageTrait, VolumeContent, SteppedClock, Journal,
		OlderCompute, BareMetal, ReimageClient,
	}
	unseenVolumes = []string{VolumeContent, SteppedClock, Journal, OlderCompute, ReimageClient}
)

// ProjectHypervisors: an administrator of a project sees the project's hypervisors only, without the use of them. No
// release does that (class N).
const ProjectHypervisors = "project-hypervisors"

// HypervisorsOnOnePage: the list of all hypervisors without a limit is whole, and not full (nova, max_limit).
const HypervisorsOnOnePage = "hypervisors-on-one-page"

// Capabilities about shelving and places.
const (
	// HostWithoutZone: a host is up that no aggregate gives a zone to.
	HostWithoutZone = "host-without-zone"
	// MovableHost: such a host has no servers, so that it may be put into a zone.
	MovableHost = "movable-host"
	// OtherNodeName: a hypervisor_hostname differs from the name of its compute service.
	OtherNodeName = "other-node-name"
	// RestsShelved: a shelved server stays on its host (shelved_offload_time is not 0).
	RestsShelved = "rests-shelved"
	// Offloads: a shelved server can be taken off its host: it leaves by itself, or an admin offloads it.
	Offloads = "offloads"
	// FreeBoot: a server that names no zone is pinned to none (no default_schedule_zone).
	FreeBoot = "free-boot"
	// CrossZoneVolumes: a server may have volumes of another zone than its own (nova, cross_az_attach).
	CrossZoneVolumes = "cross-zone-volumes"
	// PlainFlavor: a server of the run's flavor takes of its host the processors, memory and disk that the flavor shows.
	PlainFlavor = "plain-flavor"
	// ChoiceOfHosts: a zone has a second host, or a host of the default zone can be added to it.
	ChoiceOfHosts = "choice-of-hosts"
	// Pin: the zone that a server is pinned to can be read, or found out.
	Pin = "pin"
	// PinShown: servers show the zone that they are pinned to (2.96).
	PinShown = "pin-shown"
	// DeploymentSettings: the suite can change the configuration of the services.
	DeploymentSettings = "deployment-settings"
	// ExtendedResources: the network service has ports that request resources, which old compute services cannot provide.
	ExtendedResources = "extended-resources"
	// ClientUnshelvesToHost: the openstack command has the options of unshelving to a host.
	ClientUnshelvesToHost = "client-unshelves-to-host"
	// ClientUnpins: the openstack command can send a zone, and can also unpin; one of its releases fails to.
	ClientUnpins = "client-unpins"
	// NovaClient: novaclient's Python library is installed here and can reach the target.
	NovaClient = "nova-client"
)

var shelveCapabilities = []string{
	HostWithoutZone, MovableHost, OtherNodeName, RestsShelved, FreeBoot, CrossZoneVolumes, PlainFlavor, ChoiceOfHosts, Pin, PinShown,
	DeploymentSettings, ExtendedResources, ClientUnshelvesToHost, ClientUnpins, NovaClient,
}

// unseenShelving are capabilities whose absence says nothing about the target.
var unseenShelving = []string{
	MovableHost, OtherNodeName, FreeBoot, CrossZoneVolumes, PlainFlavor, ChoiceOfHosts, DeploymentSettings, ClientUnshelvesToHost,
	ClientUnpins, NovaClient,
}
