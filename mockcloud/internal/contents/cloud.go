package contents

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/internal/compute/servers"
	"plumbline/mockcloud/internal/state"
)

// Cloud is what the cloud has. Counts are the numbers of what is listed page by page.
type Cloud struct {
	Counts  map[string]int `json:"counts"`
	Zones   []zoneView     `json:"zones"`
	Servers []serverView   `json:"servers"`
	Volumes []volumeView   `json:"volumes"`
	Stacks  []stackView    `json:"stacks"`
}

type zoneView struct {
	Name  string     `json:"name"`
	Hosts []hostView `json:"hosts"`
}

// hostView is a compute host with the resources that its servers use (memory in MiB).
type hostView struct {
	Name           string `json:"name"`
	Up             bool   `json:"up"`
	Disabled       bool   `json:"disabled,omitempty"`
	DisabledReason string `json:"disabled_reason,omitempty"`
	Servers        int    `json:"servers"`
	VCPUs          int    `json:"vcpus"`
	VCPUsUsed      int    `json:"vcpus_used"`
	RAM            int    `json:"ram"`
	RAMUsed        int    `json:"ram_used"`
}

// serverView is a server. Pinned is the zone that was requested for it, left out if none was.
type serverView struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Project  string          `json:"project"`
	Status   string          `json:"status"`
	VMState  state.VMState   `json:"vm_state"`
	Task     state.TaskState `json:"task,omitempty"`
	Host     string          `json:"host,omitempty"`
	Zone     string          `json:"zone,omitempty"`
	Pinned   *string         `json:"pinned,omitempty"`
	Locked   bool            `json:"locked,omitempty"`
	LockedBy string          `json:"locked_by,omitempty"`
	Fault    string          `json:"fault,omitempty"`
	Serial   int64           `json:"-"`
}

// volumeView is a volume; Content is the marker of its content.
type volumeView struct {
	ID       string             `json:"id"`
	Name     string             `json:"name,omitempty"`
	Project  string             `json:"project"`
	Status   state.VolumeStatus `json:"status"`
	Size     int                `json:"size"`
	Zone     string             `json:"zone,omitempty"`
	Bootable bool               `json:"bootable,omitempty"`
	Image    string             `json:"image,omitempty"`
	Content  string             `json:"content"`
	Attached []attachedView     `json:"attached,omitempty"`
	Serial   int64              `json:"-"`
}

type attachedView struct {
	Server string             `json:"server"`
	Name   string             `json:"name,omitempty"`
	Status state.AttachStatus `json:"status"`
	Device string             `json:"device,omitempty"`
}

// stackView is a stack; Locked is the level of its lock.
type stackView struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Project   string `json:"project"`
	Status    string `json:"status"`
	Reason    string `json:"reason,omitempty"`
	Locked    string `json:"locked,omitempty"`
	Parent    string `json:"parent,omitempty"`
	Resources int    `json:"resources"`
	Serial    int64  `json:"-"`
}

// Cloud shows the cloud, in the order of creation. Deleted servers and stacks are left out.
func (l *Look) Cloud() Cloud {
	out := Cloud{Counts: l.Counts(), Zones: zones(l.txn), Servers: []serverView{}, Volumes: []volumeView{}, Stacks: []stackView{}}
	for s := range state.Servers.All(l.txn) {
		if s.VMState != state.VMDeleted {
			out.Servers = append(out.Servers, l.server(s))
		}
	}
	for v := range state.Volumes.All(l.txn) {
		out.Volumes = append(out.Volumes, l.volume(v))
	}
	for s := range state.Stacks.All(l.txn) {
		if s.Deleted == nil {
			out.Stacks = append(out.Stacks, l.stack(s))
		}
	}
	slices.SortFunc(out.Servers, func(a, b serverView) int { return cmp.Compare(a.Serial, b.Serial) })
	slices.SortFunc(out.Volumes, func(a, b volumeView) int { return cmp.Compare(a.Serial, b.Serial) })
	slices.SortFunc(out.Stacks, func(a, b stackView) int { return cmp.Compare(a.Serial, b.Serial) })
	return out
}

func (l *Look) server(s *state.Server) serverView {
	out := serverView{
		ID: s.ID, Name: s.Name, Project: l.project(s.ProjectID), Status: servers.Status(s), VMState: s.VMState, Task: s.TaskState,
		Host: s.Host, Zone: s.Zone, Pinned: s.PinnedZone, Locked: s.Locked, LockedBy: s.LockedBy, Serial: s.Serial,
	}
	if s.Fault != nil {
		out.Fault = s.Fault.Message
	}
	return out
}

func (l *Look) stack(s *state.Stack) stackView {
	out := stackView{
		ID: s.ID, Name: s.Name, Project: l.project(s.ProjectID), Status: s.Action + "_" + s.Status, Reason: s.StatusReason,
		Locked: s.Locked, Parent: s.ParentID, Serial: s.Serial,
	}
	for range state.StackResources.ByKey(l.txn, "stack", s.ID) {
		out.Resources++
	}
	return out
}

func zones(x *state.Txn) []zoneView {
	out := []zoneView{}
	for h := range state.Hosts.All(x) {
		name, used := state.ZoneOf(x, h.Name), state.UsedOf(x, h.Name)
		at := slices.IndexFunc(out, func(z zoneView) bool { return z.Name == name })
		if at < 0 {
			at = len(out)
			out = append(out, zoneView{Name: name})
		}
		out[at].Hosts = append(out[at].Hosts, hostView{
			Name: h.Name, Up: h.Up(), Disabled: h.Disabled, DisabledReason: h.DisabledReason, Servers: used.Servers,
			VCPUs: h.VCPUs, VCPUsUsed: used.VCPUs, RAM: h.RAM, RAMUsed: used.RAM,
		})
	}
	slices.SortFunc(out, func(a, b zoneView) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

func (l *Look) volume(v *state.Volume) volumeView {
	out := volumeView{
		ID: v.ID, Name: textOf(v.Name), Project: l.project(v.ProjectID), Status: v.Status, Size: v.Size, Zone: v.Zone, Bootable: v.Bootable,
		Image: v.ImageMetadata["image_name"], Content: v.Content, Serial: v.Serial,
	}
	for a := range state.VolumeAttachments.ByKey(l.txn, "volume", v.ID) {
		at := attachedView{Server: a.ServerID, Status: a.Status, Device: a.Mountpoint}
		if s := state.Servers.Get(l.txn, a.ServerID); s != nil {
			at.Name = s.Name
		}
		out.Attached = append(out.Attached, at)
	}
	return out
}
