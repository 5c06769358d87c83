package schedule

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/servers"
	"plumbline/internal/mockcloud/state"
)

func TestChoose(t *testing.T) {
	host := func(name, zone string, ram, used int) Candidate {
		return Candidate{Host: &state.Host{Name: name, Node: name, VCPUs: 1, RAM: ram, Disk: 10}, zone: zone, ram: used}
	}
	a, b, down := host("a", "az1", 100, 50), host("b", "az2", 100, 10), host("c", "az2", 1000, 0)
	down.Host.Disabled = true
	kept := host("d", "az1", 5, 0)
	kept.tenants = []string{"P", "Q"}
	dead := host("e", "az1", 5, 0)
	dead.Host.ForcedDown = true
	all := []Candidate{a, b, down, kept, dead}
	az1, nowhere, internal, empty := "az1", "az9", state.InternalZone, ""
	small := state.Usage{RAM: 10, VCPUs: 1, Disk: 1}
	for _, row := range []struct {
		name string
		want Placement
		host string
	}{
		{"the most free memory", Placement{Takes: small}, "b"},
		{"the pinned zone", Placement{Takes: small, Zone: &az1}, "a"},
		{"no host in the zone", Placement{Takes: small, Zone: &nowhere}, ""},
		{"the zone of the control services is anywhere", Placement{Takes: small, Zone: &internal}, "b"},
		{"an empty zone is anywhere", Placement{Takes: small, Zone: &empty}, "b"},
		{"a host kept for two projects, one of them", Placement{Takes: state.Usage{RAM: 1}, Host: "d", Project: "Q"}, "d"},
		{"a host kept for other projects", Placement{Takes: state.Usage{RAM: 1}, Host: "d", Project: "R"}, ""},
		{"a host kept for other projects, by a scheduler that keeps none", Placement{Takes: state.Usage{RAM: 1}, Host: "d"}, "d"},
		{"a host for all", Placement{Takes: small, Host: "a", Project: "R"}, "a"},
		{"a requested host", Placement{Takes: small, Host: "a"}, "a"},
		{"a requested host outside the zone", Placement{Takes: small, Host: "b", Zone: &az1}, ""},
		{"a disabled host", Placement{Takes: small, Host: "c"}, ""},
		{"a disabled host, forced", Placement{Host: "c", Forced: true}, ""},
		{"a host that is down, forced", Placement{Host: "e", Forced: true}, "e"},
		{"a host that is down, requested", Placement{Host: "e", Takes: state.Usage{RAM: 1}}, ""},
		{"a host without room, forced", Placement{Host: "a", Takes: state.Usage{RAM: 95}, Forced: true}, ""},
		{"a host that is none", Placement{Host: "x", Forced: true}, ""},
		{"no room for its memory", Placement{Takes: state.Usage{RAM: 95}}, ""},
		{"room on one only", Placement{Takes: state.Usage{RAM: 60}}, "b"},
		{"no room for its processors", Placement{Takes: state.Usage{VCPUs: 5}}, ""},
		{"no room for its disk", Placement{Takes: state.Usage{Disk: 11}}, ""},
		{"another architecture", Placement{Takes: small, Image: map[string]string{"hw_architecture": "aarch64"}}, ""},
		{"the architecture by its other name", Placement{Takes: small, Image: map[string]string{"hw_architecture": "AMD64"}}, "b"},
		{"a trait that no host has", Placement{Takes: small, Image: map[string]string{"trait:CUSTOM_X": "required"}}, ""},
	} {
		got := ""
		if c := Choose(all, row.want); c != nil {
			got = c.Host.Name
		}
		assert.Equal(t, row.host, got, row.name)
	}
}

func TestAllocate(t *testing.T) {
	subnets := []*state.Subnet{{CIDR: "10.0.0.0/29", Gateway: "10.0.0.1"}}
	subnets[0].ID = "s"
	for _, row := range []struct {
		name, wanted string
		taken        []string
		want         string
		ok           bool
	}{
		{"the first behind the gateway", "", nil, "10.0.0.2", true},
		{"the first free one", "", []string{"10.0.0.2", "10.0.0.3"}, "10.0.0.4", true},
		{
			"one that was given back, when the range has been gone through", "",
			[]string{"10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"},
			"10.0.0.2", true,
		},
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
		ips, ok := ports.Allocate(subnets, func(a string) bool { return !taken[a] }, next, row.wanted)
		assert.Equal(t, row.ok, ok, row.name)
		if row.want != "" {
			assert.Equal(t, []state.FixedIP{{SubnetID: "s", Address: row.want}}, ips, row.name)
		}
	}
	_, ok := ports.Allocate(nil, nil, nil, "")
	assert.True(t, ok, "a network without subnets gives none")
}

// Every status of the table, and what lists find by them (docs/contract/70-servers-fields-by-microversion.md §2).
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
		assert.Equal(t, row.want, servers.StatusOf(row.vm, row.task))
	}
	for name, want := range map[string]bool{"active": true, "REBUILD": true, "UNKNOWN": false, "nope": false, "": false} {
		assert.Equal(t, want, servers.IsStatus(name), name)
	}
}
