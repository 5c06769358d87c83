package state

// BlockDevice is a disk that a server has, or is to have, as compute knows it.
type BlockDevice struct {
	ID string
	// Source is what the disk is made from: image, volume, snapshot or blank. Destination is where it is: volume or local.
	Source, Destination string
	// VolumeID is "" for a local disk, and for a volume that is not made yet. AttachmentID is block storage's.
	VolumeID, AttachmentID string
	ImageID, SnapshotID    string
	Size                   int // GiB, 0 when it is not known
	VolumeType             string
	// Device is the name in the guest ("/dev/sda").
	Device, DiskBus, DeviceType, GuestFormat string
	// BootIndex is nil or negative for a disk that is not booted from, 0 for the root disk.
	BootIndex           *int
	DeleteOnTermination bool
	Tag                 *string
}

// Root tells whether the server boots from the disk.
func (d *BlockDevice) Root() bool { return d.BootIndex != nil && *d.BootIndex == 0 }

// RootVolume is the volume that the server boots from, nil when it boots from a local disk.
func (s *Server) RootVolume() *BlockDevice {
	for i := range s.BlockDevices {
		if d := &s.BlockDevices[i]; d.Root() && d.Destination == "volume" {
			return d
		}
	}
	return nil
}

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

// Volume is the disk of the server that is the volume of an id, nil when it has none such.
func (s *Server) Volume(id string) *BlockDevice {
	for i := range s.BlockDevices {
		if s.BlockDevices[i].VolumeID == id {
			return &s.BlockDevices[i]
		}
	}
	return nil
}
