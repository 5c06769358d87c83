package target

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
	volumeCapabilities = []string{Reimage, OldBlockStorage, Multiattach, ReimageTrait, VolumeContent, SteppedClock, Journal, OlderCompute, BareMetal, ReimageClient}
	unseenVolumes      = []string{VolumeContent, SteppedClock, Journal, OlderCompute, ReimageClient}
)
