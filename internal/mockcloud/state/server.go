package state

import (
	"fmt"
	"strconv"
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Server is compute's record of a server.
type Server struct {
	ID string
	// Serial orders servers by creation; it is also the number in the server's name on the hypervisor.
	Serial        int64
	Name          string
	Hostname      string
	Description   *string
	ProjectID     string
	UserID        string
	ReservationID string
	LaunchIndex   int

	VMState    VMState
	TaskState  TaskState
	PowerState int
	Progress   int
	Fault      *Fault

	// Image is "" for a volume-backed server; ImageProperties are the properties that it was built from.
	Image           string
	ImageProperties map[string]string
	KernelID        string
	RamdiskID       string
	Flavor          FlavorCopy
	// KeyName is nil when the server has no key; KeyData and KeyType are copied from the key pair.
	KeyName *string
	KeyData string
	KeyType string

	// Host and Node are "" while the server is on no host. Zone is the zone of its host; of a server that was never on one, the
	// requested zone.
	Host, Node, Zone string
	// PinnedZone is the requested zone; nil if none was requested, so that the server may go to any. ("" can be requested.)
	PinnedZone     *string
	SchedulerHints map[string][]string
	ServerGroups   []string

	Metadata     map[string]string
	Tags         []string
	TrustedCerts []string
	UserData     *string
	ConfigDrive  string
	RootDevice   string
	DiskConfig   string
	AccessIPv4   string
	AccessIPv6   string
	Ports        []string
	// BlockDevices are the server's disks as far as they were requested, in the order of attachment; a server that boots from an
	// image and has no volumes has none. The slice is never changed in place.
	BlockDevices []BlockDevice
	// AdminPass is the password that was set last; only the answer to the request that sets it shows it.
	AdminPass string

	Locked bool
	// LockedBy is LockedByOwner or LockedByAdmin, "" when the server is not locked.
	LockedBy     string
	LockedReason *string

	// Resized is the state before a resize that waits to be confirmed, nil if there is none.
	Resized *Resized

	Created, Updated       time.Time
	Launched, Terminated   *time.Time
	ShelvedAt, Deleted     *time.Time
	ShelvedImage           string
	HostStatusUnknownSince *time.Time
}

// Resized is the state that a server returns to when its resize is reverted.
type Resized struct {
	Flavor           FlavorCopy
	Host, Node, Zone string
	VMState          VMState
	// Migration is the serial number of the migration's record.
	Migration int64
}

// The values of LockedBy.
const (
	LockedByOwner = "owner"
	LockedByAdmin = "admin"
)

// VMState is the vm_state of a server (OS-EXT-STS:vm_state).
type VMState string

// The states of a server (docs/contract/80-compute-operations.md §1).
const (
	VMActive           VMState = "active"
	VMBuilding         VMState = "building"
	VMStopped          VMState = "stopped"
	VMPaused           VMState = "paused"
	VMSuspended        VMState = "suspended"
	VMRescued          VMState = "rescued"
	VMResized          VMState = "resized"
	VMError            VMState = "error"
	VMDeleted          VMState = "deleted"
	VMSoftDeleted      VMState = "soft-delete"
	VMShelved          VMState = "shelved"
	VMShelvedOffloaded VMState = "shelved_offloaded"
)

// TaskState is the task under way on a server (OS-EXT-STS:task_state), "" for none (null in answers).
type TaskState string

// The task states the mock goes through.
const (
	TaskNone             TaskState = ""
	TaskScheduling       TaskState = "scheduling"
	TaskMapping          TaskState = "block_device_mapping"
	TaskSpawning         TaskState = "spawning"
	TaskRebuilding       TaskState = "rebuilding"
	TaskRebuildVolumes   TaskState = "rebuild_block_device_mapping"
	TaskRebuildSpawning  TaskState = "rebuild_spawning"
	TaskPoweringOff      TaskState = "powering-off"
	TaskPoweringOn       TaskState = "powering-on"
	TaskShelving         TaskState = "shelving"
	TaskShelvingOffload  TaskState = "shelving_offloading"
	TaskUnshelving       TaskState = "unshelving"
	TaskDeleting         TaskState = "deleting"
	TaskPausing          TaskState = "pausing"
	TaskUnpausing        TaskState = "unpausing"
	TaskSuspending       TaskState = "suspending"
	TaskResuming         TaskState = "resuming"
	TaskRebooting        TaskState = "rebooting"
	TaskRebootingHard    TaskState = "rebooting_hard"
	TaskRescuing         TaskState = "rescuing"
	TaskUnrescuing       TaskState = "unrescuing"
	TaskMigrating        TaskState = "migrating"
	TaskResizePrep       TaskState = "resize_prep"
	TaskResizeReverting  TaskState = "resize_reverting"
	TaskRestoring        TaskState = "restoring"
	TaskSoftDeleting     TaskState = "soft-deleting"
	TaskSnapshotPending  TaskState = "image_snapshot_pending"
	TaskBackup           TaskState = "image_backup"
	TaskUpdatingPassword TaskState = "updating_password"
)

// Power states as Nova numbers them.
const (
	PowerNone      = 0
	PowerRunning   = 1
	PowerPaused    = 3
	PowerShutdown  = 4
	PowerCrashed   = 6
	PowerSuspended = 7
)

// Fault is the reason why a server is in error.
type Fault struct {
	Code    int
	Message string
	Details string
	Created time.Time
}

// Unshelving tells whether the server is being brought up on its new host, from the copy of its disk.
func (s *Server) Unshelving() bool {
	return s.VMState == VMShelvedOffloaded && s.TaskState == TaskSpawning
}

// CurrentImage is the id of the image that the server shows, "" for none: while it is brought up from the copy of its disk, that copy.
func (s *Server) CurrentImage() string {
	if s.Unshelving() && s.ShelvedImage != "" {
		return s.ShelvedImage
	}
	return s.Image
}

// InstanceName is the server's name on the hypervisor.
func (s *Server) InstanceName() string { return fmt.Sprintf("instance-%08x", s.Serial) }

// Servers are all servers except those deleted for good.
var Servers = engine.Register(engine.Table[Server]{
	Name: "servers",
	ID:   func(s *Server) string { return s.ID },
	Indexes: []engine.Index[Server]{
		{Name: "project", Of: func(s *Server) []string { return []string{s.ProjectID} }, Scan: true},
	},
	Marks: markServer,
})

// mostDeleted is how many servers are remembered after they were deleted for good.
const mostDeleted = 1000

// DeletedServers are servers that were deleted for good, without their ports, disks, tags and metadata. Each takes the place of the one
// that was made mostDeleted servers before it.
var DeletedServers = engine.Register(engine.Table[Server]{
	Name:      "deleted-servers",
	Uncounted: true,
	ID:        func(s *Server) string { return strconv.FormatInt(s.Serial%mostDeleted, 10) },
})

// ServerField is a field by whose value Servers.Marked finds servers.
type ServerField uint8

// The fields by which servers are found.
const (
	ServerProject ServerField = iota + 1
	ServerUser
	ServerHost
	ServerImage  // the current one
	ServerFlavor // its id
	ServerState  // vm_state
	ServerTag
)

// MarkOf is the mark of servers that have a value in the field.
func (f ServerField) MarkOf(value string) Mark { return engine.MarkOf(uint8(f), value) }

func markServer(s *Server, has func(Mark)) {
	has(ServerProject.MarkOf(s.ProjectID))
	has(ServerUser.MarkOf(s.UserID))
	has(ServerHost.MarkOf(s.Host))
	has(ServerImage.MarkOf(s.CurrentImage()))
	has(ServerFlavor.MarkOf(s.Flavor.ID))
	has(ServerState.MarkOf(string(s.VMState)))
	for _, tag := range s.Tags {
		has(ServerTag.MarkOf(tag))
	}
}

func init() { Servers.Written = account }

// nonEmpty are the keys of an index without empty ones.
func nonEmpty(keys ...string) (out []string) {
	for _, k := range keys {
		if k != "" {
			out = append(out, k)
		}
	}
	return out
}

// ServerGroup is a rule about how its servers are spread over hosts.
type ServerGroup struct {
	ID, Name          string
	ProjectID, UserID string
	// Policy is "affinity", "anti-affinity", "soft-affinity" or "soft-anti-affinity"; MostPerHost is the limit for anti-affinity, 0
	// if none was set.
	Policy      string
	MostPerHost int
	Created     time.Time
}

// ServerGroups are all server groups.
var ServerGroups = engine.Register(engine.Table[ServerGroup]{
	Name:    "server-groups",
	ID:      func(g *ServerGroup) string { return g.ID },
	Indexes: []engine.Index[ServerGroup]{{Name: "project", Of: func(g *ServerGroup) []string { return []string{g.ProjectID} }}},
})
