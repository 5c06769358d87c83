package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// Host is a machine that runs servers: the compute service and the hypervisor on it.
type Host struct {
	Name string
	// Node is the hypervisor's host name; with most drivers it is the host's own name.
	Node string
	// HypervisorID is the uuid of the hypervisor and of the resource provider, ServiceID that of the compute service.
	HypervisorID, ServiceID string
	// Serial is the integer id of both in old microversions.
	Serial         int64
	HypervisorType string
	VCPUs          int
	RAM, Disk      int // MiB, GiB
	Traits         []string
	// Generation is the number of times that the traits were replaced.
	Generation     int64
	Disabled       bool
	DisabledReason string
	ForcedDown     bool
	Down           bool
	Started        time.Time
}

// Usable tells whether new servers may be put on the host.
func (h *Host) Usable() bool { return !h.Disabled && h.Up() }

// Up tells whether the host's compute service is up.
func (h *Host) Up() bool { return !h.Down && !h.ForcedDown }

// Hosts are all compute hosts, by name.
var Hosts = engine.Register(engine.Table[Host]{
	Name:    "hosts",
	ID:      func(h *Host) string { return h.Name },
	Indexes: []engine.Index[Host]{{Name: "hypervisor", Of: func(h *Host) []string { return nonEmpty(h.HypervisorID) }}},
})
