package pipeline

import "strings"

// VolumeMicroversion settles the version of a request to block storage, which reads the header in its own way: the
// first entry that has "volume" in it counts, a header without one is refused, and an entry that is not two words is
// an error of the service (docs/contract/60-microversions.md §7, and what Zed and Epoxy answer).
func VolumeMicroversion() Stage {
	return Stage{"microversion", func(x *Exchange) *Fault {
		text, f := volumeVersion(x.Request.Header["Openstack-Api-Version"])
		if f != nil {
			x.bare = true
			return f
		}
		v := x.service.settle(text)
		// Cinder takes versions with 1.0 or 2.0 in them for its first APIs, whose answers have no version headers.
		if v.fault != nil && (v.standard == nil || strings.Contains(text, "1.0") || strings.Contains(text, "2.0")) {
			x.bare = true
		}
		x.echo, x.Version, x.Document = v, v.version, v.document
		return v.fault
	}}
}

// volumeVersion answers the text of the version that is asked for, "" for none.
func volumeVersion(lines []string) (string, *Fault) {
	if len(lines) == 0 {
		return "", nil
	}
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			if !strings.Contains(part, "volume") {
				continue
			}
			words := strings.Fields(part)
			if len(words) != 2 {
				return "", Refuse(500, "The server has either erred or is incapable of performing the requested operation.")
			}
			return words[1], nil
		}
	}
	return "", BadRequest("The server could not comply with the request since it is either malformed or otherwise incorrect.")
}
