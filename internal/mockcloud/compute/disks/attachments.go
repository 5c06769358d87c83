package disks

import (
	"cmp"
	"fmt"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// AttachAll connects the server's volumes to its host and completes the attachments; it makes those that are missing.
func AttachAll(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	for _, d := range s.Volumes() {
		if v := state.Volumes.Get(x.Txn, d.VolumeID); v != nil {
			if fault := ZoneFits(x, s, v); fault != nil {
				return fault
			}
		}
		if d.AttachmentID == "" {
			id, fault := Reserve(x, d.VolumeID, s.ID)
			if fault != nil {
				return PassedOn(x, fault)
			}
			d.AttachmentID = id
		}
		if d.Device == "" {
			d.Device = NextDevice(s)
		}
		for _, step := range []func() *pipeline.Fault{
			func() *pipeline.Fault { return Connect(x, d.AttachmentID, s, d.Device) },
			func() *pipeline.Fault { return Complete(x, d.AttachmentID) },
		} {
			if fault := step(); fault != nil {
				return PassedOn(x, fault)
			}
		}
		s = ChangeDisk(x, d.ID, func(old *state.BlockDevice) { *old = d })
	}
	return nil
}

// ZoneFits refuses a volume of another zone than the server's, if the deployment does.
func ZoneFits(x *pipeline.Exchange, s *state.Server, v *state.Volume) *pipeline.Fault {
	zone := state.ZoneOf(x.Txn, s.Host)
	if x.Env.Settings().CrossAZAttach || v.Zone == zone {
		return nil
	}
	return pipeline.BadRequest("Invalid volume: Instance %s and volume %s are not in the same availability_zone. "+
		"Instance is in %s. Volume is in %s", s.ID, v.ID, cmp.Or(zone, "None"), v.Zone)
}

// PassedOn words the fault of a server after a request that block storage refused.
func PassedOn(x *pipeline.Exchange, f *pipeline.Fault) *pipeline.Fault {
	return pipeline.Refuse(400, "%s", fmt.Sprintf("%s (HTTP %d) (Request-ID: %s)", f.Message, f.Status, x.RequestID))
}

// ReserveAll makes new attachments of the server's volumes, without a connector, and deletes the old ones: the volumes stay reserved
// for the server while it is on no host.
func ReserveAll(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	for _, d := range s.Volumes() {
		id, fault := Reserve(x, d.VolumeID, s.ID)
		if fault == nil {
			fault = Release(x, d.AttachmentID)
		}
		if fault != nil {
			return PassedOn(x, fault)
		}
		ChangeDisk(x, d.ID, func(d *state.BlockDevice) { d.AttachmentID = id })
	}
	return nil
}

// ReleaseAll deletes the attachments of the server's volumes. Failures are ignored.
func ReleaseAll(x *pipeline.Exchange, s *state.Server) {
	for _, d := range s.Volumes() {
		Release(x, d.AttachmentID)
	}
}

// DiscardAll deletes the volumes that are to be deleted with the server.
func DiscardAll(x *pipeline.Exchange, s *state.Server) {
	for _, d := range s.Volumes() {
		if d.DeleteOnTermination {
			DeleteQuietly(x, d.VolumeID)
		}
	}
}
