package guest

import (
	"slices"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// oneForm is the microversion from which diagnostics have one form for all drivers.
var oneForm = openapi.MustVersion("2.48")

// figures are a hypervisor's counters for a server; all are 0, since the mock's servers do nothing.
type figures struct {
	ConfigDrive  bool         `json:"config_drive"`
	State        string       `json:"state"`
	Driver       string       `json:"driver"`
	Hypervisor   string       `json:"hypervisor"`
	HypervisorOS string       `json:"hypervisor_os"`
	Uptime       int          `json:"uptime"`
	CPUs         int          `json:"num_cpus"`
	Disks        int          `json:"num_disks"`
	NICs         int          `json:"num_nics"`
	Memory       memory       `json:"memory_details"`
	CPU          []processor  `json:"cpu_details"`
	Disk         []disk       `json:"disk_details"`
	NIC          []networkNIC `json:"nic_details"`
}

type (
	memory struct {
		Maximum int `json:"maximum"`
		Used    int `json:"used"`
	}
	processor struct {
		ID          int `json:"id"`
		Time        int `json:"time"`
		Utilisation int `json:"utilisation"`
	}
	disk struct {
		Errors        int `json:"errors_count"`
		ReadBytes     int `json:"read_bytes"`
		ReadRequests  int `json:"read_requests"`
		WriteBytes    int `json:"write_bytes"`
		WriteRequests int `json:"write_requests"`
	}
	networkNIC struct {
		MAC       string `json:"mac_address"`
		RxDrop    int    `json:"rx_drop"`
		RxErrors  int    `json:"rx_errors"`
		RxOctets  int    `json:"rx_octets"`
		RxPackets int    `json:"rx_packets"`
		RxRate    int    `json:"rx_rate"`
		TxDrop    int    `json:"tx_drop"`
		TxErrors  int    `json:"tx_errors"`
		TxOctets  int    `json:"tx_octets"`
		TxPackets int    `json:"tx_packets"`
		TxRate    int    `json:"tx_rate"`
	}
)

// driverFigures are a driver's counters under names of its own (up to 2.47).
type driverFigures struct {
	CPUTime int `json:"cpu0_time"`
	Memory  int `json:"memory"` // KiB
}

// diagnostics shows the counters of a server that is running, and refuses other servers.
func diagnostics(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := record.Server(x)
	if s.PowerState != state.PowerRunning {
		return nil, record.WrongState(s, "get_diagnostics", "power state", powerName[s.PowerState])
	}
	if x.Version.Less(oneForm) {
		return pipeline.Body(200, driverFigures{Memory: s.Flavor.RAM << 10}), nil
	}
	f := &figures{
		ConfigDrive: s.ConfigDrive != "", State: "running", Driver: "libvirt", Hypervisor: "kvm", HypervisorOS: "linux",
		CPUs: s.Flavor.VCPUs, Disks: max(1, len(s.BlockDevices)), NICs: len(s.Ports), Memory: memory{Maximum: s.Flavor.RAM},
	}
	for id := range s.Flavor.VCPUs {
		f.CPU = append(f.CPU, processor{ID: id})
	}
	f.Disk = slices.Repeat([]disk{{}}, f.Disks)
	for _, id := range s.Ports {
		if port := state.Ports.Get(x.Txn, id); port != nil {
			f.NIC = append(f.NIC, networkNIC{MAC: port.MAC})
		}
	}
	return pipeline.Body(200, f), nil
}

// powerName maps power states to their names in messages.
var powerName = map[int]string{
	state.PowerNone: "pending", state.PowerPaused: "paused", state.PowerShutdown: "shutdown", state.PowerCrashed: "crashed",
	state.PowerSuspended: "suspended",
}

// topologyView is the layout of a server's processors and memory; it is empty for servers whose flavor asks for none.
type topologyView struct {
	Nodes    []struct{} `json:"nodes"`
	PageSize *int       `json:"pagesize_kb"`
}

func topology(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Body(200, topologyView{Nodes: []struct{}{}}), nil
}
