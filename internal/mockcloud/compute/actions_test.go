package compute_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

func states(s map[string]any) []any {
	return []any{s["status"], s["OS-EXT-STS:task_state"], s["OS-EXT-STS:vm_state"], s["OS-EXT-STS:power_state"], s["progress"]}
}

// Each action from a fresh server, after the actions of before: the states while it is under way and at
// the end, as Zed and Epoxy show them.
func TestActionsLeadTo(t *testing.T) {
	for _, row := range []struct {
		name, before, body string
		during, after      []any
	}{
		{"stop", "", `{"os-stop": null}`, []any{"ACTIVE", "powering-off", "active", 1.0, 0.0}, []any{"SHUTOFF", nil, "stopped", 4.0, nil}},
		{
			"start", `{"os-stop": null}`, `{"os-start": null}`,
			[]any{"SHUTOFF", "powering-on", "stopped", 4.0, nil},
			[]any{"ACTIVE", nil, "active", 1.0, 0.0},
		},
		{"pause", "", `{"pause": null}`, []any{"ACTIVE", "pausing", "active", 1.0, 0.0}, []any{"PAUSED", nil, "paused", 3.0, nil}},
		{
			"unpause", `{"pause": null}`, `{"unpause": null}`,
			[]any{"PAUSED", "unpausing", "paused", 3.0, nil},
			[]any{"ACTIVE", nil, "active", 1.0, 0.0},
		},
		{"suspend", "", `{"suspend": null}`, []any{"ACTIVE", "suspending", "active", 1.0, 0.0}, []any{"SUSPENDED", nil, "suspended", 4.0, nil}},
		{
			"resume", `{"suspend": null}`, `{"resume": null}`,
			[]any{"SUSPENDED", "resuming", "suspended", 4.0, nil},
			[]any{"ACTIVE", nil, "active", 1.0, 0.0},
		},
		{
			"soft reboot", "", `{"reboot": {"type": "SOFT"}}`,
			[]any{"REBOOT", "rebooting", "active", 1.0, nil},
			[]any{"ACTIVE", nil, "active", 1.0, 0.0},
		},
		{
			"hard reboot", "", `{"reboot": {"type": "hard"}}`,
			[]any{"HARD_REBOOT", "rebooting_hard", "active", 1.0, nil},
			[]any{"ACTIVE", nil, "active", 1.0, 0.0},
		},
		{"rebuild", "", rebuildTo(imageB, ""), []any{"REBUILD", "rebuilding", "active", 1.0, 0.0}, []any{"ACTIVE", nil, "active", 1.0, 0.0}},
		{
			"rebuild of a stopped server", `{"os-stop": null}`, rebuildTo(imageB, ""),
			[]any{"REBUILD", "rebuilding", "stopped", 4.0, 0.0},
			[]any{"SHUTOFF", nil, "stopped", 4.0, nil},
		},
		{
			"rebuild of a server in error", `{"os-resetState": {"state": "error"}}`, rebuildTo(imageB, ""),
			[]any{"REBUILD", "rebuilding", "error", 1.0, 0.0},
			[]any{"ACTIVE", nil, "active", 1.0, 0.0},
		},
		{
			"shelve", "", `{"shelve": null}`,
			[]any{"ACTIVE", "shelving", "active", 1.0, 0.0},
			[]any{"SHELVED_OFFLOADED", nil, "shelved_offloaded", 4.0, nil},
		},
		{
			"unshelve", `{"shelve": null}`, `{"unshelve": null}`,
			[]any{"SHELVED_OFFLOADED", "unshelving", "shelved_offloaded", 4.0, nil},
			[]any{"ACTIVE", nil, "active", 1.0, 0.0},
		},
		{
			"stop of a server in error", `{"os-resetState": {"state": "error"}}`, `{"os-stop": null}`,
			[]any{"ERROR", "powering-off", "error", 1.0, nil},
			[]any{"SHUTOFF", nil, "stopped", 4.0, nil},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := begin(t, mockcloud.WithLifecycle(clock.After(1)))
			id := c.boot("")
			assert.Equal(t, []any{"BUILD", "scheduling", "building", 0.0, 0.0}, states(c.show(id)))
			c.settle()
			if row.before != "" {
				c.must("admin", id, row.before)
				c.settle()
			}
			c.must("admin", id, row.body)
			assert.Equal(t, row.during, states(c.show(id)))
			c.settle()
			assert.Equal(t, row.after, states(c.show(id)))
		})
	}
}

// settle lets all work be done, that which leads to more work too.
func (c *cloud) settle() {
	for range 5 {
		c.Control().Advance(1)
		c.do("member", "", "GET", "/v2.1/servers", nil)
	}
}

func TestActionsNeedTheirState(t *testing.T) {
	c := begin(t)
	id := c.boot("")
	c.check(id, []refusal{
		{"start of an active server", "member", newest, `{"os-start": null}`, 409, "Cannot 'start' instance ID while it is in vm_state active"},
		{
			"unshelve of an active server", "member", newest, `{"unshelve": null}`, 409,
			"Cannot 'unshelve' instance ID while it is in vm_state active",
		},
		{
			"offload by a member", "member", newest, `{"shelveOffload": null}`, 403,
			"Policy doesn't allow os_compute_api:os-shelve:shelve_offload to be performed.",
		},
		{
			"reset by a member", "member", newest, `{"os-resetState": {"state": "error"}}`, 403,
			"Policy doesn't allow os_compute_api:os-admin-actions:reset_state to be performed.",
		},
		{
			"reset to what is none", "admin", newest, `{"os-resetState": {"state": "paused"}}`, 400,
			"Invalid input for field/attribute state. Value: paused. 'paused' is not one of ['active', 'error']",
		},
		{"stop by a reader", "reader", newest, `{"os-stop": null}`, 403, "Policy doesn't allow os_compute_api:servers:stop to be performed."},
	})
	c.must("member", id, `{"os-stop": null}`)
	c.check(id, []refusal{
		{"stop of a stopped server", "member", newest, `{"os-stop": null}`, 409, "Cannot 'stop' instance ID while it is in vm_state stopped"},
		{
			"soft reboot of a stopped server", "member", newest, `{"reboot": {"type": "SOFT"}}`, 409,
			"Cannot 'reboot' instance ID while it is in vm_state stopped",
		},
	})
	c.must("member", id, `{"os-start": null}`)
	c.must("member", id, `{"shelve": null}`)
	c.check(id, []refusal{
		{"start of an offloaded server", "member", newest, `{"os-start": null}`, 409, "Instance ID is not ready"},
		{"stop of an offloaded server", "member", newest, `{"os-stop": null}`, 409, "Instance ID is not ready"},
		{
			"shelve of an offloaded server", "member", newest, `{"shelve": null}`, 409,
			"Cannot 'shelve' instance ID while it is in vm_state shelved_offloaded",
		},
		{
			"offload of an offloaded server", "admin", newest, `{"shelveOffload": null}`, 409,
			"Cannot 'shelveOffload' instance ID while it is in vm_state shelved_offloaded",
		},
	})
	s := c.show(id)
	assert.Equal(t, []any{"", nil, "", ""}, []any{s["hostId"], s["OS-EXT-SRV-ATTR:host"], s["OS-EXT-AZ:availability_zone"], s["host_status"]})
}

// Who may open whose lock (docs/contract/80-compute-operations.md §3).
func TestLocks(t *testing.T) {
	const override = "Policy doesn't allow os_compute_api:os-lock-server:unlock:unlock_override to be performed."
	for _, row := range []struct {
		locker, opener string
		status         int
		message        string
	}{
		{"member", "member", 202, ""},
		{"member", "member2", 202, ""},
		{"admin", "member", 202, ""},
		{"admin@admin", "member", 403, override},
		{"admin@admin", "manager", 403, override},
		{"admin@admin", "admin", 202, ""},
		{"admin@admin", "admin@admin", 202, ""},
	} {
		t.Run(row.locker+" "+row.opener, func(t *testing.T) {
			c := begin(t)
			id := c.boot("")
			c.must(row.locker, id, `{"lock": {"locked_reason": "why"}}`)
			c.must("member", id, `{"lock": {"locked_reason": "another"}}`)
			s := c.show(id)
			assert.Equal(t, []any{true, "why"}, []any{s["locked"], s["locked_reason"]}, "a second lock changes nothing")
			assert.Equal(t, 409, c.act("member", newest, id, `{"os-stop": null}`).status)
			a := c.do("member", newest, "DELETE", "/v2.1/servers/"+id, nil)
			assert.Equal(t, "Instance "+id+" is locked", a.message())
			a = c.act(row.opener, newest, id, `{"unlock": null}`)
			assert.Equal(t, row.status, a.status)
			assert.Equal(t, row.message, a.message())
			assert.Equal(t, row.status != 202, c.show(id)["locked"])
			c.must("admin", id, `{"os-stop": null}`)
		})
	}
}

// The decision table of unshelve, as Epoxy answered it (docs/contract/20-unshelve-host.md §2).
func TestUnshelveDecides(t *testing.T) {
	const notIn = `Host "host2" is not in the availability zone "az1".`
	none := any(nil)
	for _, row := range []struct {
		boot, body string
		status     int
		message    string
		host       any // nil: any
		pin        any
	}{
		{"", `null`, 202, "", nil, none},
		{"", `{}`, 202, "", nil, none},
		{"", `{"host": "host2"}`, 202, "", "host2", none},
		{"", `{"availability_zone": null, "host": "host2"}`, 202, "", "host2", none},
		{"", `{"availability_zone": "az1"}`, 202, "", "host1", "az1"},
		{"", `{"availability_zone": "az1", "host": "host1"}`, 202, "", "host1", "az1"},
		{"", `{"availability_zone": "az1", "host": "host2"}`, 409, notIn, nil, none},
		{"", `{"availability_zone": ""}`, 202, "", nil, ""},
		{"", `{"availability_zone": "internal"}`, 202, "", nil, "internal"},
		{"az1", `null`, 202, "", "host1", "az1"},
		{"az1", `{"availability_zone": null}`, 202, "", nil, none},
		{"az1", `{"host": "host1"}`, 202, "", "host1", "az1"},
		{"az1", `{"host": "host2"}`, 409, notIn, nil, "az1"},
		{"az1", `{"availability_zone": null, "host": "host2"}`, 202, "", "host2", none},
		{"az1", `{"availability_zone": "az2"}`, 202, "", "host2", "az2"},
		{"az1", `{"availability_zone": "az2", "host": "host2"}`, 202, "", "host2", "az2"},
		{"az1", `{"host": "nope"}`, 400, "Compute host nope could not be found.", nil, "az1"},
		{"az1", `{"availability_zone": "nope", "host": "host1"}`, 400, "The requested availability zone is not available", nil, "az1"},
	} {
		t.Run(row.boot+" "+row.body, func(t *testing.T) {
			c := begin(t)
			boot := ""
			if row.boot != "" {
				boot = `{"availability_zone": "` + row.boot + `"}`
			}
			id := c.boot(boot)
			c.must("member", id, `{"shelve": null}`)
			a := c.act("admin", "2.91", id, `{"unshelve": `+row.body+`}`)
			assert.Equal(t, row.status, a.status, a.text)
			assert.Equal(t, row.message, a.message())
			s := c.show(id)
			assert.Equal(t, row.pin, s["pinned_availability_zone"])
			if row.status == 202 {
				assert.Equal(t, "ACTIVE", s["status"])
				assert.NotNil(t, s["OS-EXT-SRV-ATTR:host"])
				if row.host != nil {
					assert.Equal(t, row.host, s["OS-EXT-SRV-ATTR:host"])
				}
			} else {
				assert.Equal(t, []any{"SHELVED_OFFLOADED", nil}, []any{s["status"], s["OS-EXT-STS:task_state"]})
			}
		})
	}
}

func TestUnshelveBeforeItKnewZones(t *testing.T) {
	c := begin(t)
	id := c.boot(`{"availability_zone": "az1"}`)
	c.must("member", id, `{"shelve": null}`)
	c.check(id, []refusal{
		{
			"a member names a host", "member", "2.91", `{"unshelve": {"host": "host1"}}`, 403,
			"Policy doesn't allow os_compute_api:os-shelve:unshelve_to_host to be performed.",
		},
		{
			"2.77 wants a zone", "member", "2.77", `{"unshelve": {}}`, 400,
			"Invalid input for field/attribute unshelve. Value: {}. 'availability_zone' is a required property",
		},
	})
	a := c.act("member", "2.76", id, `{"unshelve": {"availability_zone": "az2", "host": "host2"}}`)
	assert.Equal(t, 202, a.status)
	assert.Equal(t, "host1", c.show(id)["OS-EXT-SRV-ATTR:host"])
}
