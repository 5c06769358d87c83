package contents

import (
	"cmp"

	"plumbline/internal/mockcloud/state"
)

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
}

type attachedView struct {
	Server string             `json:"server"`
	Name   string             `json:"name,omitempty"`
	Status state.AttachStatus `json:"status"`
	Device string             `json:"device,omitempty"`
}

func (v volumeView) searchedText() []string {
	out := []string{v.ID, v.Name, v.Project, string(v.Status), v.Zone, v.Image, v.Content}
	for _, a := range v.Attached {
		out = append(out, a.Server, a.Name, a.Device)
	}
	return out
}

// volumeRecords are listed in the order of creation.
var volumeRecords = source[*state.Volume]{
	all:   recordsOf(state.Volumes),
	order: by(func(a, b *state.Volume) int { return cmp.Compare(a.Serial, b.Serial) }),
	show:  func(l *Look, v *state.Volume) row { return l.volume(v) },
}

func (l *Look) volume(v *state.Volume) volumeView {
	out := volumeView{
		ID: v.ID, Name: textOf(v.Name), Project: l.project(v.ProjectID), Status: v.Status, Size: v.Size, Zone: v.Zone, Bootable: v.Bootable,
		Image: v.ImageMetadata["image_name"], Content: v.Content,
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
