package compute

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/mockcloud/state"
)

func TestChoose(t *testing.T) {
	host := func(name, zone string, ram, used int) candidate {
		return candidate{host: &state.Host{Name: name, Node: name, VCPUs: 1, RAM: ram, Disk: 10}, zone: zone, ram: used}
	}
	a, b, down := host("a", "az1", 100, 50), host("b", "az2", 100, 10), host("c", "az2", 1000, 0)
	down.host.Disabled = true
	kept := host("d", "az1", 5, 0)
	kept.tenants = []string{"P", "Q"}
	dead := host("e", "az1", 5, 0)
	dead.host.ForcedDown = true
	all := []candidate{a, b, down, kept, dead}
	az1, nowhere, internal, empty := "az1", "az9", state.InternalZone, ""
	small := state.FlavorCopy{RAM: 10, VCPUs: 1, Disk: 1}
	for _, row := range []struct {
		name string
		want placement
		host string
	}{
		{"the most free memory", placement{flavor: small}, "b"},
		{"the pinned zone", placement{flavor: small, zone: &az1}, "a"},
		{"no host in the zone", placement{flavor: small, zone: &nowhere}, ""},
		{"the zone of the control services is anywhere", placement{flavor: small, zone: &internal}, "b"},
		{"an empty zone is anywhere", placement{flavor: small, zone: &empty}, "b"},
		{"a host kept for two projects, one of them", placement{flavor: state.FlavorCopy{RAM: 1}, host: "d", project: "Q"}, "d"},
		{"a host kept for other projects", placement{flavor: state.FlavorCopy{RAM: 1}, host: "d", project: "R"}, ""},
		{"a host kept for other projects, by a scheduler that keeps none", placement{flavor: state.FlavorCopy{RAM: 1}, host: "d"}, "d"},
		{"a host for all", placement{flavor: small, host: "a", project: "R"}, "a"},
		{"a requested host", placement{flavor: small, host: "a"}, "a"},
		{"a requested host outside the zone", placement{flavor: small, host: "b", zone: &az1}, ""},
		{"a disabled host", placement{flavor: small, host: "c"}, ""},
		{"a disabled host, forced", placement{host: "c", forced: true}, ""},
		{"a host that is down, forced", placement{host: "e", forced: true}, "e"},
		{"a host that is down, requested", placement{host: "e", flavor: state.FlavorCopy{RAM: 1}}, ""},
		{"a host without room, forced", placement{host: "a", flavor: state.FlavorCopy{RAM: 95}, forced: true}, ""},
		{"a host that is none", placement{host: "x", forced: true}, ""},
		{"no room for its memory", placement{flavor: state.FlavorCopy{RAM: 95}}, ""},
		{"room on one only", placement{flavor: state.FlavorCopy{RAM: 60}}, "b"},
		{"no room for its processors", placement{flavor: state.FlavorCopy{VCPUs: 5}}, ""},
		{"no room for its disk", placement{flavor: state.FlavorCopy{Disk: 8, Ephemeral: 3}}, ""},
		{"another architecture", placement{flavor: small, image: map[string]string{"hw_architecture": "aarch64"}}, ""},
		{"the architecture by its other name", placement{flavor: small, image: map[string]string{"hw_architecture": "AMD64"}}, "b"},
		{"a trait that no host has", placement{flavor: small, image: map[string]string{"trait:CUSTOM_X": "required"}}, ""},
	} {
		got := ""
		if c := choose(all, row.want); c != nil {
			got = c.host.Name
		}
		assert.Equal(t, row.host, got, row.name)
	}
}

func TestAllocate(t *testing.T) {
	subnets := []*state.Subnet{{ID: "s", CIDR: "10.0.0.0/29", Gateway: "10.0.0.1"}}
	for _, row := range []struct {
		name, wanted string
		taken        []string
		want         string
		ok           bool
	}{
		{"the first behind the gateway", "", nil, "10.0.0.2", true},
		{"the first free one", "", []string{"10.0.0.2", "10.0.0.3"}, "10.0.0.4", true},
		{"one that was given back, when the range has been gone through", "", []string{"10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"}, "10.0.0.2", true},
		{"the wanted one", "10.0.0.5", nil, "10.0.0.5", true},
		{"a taken one", "10.0.0.5", []string{"10.0.0.5"}, "", false},
		{"one of another range", "11.0.0.5", nil, "", false},
		{"nothing is free", "", []string{"10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"}, "", false},
	} {
		taken := map[string]bool{}
		for _, a := range row.taken {
			taken[a] = true
		}
		count := int64(0)
		next := func(string) int64 { count++; return count }
		ips, ok := allocate(subnets, func(a string) bool { return !taken[a] }, next, row.wanted)
		assert.Equal(t, row.ok, ok, row.name)
		if row.want != "" {
			assert.Equal(t, []state.FixedIP{{SubnetID: "s", Address: row.want}}, ips, row.name)
		}
	}
	_, ok := allocate(nil, nil, nil, "")
	assert.True(t, ok, "a network without subnets gives none")
}

// Every status of the table, and what lists find by them (contract 70 §2).
func TestStatuses(t *testing.T) {
	for _, row := range []struct {
		vm   state.VMState
		task state.TaskState
		want string
	}{
		{state.VMActive, "", "ACTIVE"},
		{state.VMActive, state.TaskRebuilding, "REBUILD"},
		{state.VMStopped, state.TaskRebuildSpawning, "REBUILD"},
		{state.VMError, state.TaskRebuildVolumes, "REBUILD"},
		{state.VMError, state.TaskPoweringOff, "ERROR"},
		{state.VMActive, state.TaskRebootingHard, "HARD_REBOOT"},
		{state.VMShelvedOffloaded, state.TaskUnshelving, "SHELVED_OFFLOADED"},
		{state.VMPaused, state.TaskMigrating, "MIGRATING"},
		{state.VMResized, "resize_reverting", "REVERT_RESIZE"},
		{state.VMBuilding, state.TaskScheduling, "BUILD"},
		{"odd", "", "UNKNOWN"},
	} {
		assert.Equal(t, row.want, status(row.vm, row.task))
	}
	assert.Len(t, statesOf("active"), 1)
	assert.Len(t, statesOf("REBUILD"), 9)
	assert.Empty(t, statesOf("nope"))
}
