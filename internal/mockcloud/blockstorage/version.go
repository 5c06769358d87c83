package blockstorage

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// microversion settles the version of a request. Cinder reads the header in its own way: the first entry that has "volume" in
// it counts, a header without one is refused, and an entry that is not two words is an error of the service
// (docs/contract/60-microversions.md §7, and what Zed and Epoxy answer).
func microversion() pipeline.Stage {
	return pipeline.Stage{Name: "microversion", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		text, f := askedVersion(x.Request.Header["Openstack-Api-Version"])
		if f != nil {
			f.Bare = true
			return f
		}
		f = x.SettleVersion(text)
		// Cinder routes versions that contain 1.0 or 2.0 to its first APIs, whose answers have no version headers.
		if f != nil && (strings.Contains(text, "1.0") || strings.Contains(text, "2.0")) {
			f.Bare = true
		}
		return f
	}}
}

// askedVersion answers the text of the requested version, "" for none.
func askedVersion(lines []string) (string, *pipeline.Fault) {
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
				return "", pipeline.Refuse(500, record.Erred)
			}
			return words[1], nil
		}
	}
	return "", pipeline.BadRequest(record.Malformed)
}

// readWith answers the servers that a volume is attached to or reserved for: reading the volume counts as reading them too.
func readWith(txn *state.Txn, id string) (servers []string) {
	for _, a := range state.VolumeAttachments.List(txn, "volume", id) {
		if a.ServerID != "" {
			servers = append(servers, a.ServerID)
		}
	}
	return servers
}
