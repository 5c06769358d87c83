package target

// Further client programs that are installed here and can reach the target.
const (
	// NovaCommand: novaclient's nova command.
	NovaCommand = "nova-command"
	// OpenStackSDK: Python's openstacksdk.
	OpenStackSDK = "openstack-sdk"
)

// programCapabilities are those above; where they are absent only our view is missing.
var programCapabilities = []string{NovaCommand, OpenStackSDK}

// Capabilities of a target's Heat.
const (
	// StackAbandon and StackAdopt: the operator lets stacks be abandoned and adopted.
	StackAbandon = "stack-abandon"
	StackAdopt   = "stack-adopt"
	// HeatNewPolicy: a reader may change no stack (Heat's defaults since 2023.1); HeatLegacyPolicy: a reader may.
	HeatNewPolicy    = "heat-new-policy"
	HeatLegacyPolicy = "heat-legacy-policy"
	// SeededStates: a stack can be put into a state that no request leads to (the mock's control API).
	SeededStates = "seeded-states"
	// NestedEndsFirst: a stack can be met at work while one inside it is done already.
	NestedEndsFirst = "nested-ends-first"
	// HeatClientLocks: the heat command is installed here and knows action-lock and action-unlock.
	HeatClientLocks = "heat-client-locks"
)

var StackCapabilities = []string{StackAbandon, StackAdopt, HeatNewPolicy, HeatLegacyPolicy}

// unseenStacks are the capabilities that only we lack where they are absent.
var unseenStacks = []string{SeededStates, NestedEndsFirst, HeatClientLocks}

// Capabilities of volumes and of what can be seen of them.
const (
	// Reimage: block storage is new enough to write an image to an existing volume.
	Reimage = "reimage"
	// OldBlockStorage: block storage is older than that, or the target can be told to be.
	OldBlockStorage = "old-block-storage"
	// Multiattach: a volume type whose volumes several servers may have.
	Multiattach = "multiattach"
	// ReimageTrait: placement knows the trait of hosts that can rebuild volume-backed servers.
	ReimageTrait = "reimage-trait"
	// VolumeContent: what is on a volume can be read.
	VolumeContent = "volume-content"
	// SteppedClock: the target's time stands still between two looks, so that no state is missed.
	SteppedClock = "stepped-clock"
	// Journal: what the target's services say to one another can be read.
	Journal = "journal"
	// OlderCompute: a host whose compute service has not been upgraded yet.
	OlderCompute = "older-compute"
	// BareMetal: a host that hands out whole machines.
	BareMetal = "bare-metal"
	// ReimageClient: the openstack command knows server rebuild --reimage-boot-volume.
	ReimageClient = "reimage-client"
)

// volumeCapabilities are those above; unseenVolumes the ones that only we cannot see where they are absent.
var (
	volumeCapabilities = []string{
		Reimage, OldBlockStorage, Multiattach, ReimageTrait, VolumeContent, SteppedClock, Journal,
		OlderCompute, BareMetal, ReimageClient,
	}
	unseenVolumes = []string{VolumeContent, SteppedClock, Journal, OlderCompute, ReimageClient}
)

// ProjectHypervisors: an administrator of a project is shown the hypervisors of the project, and only what they are.
// No release does that (class N).
const ProjectHypervisors = "project-hypervisors"

// Capabilities about shelving and places.
const (
	// HostWithoutZone: a host is up that no aggregate gives a zone to.
	HostWithoutZone = "host-without-zone"
	// OtherNodeName: a hypervisor has another name than its compute service.
	OtherNodeName = "other-node-name"
	// RestsShelved: a shelved server rests on its host (shelved_offload_time is not 0).
	RestsShelved = "rests-shelved"
	// Offloads: a shelved server can be had off its host: it goes by itself, or an admin takes it.
	Offloads = "offloads"
	// FreeBoot: a server that asks for no zone is pinned to none (no default_schedule_zone).
	FreeBoot = "free-boot"
	// ChoiceOfHosts: a zone has a second host, or can be given one that no aggregate gives a zone to.
	ChoiceOfHosts = "choice-of-hosts"
	// Pin: what a server is pinned to can be read, or found out.
	Pin = "pin"
	// PinShown: servers show what they are pinned to (2.96).
	PinShown = "pin-shown"
	// DeploymentSettings: what an operator chooses in the services' configuration can be changed from here.
	DeploymentSettings = "deployment-settings"
	// ExtendedResources: the network service knows ports that ask for resources, which old compute services cannot give.
	ExtendedResources = "extended-resources"
	// ClientUnshelvesToHost: the openstack command has the options of unshelving to a host.
	ClientUnshelvesToHost = "client-unshelves-to-host"
	// ClientUnpins: it can send a zone, and take one away, too: a release of it fails by itself.
	ClientUnpins = "client-unpins"
	// NovaClient: novaclient's Python library is installed here and can reach the target.
	NovaClient = "nova-client"
)

var shelveCapabilities = []string{
	HostWithoutZone, OtherNodeName, RestsShelved, FreeBoot, ChoiceOfHosts, Pin, PinShown, DeploymentSettings,
	ExtendedResources, ClientUnshelvesToHost, ClientUnpins, NovaClient,
}

// unseenShelving are those whose absence says something about our view only.
var unseenShelving = []string{OtherNodeName, ChoiceOfHosts, DeploymentSettings, ClientUnshelvesToHost, ClientUnpins, NovaClient}
