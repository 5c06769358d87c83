package record

import "plumbline/mockcloud/internal/state"

// VolumeBacked tells whether a server boots from a volume: its root disk is one or, if the request named no disks, the server has no
// image.
func VolumeBacked(s *state.Server) bool {
	for i := range s.BlockDevices {
		if d := &s.BlockDevices[i]; d.Root() {
			return d.Destination == "volume"
		}
	}
	return s.Image == ""
}
