package usage

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// pages is the microversion from which usage is listed in pages.
var pages = openapi.MustVersion("2.40")

// Operations holds the operations that show the usage of projects.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"usage.list": {Answer: list},
		"usage.show": {Policy: ofProject, Answer: show},
		"audit-log.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "instance_usage_audit_logs", auditAt(x, x.Now())), nil
		}},
		"audit-log.show": {Answer: showAudit},
	}}
}

func ofProject(x *pipeline.Exchange) *pipeline.Fault {
	x.Target = policy.Target{ProjectID: x.Params.Get("project_id")}
	return x.Demand(x.Operation.Policy)
}

// server is the usage of a server.
type server struct {
	ID       string  `json:"instance_id"`
	Name     string  `json:"name"`
	Project  string  `json:"tenant_id"`
	Flavor   string  `json:"flavor"`
	Hours    float64 `json:"hours"`
	MemoryMB int     `json:"memory_mb"`
	LocalGB  int     `json:"local_gb"`
	VCPUs    int     `json:"vcpus"`
	Started  string  `json:"started_at"`
	Ended    *string `json:"ended_at"`
	State    string  `json:"state"`
	Uptime   int     `json:"uptime"` // seconds
	started  time.Time
}

// project is the usage of a project: hours, and its servers' sizes times hours.
type project struct {
	Project string    `json:"tenant_id"`
	Start   string    `json:"start"`
	Stop    string    `json:"stop"`
	Hours   float64   `json:"total_hours"`
	LocalGB float64   `json:"total_local_gb_usage"`
	Memory  float64   `json:"total_memory_mb_usage"`
	VCPUs   float64   `json:"total_vcpus_usage"`
	Servers *[]server `json:"server_usages,omitzero"`
}

// period is the time that a query asks about, and the present time.
type period struct{ start, stop, now time.Time }

func periodOf(x *pipeline.Exchange) (p period, fault *pipeline.Fault) {
	p.now = x.Now().UTC()
	if p.start, fault = parseTime(x.Query.Get("start"), p.now); fault != nil {
		return p, fault
	}
	// The present is asked for twice, so that without any time the period is a short one.
	if p.stop, fault = parseTime(x.Query.Get("end"), p.now.Add(time.Microsecond)); fault != nil {
		return p, fault
	}
	if !p.start.Before(p.stop) {
		return p, pipeline.BadRequest("Invalid start time. The start time cannot occur after the end time.")
	}
	if p.stop.After(p.now) {
		p.stop = p.now
	}
	return p, nil
}

func parseTime(text string, now time.Time) (time.Time, *pipeline.Fault) {
	if text == "" {
		return now, nil
	}
	form := "2006-01-02T15:04:05"
	if strings.Contains(text, ".") && strings.Contains(text, " ") { // with a fraction, and only then, a space may be in the place of the T
		form = "2006-01-02 15:04:05"
	}
	if t, err := time.Parse(form, text); err == nil {
		return t, nil
	}
	return now, pipeline.BadRequest("Invalid datetime string: Datetime is in invalid format")
}

// servers answers the servers that ran in a period, the earliest first.
func (p period) servers(x *pipeline.Exchange, of string) (out []server) {
	add := func(v server, f state.FlavorCopy, from time.Time, until *time.Time) {
		end := p.now
		if until != nil {
			ended := formatTime(*until)
			end, v.Ended, v.State = *until, &ended, "terminated"
		}
		if from.After(p.stop) || end.Before(p.start) {
			return
		}
		v.Flavor, v.MemoryMB, v.LocalGB, v.VCPUs = f.Name, f.RAM, f.Disk+f.Ephemeral, f.VCPUs
		v.Started, v.started, v.Uptime = formatTime(from), from, int(end.Sub(from).Seconds())
		first, last := from, end
		if p.start.After(first) {
			first = p.start
		}
		if p.stop.Before(last) {
			last = p.stop
		}
		v.Hours = max(0, last.Sub(first).Hours())
		out = append(out, v)
	}
	for s := range state.Servers.All(x.Txn) {
		if s.Launched != nil && (of == "" || s.ProjectID == of) {
			add(server{ID: s.ID, Name: s.Name, Project: s.ProjectID, State: string(s.VMState)}, s.Flavor, *s.Launched, nil)
		}
	}
	for e := range state.EndedServers.All(x.Txn) {
		if of == "" || e.ProjectID == of {
			add(server{ID: e.ID, Name: e.Name, Project: e.ProjectID}, e.Flavor, e.Launched, &e.Terminated)
		}
	}
	slices.SortFunc(out, func(a, b server) int { return cmp.Or(a.started.Compare(b.started), cmp.Compare(a.ID, b.ID)) })
	return out
}

func formatTime(t time.Time) string { return record.FormatMicroseconds(t) }

// sumByProject adds up usage by project, in the order in which projects first appear.
func (p period) sumByProject(servers []server, detailed bool) (out []*project) {
	by := map[string]*project{}
	for _, s := range servers {
		sum := by[s.Project]
		if sum == nil {
			sum = &project{Project: s.Project, Start: formatTime(p.start), Stop: formatTime(p.stop)}
			if detailed {
				sum.Servers = &[]server{}
			}
			by[s.Project] = sum
			out = append(out, sum)
		}
		sum.Hours += s.Hours
		sum.LocalGB += float64(s.LocalGB) * s.Hours
		sum.Memory += float64(s.MemoryMB) * s.Hours
		sum.VCPUs += float64(s.VCPUs) * s.Hours
		if detailed {
			*sum.Servers = append(*sum.Servers, s)
		}
	}
	return out
}

// page selects a page of the servers in a period's report.
func page(x *pipeline.Exchange, all []server) (part []server, more string, fault *pipeline.Fault) {
	if x.Version.Less(pages) {
		return all, "", nil
	}
	return record.PageOf(x, all, func(s server) string { return s.ID }, "Marker %s could not be found.")
}

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, fault := periodOf(x)
	if fault != nil {
		return nil, fault
	}
	part, more, fault := page(x, p.servers(x, ""))
	if fault != nil {
		return nil, fault
	}
	out := struct {
		Usages []*project      `json:"tenant_usages"`
		Next   []pipeline.Link `json:"tenant_usages_links,omitzero"`
	}{Usages: p.sumByProject(part, x.Query.Get("detailed") == "1")}
	if more != "" {
		out.Next = record.Next(x, "/os-simple-tenant-usage", more)
	}
	return pipeline.Body(200, out), nil
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, fault := periodOf(x)
	if fault != nil {
		return nil, fault
	}
	id := x.Params.Get("project_id")
	part, more, fault := page(x, p.servers(x, id))
	if fault != nil {
		return nil, fault
	}
	out := struct {
		Usage any             `json:"tenant_usage"`
		Next  []pipeline.Link `json:"tenant_usage_links,omitzero"`
	}{Usage: struct{}{}}
	if sums := p.sumByProject(part, true); len(sums) > 0 {
		out.Usage = sums[0]
	}
	if more != "" {
		out.Next = record.Next(x, "/os-simple-tenant-usage/"+id, more)
	}
	return pipeline.Body(200, out), nil
}
