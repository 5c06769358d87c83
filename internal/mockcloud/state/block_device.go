package state

// BlockDevice is compute's record of a disk that a server has, or is to have.
type BlockDevice struct {
	ID string
	// Source is what the disk is made from: image, volume, snapshot or blank. Destination is its place: volume or local.
	Source, Destination string
	// VolumeID is "" for a local disk, and for a volume that is not created yet. AttachmentID is the id in block storage.
	VolumeID, AttachmentID string
	ImageID, SnapshotID    string
	Size                   int // GiB, 0 when it is not known
	VolumeType             string
	// Device is the name in the guest ("/dev/sda").
	Device, DiskBus, DeviceType, GuestFormat string
	// BootIndex is 0 for the root disk, nil or negative for a disk that the server does not boot from.
	BootIndex           *int
	DeleteOnTermination bool
	Tag                 *string
}

// Root tells whether the server boots from the disk.
func (d *BlockDevice) Root() bool { return d.BootIndex != nil && *d.BootIndex == 0 }

// RootVolume is the disk that the server boots from if that is a volume, else nil.
func (s *Server) RootVolume() *BlockDevice {
	for i := range s.BlockDevices {
		if d := &s.BlockDevices[i]; d.Root() && d.Destination == "volume" {
			return d
		}
	}
	return nil
}

// VolumeBacked tells whether a server boots from a volume: its root disk is one or, if the request named no disks, the server has no
// image.
func (s *Server) VolumeBacked() bool { return s.Image == "" || s.RootVolume() != nil }

// Volumes are the disks of the server that are volumes, in the order of attachment.
func (s *Server) Volumes() []BlockDevice {
	var out []BlockDevice
	for _, d := range s.BlockDevices {
		if d.VolumeID != "" {
			out = append(out, d)
		}
	}
	return out
}

// Volume is the disk of the server with the volume of an id, nil if there is none.
func (s *Server) Volume(id string) *BlockDevice {
	for i := range s.BlockDevices {
		if s.BlockDevices[i].VolumeID == id {
			return &s.BlockDevices[i]
		}
	}
	return nil
}
