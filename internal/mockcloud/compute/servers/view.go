package servers

import (
	"time"

	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// brief is a server in the short list.
type brief struct {
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Links []pipeline.Link `json:"links"`
}

func briefOf(x *pipeline.Exchange, s *state.Server) *brief {
	return &brief{ID: s.ID, Name: s.Name, Links: record.Links(x, "servers", s.ID)}
}

// View is a server with every field of every microversion; progress, fault and security_groups depend on its state.
type View struct {
	brief
	Status     string                     `json:"status"`
	ProjectID  string                     `json:"tenant_id"`
	UserID     string                     `json:"user_id"`
	Created    time.Time                  `json:"created"`
	Updated    time.Time                  `json:"updated"`
	HostID     string                     `json:"hostId"`
	Metadata   map[string]string          `json:"metadata"`
	Image      any                        `json:"image"` // an imageView, or the empty text
	Flavor     flavorCopyView             `json:"flavor"`
	Addresses  map[string][]ports.Address `json:"addresses"`
	AccessIPv4 string                     `json:"accessIPv4"`
	AccessIPv6 string                     `json:"accessIPv6"`
	DiskConfig string                     `json:"OS-DCF:diskConfig"`
	Zone       string                     `json:"OS-EXT-AZ:availability_zone"`

	ConfigDrive    string              `json:"config_drive"`
	KeyName        *string             `json:"key_name"`
	Launched       *string             `json:"OS-SRV-USG:launched_at"`
	Terminated     *string             `json:"OS-SRV-USG:terminated_at"`
	TaskState      *string             `json:"OS-EXT-STS:task_state"`
	VMState        string              `json:"OS-EXT-STS:vm_state"`
	PowerState     int                 `json:"OS-EXT-STS:power_state"`
	Volumes        []volumeView        `json:"os-extended-volumes:volumes_attached"`
	Locked         bool                `json:"locked"`
	LockedReason   *string             `json:"locked_reason"`
	Description    *string             `json:"description"`
	Tags           []string            `json:"tags"`
	ServerGroups   []string            `json:"server_groups"`
	Certificates   *[]string           `json:"trusted_image_certificates"`
	HostStatus     string              `json:"host_status"`
	PinnedZone     *string             `json:"pinned_availability_zone"`
	SchedulerHints map[string][]string `json:"scheduler_hints"`

	Host          *string `json:"OS-EXT-SRV-ATTR:host"`
	Node          *string `json:"OS-EXT-SRV-ATTR:hypervisor_hostname"`
	InstanceName  string  `json:"OS-EXT-SRV-ATTR:instance_name"`
	ReservationID string  `json:"OS-EXT-SRV-ATTR:reservation_id"`
	LaunchIndex   int     `json:"OS-EXT-SRV-ATTR:launch_index"`
	Hostname      string  `json:"OS-EXT-SRV-ATTR:hostname"`
	KernelID      string  `json:"OS-EXT-SRV-ATTR:kernel_id"`
	RamdiskID     string  `json:"OS-EXT-SRV-ATTR:ramdisk_id"`
	RootDevice    *string `json:"OS-EXT-SRV-ATTR:root_device_name"`
	UserData      *string `json:"OS-EXT-SRV-ATTR:user_data"`

	Progress       *int       `json:"progress,omitzero"`
	Fault          *faultView `json:"fault,omitzero"`
	SecurityGroups []Group    `json:"security_groups,omitzero"`
}

// Group is a security group in a server's view.
type Group struct {
	Name string `json:"name"`
}

// Groups makes the views of security groups, nil for none.
func Groups(names []string) (out []Group) {
	for _, name := range names {
		out = append(out, Group{Name: name})
	}
	return out
}

// ViewOf makes the view of a server.
func ViewOf(x *pipeline.Exchange, s *state.Server) *View {
	v := &View{
		brief:  brief{ID: s.ID, Name: s.Name, Links: record.Links(x, "servers", s.ID)},
		Status: Status(s), ProjectID: s.ProjectID, UserID: s.UserID, Created: s.Created, Updated: s.Updated,
		HostID: record.HostID(s.ProjectID, s.Host), Metadata: s.Metadata, Image: imageOf(x, s), Flavor: flavorCopyOf(x, &s.Flavor),
		Addresses: ports.Addresses(x.Txn, s), AccessIPv4: s.AccessIPv4, AccessIPv6: s.AccessIPv6, DiskConfig: s.DiskConfig, Zone: s.Zone,
		ConfigDrive: s.ConfigDrive, KeyName: s.KeyName, Launched: record.MicroOrNil(s.Launched), Terminated: record.MicroOrNil(s.Terminated),
		TaskState: record.FilledOrNil((*string)(&s.TaskState)), VMState: string(s.VMState), PowerState: s.PowerState,
		Volumes: volumesOf(s), Locked: s.Locked, LockedReason: s.LockedReason, Description: s.Description, Tags: s.Tags,
		ServerGroups: s.ServerGroups, HostStatus: hostStatus(x, s), PinnedZone: s.PinnedZone, SchedulerHints: s.SchedulerHints,

		Host: record.FilledOrNil(&s.Host), Node: record.FilledOrNil(&s.Node), InstanceName: s.InstanceName(), ReservationID: s.ReservationID,
		LaunchIndex: s.LaunchIndex, Hostname: s.Hostname, KernelID: s.KernelID, RamdiskID: s.RamdiskID,
		RootDevice: record.FilledOrNil(&s.RootDevice), UserData: s.UserData, SecurityGroups: Groups(ports.GroupNames(x.Txn, s)),
	}
	if s.TrustedCerts != nil {
		v.Certificates = &s.TrustedCerts
	}
	if progressing[v.Status] {
		v.Progress = &s.Progress
	}
	if s.Fault != nil && faulty[v.Status] {
		v.Fault = faultOf(x, s.Fault)
	}
	return v
}

// imageView is the image that a server was made from.
type imageView struct {
	ID         *string           `json:"id"`
	Links      []pipeline.Link   `json:"links"`
	Properties map[string]string `json:"properties"`
}

func imageOf(x *pipeline.Exchange, s *state.Server) any {
	id := s.CurrentImage()
	if id == "" {
		return ""
	}
	return &imageView{ID: &id, Links: []pipeline.Link{record.Bookmark(x, "images", id)}, Properties: s.ImageProperties}
}

// flavorCopyView has the link of old microversions and the copied values of newer ones.
type flavorCopyView struct {
	ID         string            `json:"id"`
	Links      []pipeline.Link   `json:"links"`
	Name       string            `json:"original_name"`
	VCPUs      int               `json:"vcpus"`
	RAM        int               `json:"ram"`
	Disk       int               `json:"disk"`
	Ephemeral  int               `json:"ephemeral"`
	Swap       int               `json:"swap"`
	ExtraSpecs map[string]string `json:"extra_specs"`
}

func flavorCopyOf(x *pipeline.Exchange, f *state.FlavorCopy) flavorCopyView {
	return flavorCopyView{
		ID: f.ID, Links: []pipeline.Link{record.Bookmark(x, "flavors", f.ID)}, Name: f.Name,
		VCPUs: f.VCPUs, RAM: f.RAM, Disk: f.Disk, Ephemeral: f.Ephemeral, Swap: f.Swap, ExtraSpecs: f.ExtraSpecs,
	}
}

// faultView is the fault of a server in ERROR.
type faultView struct {
	Code    int       `json:"code"`
	Created time.Time `json:"created"`
	Message string    `json:"message"`
	Details string    `json:"details,omitzero"`
}

// faultOf shows the details of faults with code 500 to administrators only; the details of others to everybody.
func faultOf(x *pipeline.Exchange, f *state.Fault) *faultView {
	v := &faultView{Code: f.Code, Created: f.Created, Message: f.Message}
	if f.Code != 500 || x.Caller.Admin() {
		v.Details = f.Details
	}
	return v
}

func hostStatus(x *pipeline.Exchange, s *state.Server) string {
	if s.Host == "" || s.VMState == state.VMDeleted {
		return ""
	}
	h := state.Hosts.Get(x.Txn, s.Host)
	switch {
	case h == nil:
		return "UNKNOWN"
	case h.ForcedDown:
		return "DOWN"
	case h.Disabled:
		return "MAINTENANCE"
	case h.Down:
		return "UNKNOWN"
	}
	return "UP"
}

// volumeView is a volume of a server.
type volumeView struct {
	ID                  string `json:"id"`
	DeleteOnTermination bool   `json:"delete_on_termination"`
}

func volumesOf(s *state.Server) (out []volumeView) {
	for _, d := range s.BlockDevices {
		if d.VolumeID != "" {
			out = append(out, volumeView{ID: d.VolumeID, DeleteOnTermination: d.DeleteOnTermination})
		}
	}
	return out
}
