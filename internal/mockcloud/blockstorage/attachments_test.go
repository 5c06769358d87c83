package blockstorage_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud/faults"
)

// The way of a volume while a server that boots from it is rebuilt (docs/contract/40-volume-rebuild.md §3, BFV-11).
func TestAVolumeIsReimagedInUse(t *testing.T) {
	c := newCloud(t)
	id := c.volume(object{"imageRef": imageA})
	old := c.attach(id, server)
	assert.Equal(t, "reserved", c.status(id))
	a := c.connect(old)
	require.Equal(t, 200, a.status, a.body)
	assert.Equal(t, "reserved", a.text("attachment", "status"), "as it was before")
	assert.Equal(t, old, a.text("attachment", "connection_info", "attachment_id"))
	assert.Equal(t, "attaching", c.status(id))
	assert.Equal(t, 204, c.complete(old).status)
	assert.Equal(t, "in-use", c.status(id))
	attached := c.do("member", "3.0", "GET", "/volumes/"+id, nil).at("volume", "attachments").([]any)
	require.Len(t, attached, 1)
	assert.Equal(t, server, attached[0].(object)["server_id"])
	assert.Nil(t, attached[0].(object)["host_name"], "that is for administrators")
	assert.Equal(t, "h", c.do("admin", "3.0", "GET", "/volumes/"+id, nil).at("volume", "attachments").([]any)[0].(object)["host_name"])

	fresh := c.attach(id, server)
	assert.Equal(t, "in-use", c.status(id), "a further attachment of the same server changes nothing")
	assert.Equal(t, 409, c.act("member", id, "os-reimage", object{"image_id": imageB, "reimage_reserved": true}).status)
	a = c.do("member", "3.27", "DELETE", "/attachments/"+old, nil)
	require.Equal(t, 200, a.status, a.body)
	assert.Equal(t, fresh, a.at("attachments").([]any)[0].(object)["id"])
	assert.Equal(t, "reserved", c.status(id), "only the new one is left")

	_, text := c.act("member", id, "os-reimage", object{"image_id": imageB}).fault()
	assert.Equal(t, "Invalid volume: Volume "+id+" status must be available or error, but current status is reserved.", text)
	assert.Equal(t, 403, c.act("reader", id, "os-reimage", object{"image_id": imageB, "reimage_reserved": true}).status)
	assert.Equal(t, 202, c.act("member", id, "os-reimage", object{"image_id": imageB, "reimage_reserved": true}).status)
	assert.Equal(t, "reserved", c.status(id))
	assert.Equal(t, imageB, c.record(id).ImageMetadata["image_id"])
	assert.Equal(t, 200, c.connect(fresh).status)
	assert.Equal(t, "attaching", c.status(id))
	assert.Equal(t, 204, c.complete(fresh).status)
	assert.Equal(t, "in-use", c.status(id))
	assert.Equal(t, 200, c.do("member", "3.27", "DELETE", "/attachments/"+fresh, nil).status)
	assert.Equal(t, "available", c.status(id))
}

// A fault rule for a step of an attachment may name its volume or its server, so that it strikes no other attachment: its own id is not
// known before compute makes it (BFV-14).
func TestAFaultRuleNamesTheVolumeOfAnAttachment(t *testing.T) {
	for _, by := range []string{"volume", "server"} {
		t.Run(by, func(t *testing.T) {
			c := newCloud(t)
			struck, spared := c.volume(object{}), c.volume(object{})
			resource := map[string]string{"volume": struck, "server": server}[by]
			for operation, step := range map[string]string{
				"attachments.update": "the connector names a host", "attachments.complete": "find the volume",
			} {
				_, err := c.Control().AddFault(faults.Rule{Operation: operation, Step: step, Resource: resource, Status: 503})
				require.NoError(t, err)
			}
			told, left := c.attach(struck, server), c.attach(spared, another)
			assert.Equal(t, 503, c.connect(told).status)
			assert.Equal(t, 503, c.complete(told).status)
			assert.Equal(t, 200, c.connect(left).status)
			assert.Equal(t, 204, c.complete(left).status)
		})
	}
}

// What a volume is follows from the attachments that are left.
func TestTheStatusFollowsFromTheAttachments(t *testing.T) {
	steps := map[string]int{"reserved": 0, "attaching": 1, "attached": 2}
	for _, row := range []struct {
		left []string
		want string
	}{
		{nil, "available"},
		{[]string{"reserved"}, "reserved"},
		{[]string{"attaching"}, "attaching"},
		{[]string{"attached"}, "in-use"},
		{[]string{"reserved", "attaching"}, "attaching"},
		{[]string{"reserved", "attached"}, "in-use"},
		{[]string{"attaching", "attached"}, "in-use"},
	} {
		t.Run(fmt.Sprint(row.left), func(t *testing.T) {
			c := newCloud(t)
			id := c.volume(object{"volume_type": "multiattach"})
			make := func(server, status string) string {
				c.act("admin", id, "os-reset_status", object{"status": "available"})
				a := c.attach(id, server)
				if steps[status] > 0 {
					require.Equal(t, 200, c.connect(a).status)
				}
				if steps[status] > 1 {
					require.Equal(t, 204, c.complete(a).status)
				}
				return a
			}
			gone := make(server, "attached")
			for i, status := range row.left {
				make(fmt.Sprintf("44444444-4444-4444-8444-%012d", i), status)
			}
			require.Equal(t, 200, c.do("member", "3.27", "DELETE", "/attachments/"+gone, nil).status)
			assert.Equal(t, row.want, c.status(id))
		})
	}
}

func TestWhoCanBeReservedFor(t *testing.T) {
	for _, kind := range []string{"file", "multiattach"} {
		for _, row := range []struct {
			status      string
			other, same int // for a server that has no attachment, and for one that has
			multi       int // for another server, of a volume for several
		}{
			{"available", 200, 200, 200},
			{"downloading", 200, 200, 200},
			{"in-use", 400, 200, 200},
			{"reserved", 400, 200, 400},
			{"attaching", 400, 400, 400},
			{"detaching", 400, 400, 400},
			{"extending", 400, 400, 400},
			{"maintenance", 400, 400, 400},
			{"error", 400, 400, 400},
			{"error_deleting", 400, 400, 400},
		} {
			t.Run(kind+" "+row.status, func(t *testing.T) {
				c := newCloud(t)
				id := c.volume(object{"volume_type": kind})
				c.attach(id, server)
				try := func(server string) int {
					require.Equal(t, 202, c.act("admin", id, "os-reset_status", object{"status": row.status}).status)
					return c.do("member", "3.27", "POST", "/attachments", object{"attachment": object{"volume_uuid": id, "instance_uuid": server}}).status
				}
				want := row.other
				if kind == "multiattach" {
					want = row.multi
				}
				assert.Equal(t, row.same, try(server), "the same server")
				assert.Equal(t, want, try(another), "another server")
			})
		}
	}
}

func TestAttachmentsOfOthers(t *testing.T) {
	c := newCloud(t)
	id := c.volume(nil)
	a := c.attach(id, server)
	put := object{"attachment": object{"connector": object{"host": "h"}}}
	assert.Equal(t, 200, c.do("outsider", "3.27", "GET", "/attachments/"+a, nil).status, "nobody asks whose it is")
	assert.Equal(t, 403, c.do("outsider", "3.27", "PUT", "/attachments/"+a, put).status)
	assert.Equal(t, 403, c.do("outsider", "3.27", "DELETE", "/attachments/"+a, nil).status)
	assert.Equal(t, 404, c.do("outsider", "3.44", "POST", "/attachments/"+a+"/action", object{"os-complete": nil}).status)
	assert.Equal(t, 404, c.do("outsider", "3.27", "POST", "/attachments", object{"attachment": object{"volume_uuid": id}}).status)
	for _, row := range []struct{ method, path, at string }{
		{"GET", "/attachments", "3.26"}, {"GET", "/attachments/" + a, "3.26"}, {"POST", "/attachments", "3.26"}, {
			"POST",
			"/attachments/" + a + "/action", "3.43",
		},
	} {
		var body any
		if row.method == "POST" {
			body = object{"os-complete": nil}
		}
		assert.Equal(t, 404, c.do("member", row.at, row.method, row.path, body).status, row.path)
	}
	_, text := c.do("member", "3.27", "PUT", "/attachments/"+a, object{"attachment": object{"connector": object{"a": "b"}}}).fault()
	assert.Equal(t, "Unable to update the attachment.", text)
	c.act("admin", id, "os-reset_status", object{"status": "error"})
	refused := c.do("member", "3.27", "PUT", "/attachments/"+a, put)
	assert.Equal(t, 500, refused.status)
	assert.Contains(t, refused.body, "Volume attachments can not be updated if the volume is in an error state.")
}

// Who takes an attachment away that compute uses has to ask compute; a service may (with a service token).
func TestAnAttachmentThatComputeUses(t *testing.T) {
	c := newCloud(t)
	boot, data, spare := c.volume(object{"imageRef": imageA}), c.volume(nil), c.volume(nil)
	compute := func(method, path string, body any) answer {
		return c.send(method, "/compute/v2.1"+path, c.token("member"), body, "Content-Type", "application/json",
			"OpenStack-API-Version", "compute 2.93")
	}
	a := compute("POST", "/servers", object{"server": object{
		"name": "vm", "flavorRef": "1", "imageRef": "", "networks": "none",
		"block_device_mapping_v2": []any{object{"boot_index": 0, "uuid": boot, "source_type": "volume", "destination_type": "volume"}},
	}})
	require.Equal(t, 202, a.status, a.body)
	vm := a.text("server", "id")
	a = compute("POST", "/servers/"+vm+"/os-volume_attachments", object{"volumeAttachment": object{"volumeId": data}})
	require.Equal(t, 200, a.status, a.body)
	list := c.do("member", "3.27", "GET", "/attachments?volume_id="+data, nil).at("attachments").([]any)
	require.Len(t, list, 1)
	attachment := list[0].(object)["id"].(string)
	want := "ConflictNovaUsingAttachment: Detach volume from instance " + vm + " using the Compute API"
	for _, who := range []string{"member", "admin"} {
		for _, refused := range []answer{
			c.do(who, "3.27", "DELETE", "/attachments/"+attachment, nil),
			c.act(who, data, "os-detach", object{}),
			c.act(who, data, "os-terminate_connection", object{"connector": object{}}),
			c.act("admin", data, "os-force_detach", object{"attachment_id": attachment}),
			c.act("admin", data, "os-migrate_volume_completion", object{"new_volume": spare}),
		} {
			_, text := refused.fault()
			assert.Equal(t, 409, refused.status)
			assert.Equal(t, want, text)
		}
	}
	assert.Equal(t, "in-use", c.status(data))
	assert.Equal(t, 200, c.do("member", "3.27", "DELETE", "/attachments/"+attachment, nil, "X-Service-Token", c.token("service")).status)
	assert.Equal(t, "available", c.status(data))
}
