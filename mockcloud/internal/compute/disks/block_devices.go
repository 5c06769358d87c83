package disks

import (
	"regexp"
	"slices"

	"plumbline/mockcloud/internal/compute/record"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// ChangeDisk stores the server with one of its disks changed; a disk that the server has no more is left out.
func ChangeDisk(x *pipeline.Exchange, id string, how func(*state.BlockDevice)) *state.Server {
	return record.Change(x, func(s *state.Server) {
		s.BlockDevices = slices.Clone(s.BlockDevices)
		for i := range s.BlockDevices {
			if s.BlockDevices[i].ID == id {
				how(&s.BlockDevices[i])
			}
		}
	})
}

// DropDisk stores the server without one of its disks.
func DropDisk(x *pipeline.Exchange, id string) *state.Server {
	return record.Change(x, func(s *state.Server) {
		s.BlockDevices = slices.DeleteFunc(slices.Clone(s.BlockDevices), func(d state.BlockDevice) bool { return d.ID == id })
	})
}

// deviceNumber finds the letters that tell devices apart: "b" in /dev/sdb1.
var deviceNumber = regexp.MustCompile(`^(?:/dev/)?(?:x?[a-z]?d)?([a-z]+)[0-9]*$`)

// deviceLetters are those of a device's name, "" when it has none.
func deviceLetters(device string) string {
	if m := deviceNumber.FindStringSubmatch(device); m != nil {
		return m[1]
	}
	return ""
}

// HasDisk tells whether a server has a disk by the letters of a name.
func HasDisk(s *state.Server, device string) bool {
	if s.RootVolume() == nil && deviceLetters(device) == "a" {
		return true
	}
	return slices.ContainsFunc(s.BlockDevices, func(d state.BlockDevice) bool {
		return d.Device != "" && deviceLetters(d.Device) == deviceLetters(device)
	})
}

// NextDevice is the first name that no disk of the server has.
func NextDevice(s *state.Server) string {
	for c := 'a'; c <= 'z'; c++ {
		if name := "/dev/sd" + string(c); !HasDisk(s, name) {
			return name
		}
	}
	return "/dev/sdaa"
}
