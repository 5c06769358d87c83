package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Image is an image of the image service.
type Image struct {
	ID         string
	Serial     int64
	Name       *string
	Status     string // queued, saving, active, deactivated, …
	Visibility string // public, private, shared, community
	Owner      string
	Protected  bool
	Hidden     bool
	// Size (bytes) is nil before the image has data. VirtualSize (bytes) is nil when it is not known.
	Size, VirtualSize           *int64
	Checksum, HashAlgo, Hash    string
	DiskFormat, ContainerFormat *string
	MinDisk, MinRAM             int // GiB, MiB
	Properties                  map[string]string
	Tags                        []string
	Data                        []byte
	// Staged is data that an import will use. Members are the projects that a shared image is shared with.
	Staged           []byte
	Members          []ImageMember
	Created, Updated time.Time
}

// Images are all images.
var Images = engine.Register(engine.Table[Image]{
	Name: "images",
	ID:   func(i *Image) string { return i.ID },
	Indexes: []engine.Index[Image]{
		{Name: "serial", Of: func(i *Image) []string { return []string{Serial(i.Serial)} }},
	},
})

// Content is the marker of the image's data: its checksum, or the image's id if it has none.
func (i *Image) Content() string {
	if i.Checksum != "" {
		return i.Checksum
	}
	return i.ID
}
