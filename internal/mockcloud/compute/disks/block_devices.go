package disks

import (
	"regexp"
	"slices"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// ChangeDisk stores the server with one of its disks changed. A disk that the server no longer has is ignored.
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

// deviceNumber finds the letters that distinguish devices: "b" in /dev/sdb1.
var deviceNumber = regexp.MustCompile(`^(?:/dev/)?(?:x?[a-z]?d)?([a-z]+)[0-9]*$`)

// deviceLetters answers the letters of a device's name ("b" of /dev/sdb1), "" when it has none.
func deviceLetters(device string) string {
	if m := deviceNumber.FindStringSubmatch(device); m != nil {
		return m[1]
	}
	return ""
}

// HasDisk tells whether a server has a disk whose device has the same letters as the given name.
func HasDisk(s *state.Server, device string) bool {
	if s.RootVolume() == nil && deviceLetters(device) == "a" {
		return true
	}
	return slices.ContainsFunc(s.BlockDevices, func(d state.BlockDevice) bool {
		return d.Device != "" && deviceLetters(d.Device) == deviceLetters(device)
	})
}

// NextDevice answers the first device name that no disk of the server has.
func NextDevice(s *state.Server) string {
	for c := 'a'; c <= 'z'; c++ {
		if name := "/dev/sd" + string(c); !HasDisk(s, name) {
			return name
		}
	}
	return "/dev/sdaa"
}
