package hosts

import (
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// change is a request that changes a host (up to 2.42).
type change struct {
	Request struct {
		Status      body.Opt[string] `json:"status"`
		Maintenance body.Opt[string] `json:"maintenance_mode"`
	} `body:""`
	host *state.Host
}

// HostOperations holds the operations on hosts of services (up to 2.42).
func HostOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"hosts.list": {Answer: listHosts},
		"hosts.show": {Answer: showHost},
		"hosts.update": pipeline.OperationOf[change]{
			Steps: []pipeline.StepOf[change]{{Name: "host is there", Run: func(x *pipeline.Exchange, w *change) (f *pipeline.Fault) {
				if w.changesNothing() {
					return nil // nothing is looked up then
				}
				w.host, f = hostOf(x)
				return f
			}}, {Name: "enable or disable it", Run: enable}},
			Answer: answerHost,
		}.Operation(),
		"hosts.reboot":   powerOperation("reboot"),
		"hosts.shutdown": powerOperation("shutdown"),
		"hosts.startup":  powerOperation("startup"),
	}}
}

// hostOf finds the host that the path names.
func hostOf(x *pipeline.Exchange) (*state.Host, *pipeline.Fault) {
	name := x.Params.Get("host_name")
	if h := state.Hosts.Get(x.Txn, name); h != nil {
		return h, nil
	}
	return nil, pipeline.NotFound("Host '%s' is not mapped to any cell", name)
}

func (w *change) changesNothing() bool {
	return !w.Request.Status.Given() && !w.Request.Maintenance.Given()
}

// hostView is a service with its host.
type hostView struct {
	Name    string `json:"host_name"`
	Service string `json:"service"`
	Zone    string `json:"zone"`
}

func listHosts(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out := []hostView{}
	for _, r := range services(x) {
		zone := state.InternalZone
		if r.host != nil {
			zone = state.ZoneOf(x.Txn, r.host.Name)
		}
		disabled := r.host != nil && r.host.Disabled
		if wanted := x.Query.Get("zone"); !disabled && (wanted == "" || wanted == zone) {
			out = append(out, hostView{Name: r.on(), Service: strings.TrimPrefix(r.binary, "nova-"), Zone: zone})
		}
	}
	return pipeline.Answer(200, "hosts", out), nil
}

// resource is the capacity of a host, or a part of it that is in use: processors, MiB and GiB.
type resource struct {
	Host    string `json:"host"`
	Project string `json:"project"`
	CPU     int    `json:"cpu"`
	Memory  int    `json:"memory_mb"`
	Disk    int    `json:"disk_gb"`
}

func showHost(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	h, fault := hostOf(x)
	if fault != nil {
		return nil, fault
	}
	type one struct {
		Resource *resource `json:"resource"`
	}
	used := state.UsedOf(x.Txn, h.Name)
	out := []one{
		{&resource{h.Name, "(total)", h.VCPUs, h.RAM, h.Disk}},
		{&resource{h.Name, "(used_now)", used.VCPUs, used.RAM, used.LocalDisk()}},
		{&resource{h.Name, "(used_max)", used.VCPUs, used.RAM, used.LocalDisk()}},
	}
	by := map[string]*resource{}
	for s := range state.Servers.All(x.Txn) {
		if s.Host != h.Name {
			continue
		}
		sum := by[s.ProjectID]
		if sum == nil {
			sum = &resource{Host: h.Name, Project: s.ProjectID}
			by[s.ProjectID] = sum
			out = append(out, one{sum})
		}
		sum.CPU += s.Flavor.VCPUs
		sum.Memory += s.Flavor.RAM
		sum.Disk += s.Flavor.Disk + s.Flavor.Ephemeral
	}
	return pipeline.Answer(200, "host", out), nil
}

func enable(x *pipeline.Exchange, w *change) *pipeline.Fault {
	if status, given := w.Request.Status.Get(); given {
		changed := *w.host
		changed.Disabled, changed.DisabledReason = !strings.EqualFold(status, "enable"), ""
		state.Hosts.Insert(x.Txn, &changed)
	}
	return nil
}

func answerHost(x *pipeline.Exchange, w *change) (*pipeline.Response, *pipeline.Fault) {
	out := struct {
		Host        string `json:"host"`
		Status      string `json:"status,omitzero"`
		Maintenance string `json:"maintenance_mode,omitzero"`
	}{Host: x.Params.Get("host_name")}
	if status, given := w.Request.Status.Get(); given {
		out.Status = strings.ToLower(status) + "d"
	}
	if mode, given := w.Request.Maintenance.Get(); given {
		out.Maintenance = "off_maintenance"
		if strings.EqualFold(mode, "enable") {
			out.Maintenance = "on_maintenance"
		}
	}
	return pipeline.Body(200, out), nil
}

// powerOperation is an action on a host's power. It changes nothing for the servers on the host.
func powerOperation(action string) pipeline.Operation {
	return pipeline.Operation{Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		h, fault := hostOf(x)
		if fault != nil {
			return nil, fault
		}
		return pipeline.Body(200, struct {
			Host  string `json:"host"`
			Power string `json:"power_action"`
		}{h.Name, action}), nil
	}}
}
