package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// Host is a machine that runs servers: the compute service and the hypervisor on it.
type Host struct {
	Name string
	// Node is the hypervisor's host name; it is the host's own with most drivers.
	Node string
	// HypervisorID is the hypervisor's (and the resource provider's) uuid, ServiceID the compute service's.
	HypervisorID, ServiceID string
	// Serial is the integer id that both have in old microversions.
	Serial         int64
	HypervisorType string
	VCPUs          int
	RAM, Disk      int // MiB, GiB
	Traits         []string
	// Generation counts how often the traits were replaced.
	Generation     int64
	Disabled       bool
	DisabledReason string
	ForcedDown     bool
	Down           bool
	Started        time.Time
}

// Usable tells whether new servers may be put on the host.
func (h *Host) Usable() bool { return !h.Disabled && h.Up() }

// Up tells whether the host's compute service answers.
func (h *Host) Up() bool { return !h.Down && !h.ForcedDown }

// Hosts are all compute hosts, by name.
var Hosts = engine.Register(engine.Table[Host]{
	Name:    "hosts",
	ID:      func(h *Host) string { return h.Name },
	Indexes: []engine.Index[Host]{{Name: "hypervisor", Of: func(h *Host) []string { return some(h.HypervisorID) }}},
})
