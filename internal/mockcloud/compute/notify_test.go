package compute_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The order, the publishers and what the payloads carry are those of Epoxy and Zed; the scheduler's own
// notifications and instance.exists are not sent.
func TestWhatIsTold(t *testing.T) {
	c := begin(t)
	c.key("member", "k1", ed25519)
	id := c.boot(`{"availability_zone": "az2"}`)
	c.must("member", id, rebuildTo(imageB, `, "key_name": "k1"`))
	for _, body := range []string{
		`{"os-stop": null}`, `{"os-start": null}`, `{"lock": null}`, `{"unlock": null}`,
		`{"shelve": null}`, `{"unshelve": null}`,
	} {
		c.must("member", id, body)
	}
	c.do("member", newest, "DELETE", "/v2.1/os-keypairs/k1", nil)
	c.do("member", newest, "DELETE", "/v2.1/servers/"+id, nil)
	c.do("member", newest, "GET", "/v2.1/servers", nil)

	var told []string
	for _, n := range c.Control().Notifications() {
		data := n.Payload["nova_object.data"].(map[string]any)
		line := fmt.Sprintf("%s %s %s", n.Publisher, n.Type, n.Payload["nova_object.name"])
		if _, of := data["state"]; of {
			image := map[any]string{imageA: "A", imageB: "B"}[data["image_uuid"]]
			line += fmt.Sprintf(" %v %v %v %v %s", data["state"], data["task_state"], data["power_state"], data["key_name"], image)
		}
		told = append(told, line)
	}
	assert.Equal(t, []string{
		"nova-api:controller keypair.import.start KeypairPayload",
		"nova-api:controller keypair.import.end KeypairPayload",
		"nova-compute:host2 instance.create.start InstanceCreatePayload building <nil> pending <nil> A",
		"nova-compute:host2 instance.create.end InstanceCreatePayload active <nil> running <nil> A",
		"nova-conductor:host2 instance.rebuild_scheduled InstanceActionRebuildPayload active rebuilding running k1 B",
		"nova-compute:host2 instance.rebuild.start InstanceActionRebuildPayload active rebuilding running k1 B",
		"nova-compute:host2 instance.rebuild.end InstanceActionRebuildPayload active <nil> running k1 B",
		"nova-compute:host2 instance.power_off.start InstanceActionPayload active powering-off running k1 B",
		"nova-compute:host2 instance.power_off.end InstanceActionPayload stopped <nil> shutdown k1 B",
		"nova-compute:host2 instance.power_on.start InstanceActionPayload stopped powering-on shutdown k1 B",
		"nova-compute:host2 instance.power_on.end InstanceActionPayload active <nil> running k1 B",
		"nova-api:controller instance.lock InstanceActionPayload active <nil> running k1 B",
		"nova-api:controller instance.unlock InstanceActionPayload active <nil> running k1 B",
		"nova-compute:host2 instance.shelve.start InstanceActionPayload active shelving running k1 B",
		"nova-compute:host2 instance.shelve.end InstanceActionPayload shelved shelving_offloading shutdown k1 B",
		"nova-compute:host2 instance.shelve_offload.start InstanceActionPayload shelved shelving_offloading shutdown k1 B",
		"nova-compute:host2 instance.shelve_offload.end InstanceActionPayload shelved_offloaded <nil> shutdown k1 B",
		"nova-compute:host2 instance.unshelve.start InstanceActionPayload shelved_offloaded unshelving shutdown k1 B",
		"nova-compute:host2 instance.unshelve.end InstanceActionPayload active <nil> running k1 B",
		"nova-api:controller keypair.delete.start KeypairPayload",
		"nova-api:controller keypair.delete.end KeypairPayload",
		"nova-compute:host2 instance.delete.start InstanceActionPayload active deleting running k1 B",
		"nova-compute:host2 instance.shutdown.start InstanceActionPayload active deleting running k1 B",
		"nova-compute:host2 instance.shutdown.end InstanceActionPayload active deleting running k1 B",
		"nova-compute:host2 instance.delete.end InstanceActionPayload deleted <nil> pending k1 B",
	}, told)
}

func TestNothingIsToldOfARefusedRequest(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	c.show(id)
	before := len(c.Control().Notifications())
	c.act("member", newest, id, rebuildTo(nowhere, ""))
	c.do("member", newest, "POST", "/v2.1/os-keypairs", `{"keypair": {"name": "k", "public_key": "garbage"}}`)
	assert.Len(t, c.Control().Notifications(), before)
}

// A payload names no host that the server has left or is not on yet, a rebuild of a stopped server is over once it is stopped again, and
// a failure is told with its reason and the state before it; of a rebuild for which there is no host nothing is told (Zed).
func TestWhatIsToldOfHostsAndFailures(t *testing.T) {
	c := begin(t)
	id := c.boot(`{"availability_zone": "az2"}`)
	for _, body := range []string{
		`{"shelve": null}`, `{"unshelve": null}`, `{"os-stop": null}`, rebuildTo(imageB, ""), rebuildTo(imageB, `, "preserve_ephemeral": true`),
	} {
		c.must("member", id, body)
	}
	c.must("member", id, rebuildTo(c.makeImage(`{"trait:HW_CPU_X86_VMX": "required"}`), ""))
	var told []string
	for _, n := range c.Control().Notifications() {
		data := n.Payload["nova_object.data"].(map[string]any)
		told = append(told, fmt.Sprintf("%s %s %v %v %v %v %t", n.Publisher, n.Type, data["host"], data["availability_zone"], data["state"],
			data["task_state"], data["fault"] != nil))
	}
	assert.Equal(t, []string{
		"nova-compute:host2 instance.create.start <nil> az2 building <nil> false",
		"nova-compute:host2 instance.create.end host2 az2 active <nil> false",
		"nova-compute:host2 instance.shelve.start host2 az2 active shelving false",
		"nova-compute:host2 instance.shelve.end host2 az2 shelved shelving_offloading false",
		"nova-compute:host2 instance.shelve_offload.start host2 az2 shelved shelving_offloading false",
		"nova-compute:host2 instance.shelve_offload.end <nil> <nil> shelved_offloaded <nil> false",
		"nova-compute:host2 instance.unshelve.start <nil> az2 shelved_offloaded unshelving false",
		"nova-compute:host2 instance.unshelve.end host2 az2 active <nil> false",
		"nova-compute:host2 instance.power_off.start host2 az2 active powering-off false",
		"nova-compute:host2 instance.power_off.end host2 az2 stopped <nil> false",
		"nova-conductor:host2 instance.rebuild_scheduled host2 az2 stopped rebuilding false",
		"nova-compute:host2 instance.rebuild.start host2 az2 stopped rebuilding false",
		"nova-compute:host2 instance.power_off.start host2 az2 active powering-off false",
		"nova-compute:host2 instance.power_off.end host2 az2 stopped <nil> false",
		"nova-compute:host2 instance.rebuild.end host2 az2 stopped <nil> false",
		"nova-conductor:host2 instance.rebuild_scheduled host2 az2 stopped rebuilding false",
		"nova-compute:host2 instance.rebuild.start host2 az2 stopped rebuilding false",
		"nova-compute:host2 instance.rebuild.error host2 az2 stopped rebuilding true",
	}, told)
}

// An event that failed has the text of the failure as its details, one that succeeded none; servers are found by ids in capitals (Zed).
func TestDetailsOfFailedEvents(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	c.must("member", id, rebuildTo(imageB, `, "preserve_ephemeral": true`))
	c.show(strings.ToUpper(id))
	list := c.do("admin", newest, "GET", "/v2.1/servers/"+id+"/os-instance-actions", nil)
	newestAction := list.at("instanceActions").([]any)[0].(map[string]any)
	path := "/v2.1/servers/" + id + "/os-instance-actions/" + newestAction["request_id"].(string)
	shown := c.do("admin", newest, "GET", path, nil)
	details := map[any]any{}
	for _, e := range shown.at("instanceAction", "events").([]any) {
		event := e.(map[string]any)
		details[event["event"]] = event["details"]
	}
	assert.Equal(t, map[any]any{
		"rebuild_server": nil, "compute_rebuild_instance": "The current driver does not support preserving ephemeral partitions.",
	}, details)
}
