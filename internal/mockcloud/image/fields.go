package image

import (
	"math"
	"slices"
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// base are the image's own keys (not properties) that a client may set.
var base = []string{
	"container_format", "disk_format", "min_disk", "min_ram", "name", "os_hidden", "owner", "protected", "tags", "visibility",
}

// fields are the values of the keys that a client may set. Every other key is a property.
type fields struct {
	Name            body.Opt[string]   `json:"name"`
	DiskFormat      body.Opt[string]   `json:"disk_format"`
	ContainerFormat body.Opt[string]   `json:"container_format"`
	Visibility      body.Opt[string]   `json:"visibility"`
	Owner           body.Opt[string]   `json:"owner"`
	Protected       body.Opt[bool]     `json:"protected"`
	Hidden          body.Opt[bool]     `json:"os_hidden"`
	MinDisk         body.Opt[int]      `json:"min_disk"`
	MinRAM          body.Opt[int]      `json:"min_ram"`
	Tags            body.Opt[[]string] `json:"tags"`
	Properties      map[string]string  `json:"*"`
}

// set sets the given fields, which the schema has checked.
func (f *fields) set(img *state.Image) *pipeline.Fault {
	if isWide(f.Name.Or("")) {
		return pipeline.BadRequest("Name can't contain 4 byte unicode characters.")
	}
	f.Name.SetOrClear(&img.Name)
	f.DiskFormat.SetOrClear(&img.DiskFormat)
	f.ContainerFormat.SetOrClear(&img.ContainerFormat)
	f.Visibility.Set(&img.Visibility)
	if f.Owner.Given() {
		img.Owner = f.Owner.Or("")
	}
	f.Protected.Set(&img.Protected)
	f.Hidden.Set(&img.Hidden)
	if fault := setCount(&img.MinDisk, "min_disk", f.MinDisk); fault != nil {
		return fault
	}
	if fault := setCount(&img.MinRAM, "min_ram", f.MinRAM); fault != nil {
		return fault
	}
	if said := tooMany("tags", len(f.Tags.Or(nil))); said != "" {
		return pipeline.Refuse(413, "%s", said)
	}
	if f.Tags.Given() {
		img.Tags = slices.Compact(slices.Sorted(slices.Values(f.Tags.Or(nil))))
	}
	for key, value := range f.Properties {
		img.Properties[key] = value
	}
	return nil
}

func setCount(field *int, key string, given body.Opt[int]) *pipeline.Fault {
	if n := given.Or(0); n < 0 {
		return pipeline.BadRequest("Invalid value '%d' for parameter '%s': Cannot be a negative value", n, key)
	}
	if n := given.Or(0); n > math.MaxInt32 {
		return pipeline.BadRequest("'%s' value out of range, must not exceed %d.", key, math.MaxInt32)
	}
	given.Set(field)
	return nil
}

// imageView is an image in answers.
type imageView struct {
	ID              string    `json:"id"`
	Name            *string   `json:"name"`
	Status          string    `json:"status"`
	Visibility      string    `json:"visibility"`
	Protected       bool      `json:"protected"`
	Hidden          bool      `json:"os_hidden"`
	Owner           *string   `json:"owner"`
	Size            *int64    `json:"size"`
	VirtualSize     *int64    `json:"virtual_size"`
	Checksum        *string   `json:"checksum"`
	HashAlgo        *string   `json:"os_hash_algo"`
	Hash            *string   `json:"os_hash_value"`
	DiskFormat      *string   `json:"disk_format"`
	ContainerFormat *string   `json:"container_format"`
	MinDisk         int       `json:"min_disk"`
	MinRAM          int       `json:"min_ram"`
	Created         time.Time `json:"created_at"`
	Updated         time.Time `json:"updated_at"`
	Tags            []string  `json:"tags"`
	Stores          string    `json:"stores,omitzero"`
	Self            string    `json:"self"`
	File            string    `json:"file"`
	Schema          string    `json:"schema"`
	// Properties are written as keys on the same level as the fields.
	Properties map[string]string `json:"*"`
}

// view makes the view of an image.
func view(img *state.Image) *imageView {
	own := "/v2/images/" + img.ID
	v := &imageView{
		ID: img.ID, Name: img.Name, Status: img.Status, Visibility: img.Visibility, Protected: img.Protected, Hidden: img.Hidden,
		Owner: orNull(img.Owner), Size: img.Size, VirtualSize: img.VirtualSize, Checksum: orNull(img.Checksum), HashAlgo: orNull(img.HashAlgo),
		Hash: orNull(img.Hash), DiskFormat: img.DiskFormat, ContainerFormat: img.ContainerFormat, MinDisk: img.MinDisk, MinRAM: img.MinRAM,
		Created: img.Created, Updated: img.Updated, Tags: img.Tags, Self: own, File: own + "/file", Schema: "/v2/schemas/image",
		Properties: img.Properties,
	}
	if img.Status == "active" || img.Status == "deactivated" {
		v.Stores = "file"
	}
	return v
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
