package audit

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVolumeFits(t *testing.T) {
	const in, kept = "in-use", "reserved"
	type object = map[string]any
	there, nowhere := object{"status": "ACTIVE", hostField: "host1"}, object{"status": "SHELVED_OFFLOADED", hostField: nil}
	was := object{"status": "ACTIVE", hostField: "host0", nodeField: "node0"}
	entry := object{"attachment_id": "a1", "device": "/dev/vdb"}
	own := []map[string]any{{"attachment_id": "a1", "device": "/dev/vdb", "host_name": "host1"}}
	at := func(host string) []map[string]any {
		return []map[string]any{{"attachment_id": "a1", "host_name": host}}
	}
	for _, good := range []string{
		volumeFits(there, was, entry, in, own, 0),
		volumeFits(there, was, entry, "attaching", own, 1),
		volumeFits(there, was, object{"device": nil}, in, own, 0),
		volumeFits(object{"status": "SHUTOFF"}, was, entry, in, own, 0),
		volumeFits(there, was, entry, in, []map[string]any{{"device": "na", "host_name": nil}}, 0),
		volumeFits(nowhere, was, entry, kept, nil, 0),
		volumeFits(there, was, entry, in, at("192.0.2.1"), 0),
	} {
		assert.Empty(t, good)
	}
	for _, bad := range []string{
		volumeFits(there, was, entry, kept, own, 0),
		volumeFits(there, was, entry, in, nil, 0),
		volumeFits(there, was, entry, in, append(own, own...), 0),
		volumeFits(there, was, object{"attachment_id": "a2"}, in, own, 0),
		volumeFits(there, was, object{"device": "/dev/vda"}, in, own, 0),
		volumeFits(object{"status": "ACTIVE", hostField: "host2"}, there, entry, in, own, 0),
		volumeFits(object{"status": "ACTIVE", hostField: "host1", nodeField: "node1"}, was, entry, in, at("node1"), 0),
		volumeFits(there, was, entry, in, at("host0"), 0),
		volumeFits(there, was, entry, in, at("node0"), 0),
		volumeFits(nowhere, was, entry, in, nil, 0),
		volumeFits(nowhere, was, entry, kept, own, 0),
	} {
		assert.NotEmpty(t, bad)
	}
}

func TestAttachmentFits(t *testing.T) {
	type object = map[string]any
	connected := object{"instance": "s", "volume_id": "v", "status": "attached", "connection_info": object{"a": 1}}
	assert.Empty(t, attachmentFits("s", "v", true, connected))
	assert.Empty(t, attachmentFits("s", "v", false, object{"instance": "S", "status": "reserved", "connection_info": object{}}))
	assert.NotEmpty(t, attachmentFits("s", "v", true, object{"status": "attaching"}))
	assert.NotEmpty(t, attachmentFits("s", "v", false, object{"status": "reserved", "connection_info": object{"a": 1}}))
	assert.NotEmpty(t, attachmentFits("s", "v", true, object{"connection_info": object{}}))
	assert.NotEmpty(t, attachmentFits("s", "v", true, object{"instance": "t"}))
	assert.NotEmpty(t, attachmentFits("s", "v", true, object{"volume_id": "w"}))
}
