package notification

import (
	"plumbline/internal/mockcloud/state"
)

// Instance is the data of a notification about a server.
type Instance struct {
	Server *state.Server
	Flavor *state.Flavor // nil when the flavor is gone: then the server's copy is used
	// Addresses are those of the server's ports.
	Addresses []Address
	// KeyPair is the pair whose key was copied to the server, for the notification of its creation; nil for none.
	KeyPair *state.KeyPair
	// RequestID, UserID and ProjectID are those of the request that caused the notification.
	RequestID, UserID, ProjectID string
	// Fault is the reason of a failure, nil without one.
	Fault *state.Fault
}

// Address is an address of a port.
type Address struct {
	Network, MAC, PortID, IP string
	Version                  int
}

// Action is the payload of instance.<verb>.start and .end, of instance.lock and similar ones.
func (i Instance) Action() any {
	return object("InstanceActionPayload", "1.9", i.data())
}

// Rebuild is the payload of instance.rebuild_scheduled, instance.rebuild.start, .end and .error. All of them have the new key name
// and image.
func (i Instance) Rebuild() any {
	return object("InstanceActionRebuildPayload", "1.10", rebuildData{
		instanceData: i.data(), Certificates: certificates(i.Server),
	})
}

// rebuildData and similar structs are the fields that their payload adds to the common ones; encoding puts all into one object.
type rebuildData struct {
	instanceData
	Certificates *Object `json:"trusted_image_certificates"`
}

// Create is the payload of instance.create.start, .end and .error.
func (i Instance) Create() any {
	data := createData{
		instanceData: i.data(), InstanceName: i.Server.InstanceName(), KeyPairs: []Object{}, Tags: list(i.Server.Tags),
		Certificates: certificates(i.Server),
	}
	if i.KeyPair != nil {
		data.KeyPairs = append(data.KeyPairs, pair(i.KeyPair))
	}
	return object("InstanceCreatePayload", "1.13", data)
}

type createData struct {
	instanceData
	InstanceName string   `json:"instance_name"`
	KeyPairs     []Object `json:"keypairs"`
	Tags         []string `json:"tags"`
	Certificates *Object  `json:"trusted_image_certificates"`
}

// instanceData holds the fields of all payloads about a server.
type instanceData struct {
	ActionProject string            `json:"action_initiator_project"`
	ActionUser    string            `json:"action_initiator_user"`
	Architecture  *string           `json:"architecture"`
	DiskConfig    string            `json:"auto_disk_config"`
	Zone          *string           `json:"availability_zone"`
	BlockDevices  []Object          `json:"block_devices"`
	Created       *string           `json:"created_at"`
	Deleted       *string           `json:"deleted_at"`
	Description   *string           `json:"display_description"`
	Name          string            `json:"display_name"`
	Fault         *Object           `json:"fault"`
	Flavor        Object            `json:"flavor"`
	Host          *string           `json:"host"`
	Hostname      string            `json:"host_name"`
	Image         *string           `json:"image_uuid"`
	Addresses     []Object          `json:"ip_addresses"`
	Kernel        string            `json:"kernel_id"`
	KeyName       *string           `json:"key_name"`
	Launched      *string           `json:"launched_at"`
	Locked        bool              `json:"locked"`
	LockedReason  *string           `json:"locked_reason"`
	Metadata      map[string]string `json:"metadata"`
	Node          *string           `json:"node"`
	OSType        *string           `json:"os_type"`
	PowerState    string            `json:"power_state"`
	Progress      int               `json:"progress"`
	Ramdisk       string            `json:"ramdisk_id"`
	Request       string            `json:"request_id"`
	Reservation   string            `json:"reservation_id"`
	Shares        []Object          `json:"shares"`
	State         state.VMState     `json:"state"`
	TaskState     *string           `json:"task_state"`
	Project       string            `json:"tenant_id"`
	Terminated    *string           `json:"terminated_at"`
	Updated       *string           `json:"updated_at"`
	User          string            `json:"user_id"`
	ID            string            `json:"uuid"`
}

func (i Instance) data() instanceData {
	s := i.Server
	return instanceData{
		ID: s.ID, User: s.UserID, Project: s.ProjectID, Reservation: s.ReservationID,
		Name: s.Name, Description: s.Description, Hostname: s.Hostname,
		Host: orNil(s.Host), Node: orNil(s.Node), Zone: orNil(s.Zone), Flavor: i.flavor(), Image: orNil(s.Image),
		KeyName: s.KeyName, Kernel: s.KernelID, Ramdisk: s.RamdiskID,
		Created: zulu(&s.Created), Launched: zulu(s.Launched), Terminated: zulu(s.Terminated),
		Deleted: zulu(s.Deleted), Updated: zulu(&s.Updated), State: s.VMState,
		PowerState: powers[s.PowerState], TaskState: orNil(string(s.TaskState)), Progress: s.Progress,
		Addresses: i.addresses(), BlockDevices: []Object{}, Metadata: orEmpty(s.Metadata), Locked: s.Locked,
		LockedReason: s.LockedReason, DiskConfig: s.DiskConfig, Request: i.RequestID,
		ActionUser: i.UserID, ActionProject: i.ProjectID, Fault: fault(i.Fault),
	}
}

// powers are the names of power states.
var powers = map[int]string{
	state.PowerNone: "pending", state.PowerRunning: "running", state.PowerPaused: "paused",
	state.PowerShutdown: "shutdown", state.PowerCrashed: "crashed", state.PowerSuspended: "suspended",
}
