package hosts

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// parsedCPU is the microversion from which cpu_info is an object, not a text.
var parsedCPU = openapi.MustVersion("2.28")

// processors is the driver's description of the processors; its fields are in the order in which older microversions write them.
type processors struct {
	Architecture string   `json:"arch"`
	Features     []string `json:"features"`
	Model        string   `json:"model"`
	Topology     topology `json:"topology"`
	Vendor       string   `json:"vendor"`
}

// topology is the layout of the processors.
type topology struct {
	Cores   int `json:"cores"`
	Sockets int `json:"sockets"`
	Threads int `json:"threads"`
}

// cpuInfo is the same for all hosts.
var cpuInfo = &processors{
	Architecture: "x86_64", Model: "Nehalem", Vendor: "Intel", Features: []string{"pge", "clflush"},
	Topology: topology{Cores: 1, Threads: 1, Sockets: 4},
}

// briefHypervisor is a hypervisor in a short list. Its id is a number before 2.53.
type briefHypervisor struct {
	ID       any           `json:"id"`
	Hostname string        `json:"hypervisor_hostname"`
	State    string        `json:"state"`
	Status   string        `json:"status"`
	Servers  *[]serverName `json:"servers,omitzero"`
}

// serverName is a server with the name that it has on the hypervisor.
type serverName struct {
	Name string `json:"name"`
	UUID string `json:"uuid"`
}

// hypervisorView is a hypervisor with the fields of every microversion.
type hypervisorView struct {
	briefHypervisor
	resources
	Type    string         `json:"hypervisor_type"`
	Version int            `json:"hypervisor_version"`
	HostIP  string         `json:"host_ip"`
	Service hypervisorHost `json:"service"`
	Uptime  *string        `json:"uptime"`
	CPUInfo any            `json:"cpu_info"` // processors, or the same as a text
}

// hypervisorHost is the compute service of a hypervisor. Its id is a number before 2.53.
type hypervisorHost struct {
	ID             any     `json:"id"`
	Host           string  `json:"host"`
	DisabledReason *string `json:"disabled_reason"`
}

func (w *finding) brief(x *pipeline.Exchange, h *state.Host) *briefHypervisor {
	v := &briefHypervisor{ID: h.Serial, Hostname: h.Node, State: stateOf(h), Status: statusOf(h)}
	if !x.Version.Less(uuids) {
		v.ID = h.HypervisorID
	}
	if w.servers {
		if all := serversOn(x, h.Name); len(all) > 0 || !x.Version.Less(alwaysServers) {
			v.Servers = &all
		}
	}
	return v
}

func (w *finding) detailed(x *pipeline.Exchange, h *state.Host) *hypervisorView {
	service := serviceOf(h)
	v := &hypervisorView{
		briefHypervisor: *w.brief(x, h), resources: resourcesOf(x, h), Type: h.HypervisorType, Version: 1000, HostIP: "127.0.0.1",
		Service: hypervisorHost{ID: service.serial, Host: h.Name, DisabledReason: record.NonEmpty(h.DisabledReason)}, CPUInfo: cpuInfo,
	}
	if !x.Version.Less(uuids) {
		v.Service.ID = service.uuid
	}
	if h.Up() {
		v.Uptime = record.NonEmpty(uptime(h, x.Now()))
	}
	if x.Version.Less(parsedCPU) {
		text, err := json.Marshal(cpuInfo)
		if err != nil {
			panic(err) // a literal
		}
		v.CPUInfo = string(text)
	}
	return v
}

// resources is a hypervisor's capacity and what of it is in use: MiB of memory, GiB of disk.
type resources struct {
	VCPUs         int `json:"vcpus"`
	RAM           int `json:"memory_mb"`
	Disk          int `json:"local_gb"`
	VCPUsUsed     int `json:"vcpus_used"`
	RAMUsed       int `json:"memory_mb_used"`
	DiskUsed      int `json:"local_gb_used"`
	FreeRAM       int `json:"free_ram_mb"`
	FreeDisk      int `json:"free_disk_gb"`
	Workload      int `json:"current_workload"`
	Running       int `json:"running_vms"`
	AvailableDisk int `json:"disk_available_least"`
}

func resourcesOf(x *pipeline.Exchange, h *state.Host) resources {
	used := state.UsedOf(x.Txn, h.Name)
	return resources{
		VCPUs: h.VCPUs, RAM: h.RAM, Disk: h.Disk, VCPUsUsed: used.VCPUs, RAMUsed: used.RAM, DiskUsed: used.LocalDisk(),
		FreeRAM: h.RAM - used.RAM, FreeDisk: h.Disk - used.LocalDisk(), Running: used.Servers,
	}
}

// statisticsView is the number of hypervisors and the sums of their resources.
type statisticsView struct {
	resources
	Count int `json:"count"`
}

func (v *statisticsView) add(r resources) {
	v.Count++
	v.VCPUs += r.VCPUs
	v.RAM += r.RAM
	v.Disk += r.Disk
	v.VCPUsUsed += r.VCPUsUsed
	v.RAMUsed += r.RAMUsed
	v.DiskUsed += r.DiskUsed
	v.FreeRAM += r.FreeRAM
	v.FreeDisk += r.FreeDisk
	v.Running += r.Running
}

// statistics adds up the hypervisors whose services are enabled.
func statistics(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var v statisticsView
	for _, h := range schedule.Hosts(x) {
		if !h.Disabled {
			v.add(resourcesOf(x, h))
		}
	}
	return pipeline.Answer(200, "hypervisor_statistics", &v), nil
}

// serversOn answers the servers of a host with their names on the hypervisor.
func serversOn(x *pipeline.Exchange, host string) []serverName {
	var all []*state.Server
	for s := range state.Servers.All(x.Txn) {
		if s.Host == host && s.Deleted == nil {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *state.Server) int { return cmp.Compare(a.Serial, b.Serial) })
	out := make([]serverName, 0, len(all))
	for _, s := range all {
		out = append(out, serverName{Name: s.InstanceName(), UUID: s.ID})
	}
	return out
}

// uptime is the output of the command uptime on the host.
func uptime(h *state.Host, now time.Time) string {
	up := now.Sub(h.Started)
	days, hours, minutes := int(up.Hours())/24, int(up.Hours())%24, int(up.Minutes())%60
	return fmt.Sprintf(" %s up %d days, %2d:%02d,  1 user,  load average: 0.00, 0.00, 0.00\n",
		now.UTC().Format(time.TimeOnly), days, hours, minutes)
}

func hypervisorUp(_ *pipeline.Exchange, w *finding) *pipeline.Fault {
	if h := w.hosts[0]; !h.Up() {
		return pipeline.BadRequest("Compute service of %s is unavailable at this time.", h.Name)
	}
	return nil
}
