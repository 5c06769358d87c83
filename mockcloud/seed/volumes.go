package seed

import (
	"maps"

	"plumbline/internal/mockcloud/state"
)

// VolumeType is a type of volumes. The one with Default, else the first, is the type of volumes that name none.
type VolumeType struct {
	Name        string            `yaml:"name"`
	ID          string            `yaml:"id,omitempty"`
	Description string            `yaml:"description,omitempty"`
	Default     bool              `yaml:"default,omitempty"`
	ExtraSpecs  map[string]string `yaml:"extra_specs,omitempty"`
	Access      []string          `yaml:"access,omitempty"`
}

// Volume is an available volume: from an image that a server can boot from, or blank. Size is GiB, 1 by default.
type Volume struct {
	Name    string `yaml:"name"`
	ID      string `yaml:"id,omitempty"`
	Project string `yaml:"project"`
	User    string `yaml:"user"`
	Size    int    `yaml:"size,omitempty"`
	Type    string `yaml:"type,omitempty"`
	Image   string `yaml:"image,omitempty"`
}

// usualTypes are the volume types of a seed that has none: block storage needs at least one.
var usualTypes = []VolumeType{
	{Name: "__DEFAULT__", Description: "Default Volume Type"},
	{Name: "file", Default: true, ExtraSpecs: map[string]string{"volume_backend_name": "file"}},
	{Name: "multiattach", ExtraSpecs: map[string]string{"multiattach": "<is> True"}},
}

func (s *Seed) volumeTypes() []VolumeType {
	if len(s.VolumeTypes) == 0 {
		return usualTypes
	}
	return s.VolumeTypes
}

func (s *Seed) checkVolumes(c *checker) {
	for _, t := range s.volumeTypes() {
		c.define("volume type", t.Name)
		for _, p := range t.Access {
			c.use("project", p, "volume type "+t.Name)
		}
	}
	for _, v := range s.Volumes {
		what := "volume " + v.Name
		c.define("volume", v.Name)
		c.use("project", v.Project, what)
		c.use("user", v.User, what)
		c.maybe("volume type", v.Type, what)
		c.maybe("image", v.Image, what)
		if v.Size < 0 {
			c.fail("%s: a size of %d GiB", what, v.Size)
		}
	}
}

func (p *planter) volumes(s Seed) {
	fallback := ""
	for i, t := range s.volumeTypes() {
		id := idOf(t.ID, "volume type", t.Name)
		p.ids["volume type/"+t.Name] = id
		if t.Default || i == 0 {
			fallback = t.Name
		}
		record := &state.VolumeType{
			ID: id, Serial: p.x.Next("volume-types"), Name: t.Name, Public: len(t.Access) == 0, Default: t.Default,
			ExtraSpecs: map[string]string{}, Backed: true, Created: started,
		}
		maps.Copy(record.ExtraSpecs, t.ExtraSpecs)
		if t.Description != "" {
			record.Description = &t.Description
		}
		for _, project := range t.Access {
			record.Access = append(record.Access, p.ids["project/"+project])
		}
		state.VolumeTypes.Insert(p.x, record)
	}
	p.groupType()
	for _, v := range s.Volumes {
		p.volume(v, fallback)
	}
}

// groupType plants the type of groups that an installation begins with.
func (p *planter) groupType() {
	const name = "default_cgsnapshot_type"
	description := "Default group type for migrating cgsnapshot"
	state.VolumeGroupTypes.Insert(p.x, &state.VolumeGroupType{
		ID: idOf("", "volume group type", name), Serial: p.x.Next("volume-group-types"), Name: name, Description: &description, Public: true,
		Specs: map[string]*string{"consistent_group_snapshot_enabled": new("<is> True")},
	})
}

func (p *planter) volume(v Volume, fallback string) {
	id, kind := idOf(v.ID, "volume", v.Name), v.Type
	if kind == "" {
		kind = fallback
	}
	record := &state.Volume{
		ID: id, Serial: p.x.Next("volumes"), Name: &v.Name, Size: max(v.Size,
			1), ProjectID: p.ids["project/"+v.Project], UserID: p.ids["user/"+v.User],
		Status: state.VolumeAvailable, AttachStatus: state.AttachDetached, TypeID: p.ids["volume type/"+
			kind], Zone: "nova", Host: "controller@file#file",
		Metadata: map[string]string{}, Content: "blank " + id, Created: started, Updated: &started,
	}
	record.Multiattach = state.VolumeTypes.Get(p.x, record.TypeID).Multiattach()
	if i := state.Images.Get(p.x, p.ids["image/"+v.Image]); v.Image != "" && i != nil {
		record.Bootable, record.Content = true, i.Content()
		record.ImageMetadata = map[string]string{"image_id": i.ID, "image_name": v.Image, "min_disk": "0", "min_ram": "0"}
		maps.Copy(record.ImageMetadata, i.Properties)
	}
	state.Volumes.Insert(p.x, record)
}
