package control

import (
	"cmp"
	"slices"

	"plumbline/mockcloud/internal/compute/servers"
	"plumbline/mockcloud/internal/state"
)

// cloudView is the contents of the cloud for the dashboard.
type cloudView struct {
	Zones   []zoneView   `json:"zones"`
	Servers []serverView `json:"servers"`
	Volumes []volumeView `json:"volumes"`
	Stacks  []stackView  `json:"stacks"`
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

// view is the cloud at the moment of the transaction, in the order of creation. Deleted servers and stacks are left out.
func view(x *state.Txn) cloudView {
	projects := map[string]string{}
	for p := range state.Projects.All(x) {
		projects[p.ID] = p.Name
	}
	project := func(id string) string { return cmp.Or(projects[id], id) }
	out := cloudView{Zones: zones(x), Servers: []serverView{}, Volumes: []volumeView{}, Stacks: []stackView{}}
	for s := range state.Servers.All(x) {
		if s.VMState == state.VMDeleted {
			continue
		}
		v := serverView{
			ID: s.ID, Name: s.Name, Project: project(s.ProjectID), Status: servers.Status(s), VMState: s.VMState, Task: s.TaskState,
			Host: s.Host, Zone: s.Zone, Pinned: s.PinnedZone, Locked: s.Locked, LockedBy: s.LockedBy, Serial: s.Serial,
		}
		if s.Fault != nil {
			v.Fault = s.Fault.Message
		}
		out.Servers = append(out.Servers, v)
	}
	for v := range state.Volumes.All(x) {
		out.Volumes = append(out.Volumes, volume(x, v, project(v.ProjectID)))
	}
	for s := range state.Stacks.All(x) {
		if s.Deleted != nil {
			continue
		}
		v := stackView{
			ID: s.ID, Name: s.Name, Project: project(s.ProjectID), Status: s.Action + "_" + s.Status, Reason: s.StatusReason,
			Locked: s.Locked, Parent: s.ParentID, Serial: s.Serial,
		}
		for range state.StackResources.ByKey(x, "stack", s.ID) {
			v.Resources++
		}
		out.Stacks = append(out.Stacks, v)
	}
	slices.SortFunc(out.Servers, func(a, b serverView) int { return cmp.Compare(a.Serial, b.Serial) })
	slices.SortFunc(out.Volumes, func(a, b volumeView) int { return cmp.Compare(a.Serial, b.Serial) })
	slices.SortFunc(out.Stacks, func(a, b stackView) int { return cmp.Compare(a.Serial, b.Serial) })
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

func volume(x *state.Txn, v *state.Volume, project string) volumeView {
	out := volumeView{
		ID: v.ID, Project: project, Status: v.Status, Size: v.Size, Zone: v.Zone, Bootable: v.Bootable,
		Image: v.ImageMetadata["image_name"], Content: v.Content, Serial: v.Serial,
	}
	if v.Name != nil {
		out.Name = *v.Name
	}
	for a := range state.VolumeAttachments.ByKey(x, "volume", v.ID) {
		at := attachedView{Server: a.ServerID, Status: a.Status, Device: a.Mountpoint}
		if s := state.Servers.Get(x, a.ServerID); s != nil {
			at.Name = s.Name
		}
		out.Attached = append(out.Attached, at)
	}
	return out
}
