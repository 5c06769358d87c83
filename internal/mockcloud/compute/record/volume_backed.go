package record

import "plumbline/internal/mockcloud/state"

// VolumeBacked tells whether a server boots from a volume: its root disk is one or, if the request named no disks, the server has no
// image.
func VolumeBacked(s *state.Server) bool { return s.RootVolume() != nil || s.Image == "" }
