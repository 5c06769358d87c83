package contents

import (
	"cmp"
	"maps"

	"plumbline/internal/mockcloud/state"
)

// imageView is an image. Size is in bytes, nil before there is data; MinDisk in GiB, MinRAM in MiB.
type imageView struct {
	ID         string            `json:"id"`
	Name       string            `json:"name,omitempty"`
	Project    string            `json:"project"`
	Status     string            `json:"status"`
	Visibility string            `json:"visibility"`
	Protected  bool              `json:"protected,omitempty"`
	Hidden     bool              `json:"hidden,omitempty"`
	Size       *int64            `json:"size,omitempty"`
	Checksum   string            `json:"checksum,omitempty"`
	DiskFormat string            `json:"disk_format,omitempty"`
	Container  string            `json:"container_format,omitempty"`
	MinDisk    int               `json:"min_disk,omitempty"`
	MinRAM     int               `json:"min_ram,omitempty"`
	Properties map[string]string `json:"properties,omitempty"`
	Tags       []string          `json:"tags,omitempty"`
}

func (v imageView) searchedText() []string {
	out := append([]string{v.ID, v.Name, v.Project, v.Status, v.Visibility, v.DiskFormat}, v.Tags...)
	for name, value := range maps.All(v.Properties) {
		out = append(out, name+"="+value)
	}
	return out
}

// imageRecords are listed the newest first.
var imageRecords = source[*state.Image]{
	all:   recordsOf(state.Images),
	order: by(func(a, b *state.Image) int { return cmp.Compare(b.Serial, a.Serial) }),
	show: func(l *Look, i *state.Image) row {
		return imageView{
			ID: i.ID, Name: textOf(i.Name), Project: l.project(i.Owner), Status: i.Status, Visibility: i.Visibility, Protected: i.Protected,
			Hidden: i.Hidden, Size: i.Size, Checksum: i.Checksum, DiskFormat: textOf(i.DiskFormat), Container: textOf(i.ContainerFormat),
			MinDisk: i.MinDisk, MinRAM: i.MinRAM, Properties: i.Properties, Tags: i.Tags,
		}
	},
}
