package target

import "slices"

// Capabilities that scenarios require with @needs:NAME. Each is probed, never assumed.
const (
	// Orchestration: the catalogue offers Heat.
	Orchestration = "orchestration"
	// Network: the catalogue offers Neutron.
	Network = "network"
	// BlockStorage: the catalogue offers Cinder.
	BlockStorage = "block-storage"
	// Image: the catalogue offers Glance.
	Image = "image"
	// Placement: the catalogue offers Placement.
	Placement = "placement"
	// Metadata: a guest's metadata can be read (URL and shared secret were given, or the mock's).
	Metadata = "metadata"
	// Notifications: versioned notifications can be read (AMQP URL was given, or the mock's feed).
	Notifications = "notifications"
	// FaultRules: the target can be told to fail (the mock's control API).
	FaultRules = "fault-rules"
	// TwoHosts and TwoZones: at least two hosts are up, in at least two zones.
	TwoHosts = "two-hosts"
	TwoZones = "two-zones"
	// AggregateZones: aggregates make at least two zones with hosts up. The scheduler keeps servers out of no host for the sake of the
	// default zone, so that it cannot play a zone that a server is pinned to, or kept out of.
	AggregateZones = "aggregate-zones"
	// PlacesSeen: hosts and zones can be listed, and a host is up in a zone.
	PlacesSeen = "places"
	// TwoImages: a second small active image.
	TwoImages = "two-images"
	// NewPolicy: a reader may not write (Nova's defaults since 2023.1); LegacyPolicy: a reader may.
	NewPolicy    = "new-policy"
	LegacyPolicy = "legacy-policy"
	// LegacyV2: the service's root offers /v2 (v2.0).
	LegacyV2 = "legacy-v2"
	// CreateIdentities: the given user may create projects, users and role assignments.
	CreateIdentities = "create-identities"
	// Share: a shared file system service, and a share that the operator named.
	Share = "share"
	// OpenStackClient: the openstack command is installed here and can reach the target.
	OpenStackClient = "openstack-client"
	// WorkTakesTime: accepted work goes on after the answer, so that a request can meet a server in the middle of it.
	WorkTakesTime = "work-takes-time"
	// EphemeralLost: no hypervisor driver is seen that could keep ephemeral disks through a rebuild, as the bare metal driver does.
	EphemeralLost = "ephemeral-lost"
	// StackLock, HypervisorUUID, ReimageFlag: features that no release has (class N); a probe that changes nothing
	// shows that each is absent.
	StackLock      = "stack-lock"
	HypervisorUUID = "hypervisor-uuid"
	ReimageFlag    = "reimage-flag"
)

// neverShipped are the capabilities that no release has, so that their absence needs no comparison of microversions.
var neverShipped = []string{StackLock, HypervisorUUID, ProjectHypervisors, ReimageFlag}

// Capability is the outcome of a probe.
type Capability struct {
	Name    string
	Present bool
	// Unknown: it could not be probed, so that nothing is known about the target.
	Unknown bool
	// Unseen: the suite cannot see it here, whatever the operator gives.
	Unseen bool
	// Disruptive: it is there, but using it changes more than what a scenario creates itself.
	Disruptive bool
	// Evidence is one sentence on what the probe saw.
	Evidence string
}

// Absent is the verdict of rows that need an absent capability: unsupported where the target itself does not have it,
// unobservable where only the suite cannot see it, not-run where the operator can provide it.
func (c Capability) Absent() string {
	switch {
	case c.Unknown:
		return "not-run"
	case c.Unseen:
		return "unobservable"
	case slices.Contains([]string{
		Metadata, Notifications, FaultRules, OpenStackClient, WorkTakesTime, EphemeralLost, HypervisorsOnOnePage,
	}, c.Name):
		return "unobservable"
	case slices.Contains(unseenVolumes, c.Name), slices.Contains(unseenShelving, c.Name), slices.Contains(programCapabilities, c.Name),
		slices.Contains(unseenStacks, c.Name):
		return "unobservable"
	case slices.Contains([]string{Network, PlacesSeen, TwoHosts, TwoZones, AggregateZones, TwoImages, CreateIdentities, Offloads}, c.Name):
		return "not-run"
	}
	return "unsupported"
}

// NeverShipped tells whether no release has it. Rows that need it are unsupported for the reason that its probe gives,
// before any microversion is compared.
func (c Capability) NeverShipped() bool { return slices.Contains(neverShipped, c.Name) }

// CapabilityNames lists every capability, sorted.
func CapabilityNames() []string {
	names := []string{
		Orchestration, Network, BlockStorage, Image, Placement, Metadata, Notifications, FaultRules,
		PlacesSeen, TwoHosts, TwoZones, AggregateZones, TwoImages, NewPolicy, LegacyPolicy, LegacyV2, CreateIdentities,
		Share, OpenStackClient, WorkTakesTime, EphemeralLost, HypervisorsOnOnePage,
	}
	names = append(names, StackCapabilities...)
	names = append(names, unseenStacks...)
	names = append(names, neverShipped...)
	names = append(names, volumeCapabilities...)
	names = append(names, shelveCapabilities...)
	names = append(names, programCapabilities...)
	slices.Sort(names)
	return names
}

// Capabilities answers what was found, by name.
func (t *Target) Capabilities() map[string]Capability { return t.Known }

func (t *Target) Unknown(name, why string) {
	t.Known[name] = Capability{Name: name, Unknown: true, Evidence: why}
}

// CannotSee records that no API shows whether the target has it, and that nobody can tell the suite.
func (t *Target) CannotSee(name, why string) {
	t.Known[name] = Capability{Name: name, Unseen: true, Evidence: why}
}

func (t *Target) Found(name string, present bool, evidence string) {
	t.Known[name] = Capability{Name: name, Present: present, Evidence: evidence}
}
