package compute

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// parsedCPU is the microversion from which cpu_info is an object, not a text.
var parsedCPU = openapi.MustVersion("2.28")

// cpuInfo is what the driver tells of the processors.
var cpuInfo = map[string]any{
	"arch": "x86_64", "model": "Nehalem", "vendor": "Intel", "features": []any{"pge", "clflush"},
	"topology": map[string]any{"cores": 1, "threads": 1, "sockets": 4},
}

// hypervisorView is a hypervisor with the fields of every microversion.
func hypervisorView(x *pipeline.Exchange, h *state.Host, detailed bool) map[string]any {
	service := serviceOf(h)
	v := map[string]any{
		"id": h.Serial, "hypervisor_hostname": h.Node, "state": stateOf(h), "status": statusOf(h),
	}
	serviceID := any(service.serial)
	if !x.Version.Less(uuids) {
		v["id"], serviceID = h.HypervisorID, service.uuid
	}
	if w := pipeline.Work[finding](x); w.servers {
		if all := serversOn(x, h.Name); len(all) > 0 || !x.Version.Less(alwaysServers) {
			v["servers"] = all
		}
	}
	if !detailed {
		return v
	}
	v["hypervisor_type"], v["hypervisor_version"], v["host_ip"] = h.HypervisorType, 1000, "127.0.0.1"
	v["service"] = map[string]any{"id": serviceID, "host": h.Name, "disabled_reason": nonEmpty(h.DisabledReason)}
	v["uptime"] = nil
	if h.Up() {
		v["uptime"] = uptime(h, x.Now())
	}
	v["cpu_info"] = cpuInfo
	if x.Version.Less(parsedCPU) {
		text, err := json.Marshal(cpuInfo)
		if err != nil {
			panic(err) // a literal
		}
		v["cpu_info"] = string(text)
	}
	for key, n := range resourcesOf(x, h) {
		v[key] = n
	}
	return v
}

// resourcesOf are what a hypervisor has and what is used of it: MiB of memory, GiB of disk.
func resourcesOf(x *pipeline.Exchange, h *state.Host) map[string]int {
	used := state.UsedOf(x.Txn, h.Name)
	return map[string]int{
		"vcpus": h.VCPUs, "memory_mb": h.RAM, "local_gb": h.Disk,
		"vcpus_used": used.VCPUs, "memory_mb_used": used.RAM, "local_gb_used": used.Disk,
		"free_ram_mb": h.RAM - used.RAM, "free_disk_gb": h.Disk - used.Disk,
		"current_workload": 0, "running_vms": used.Servers, "disk_available_least": 0,
	}
}

// statistics adds up the hypervisors whose services are enabled.
func statistics(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	sums := map[string]any{}
	count, total := 0, map[string]int{}
	for _, h := range hostsInOrder(x) {
		all := resourcesOf(x, h)
		for key := range all {
			total[key] += 0
		}
		if h.Disabled {
			continue
		}
		count++
		for key, n := range all {
			total[key] += n
		}
	}
	for key, n := range total {
		sums[key] = n
	}
	sums["count"] = count
	return pipeline.Answer(200, "hypervisor_statistics", sums), nil
}

// serversOn are the servers of a host by the names that the hypervisor knows.
func serversOn(x *pipeline.Exchange, host string) []any {
	var all []*state.Server
	for s := range state.Servers.All(x.Txn) {
		if s.Host == host && s.Deleted == nil {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *state.Server) int { return cmp.Compare(a.Serial, b.Serial) })
	out := make([]any, 0, len(all))
	for _, s := range all {
		out = append(out, map[string]any{"name": s.InstanceName(), "uuid": s.ID})
	}
	return out
}

// uptime is what the command of that name says on the host.
func uptime(h *state.Host, now time.Time) string {
	up := now.Sub(h.Started)
	days, hours, minutes := int(up.Hours())/24, int(up.Hours())%24, int(up.Minutes())%60
	return fmt.Sprintf(" %s up %d days, %2d:%02d,  1 user,  load average: 0.00, 0.00, 0.00\n", now.UTC().Format(time.TimeOnly), days, hours, minutes)
}

func hypervisorUp(x *pipeline.Exchange) *pipeline.Fault {
	if h := pipeline.Work[finding](x).hosts[0]; !h.Up() {
		return pipeline.BadRequest("Compute service of %s is unavailable at this time.", h.Name)
	}
	return nil
}

func showUptime(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "hypervisor", hypervisorView(x, pipeline.Work[finding](x).hosts[0], true)), nil
}
