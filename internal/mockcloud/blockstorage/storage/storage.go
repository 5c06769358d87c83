package storage

import (
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Operations holds the operations on services, hosts, pools, capabilities and extensions.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"services.list": {Answer: listServices}, "services.enable": set(false, false, "enabled"),
		"services.disable":            set(true, false, "disabled"),
		"services.disable-log-reason": set(true, true, "disabled"),
		"hosts.list":                  {Answer: listHosts}, "hosts.show": {Answer: showHost}, "hosts.update": updateHost(),
		"pools.list": {Answer: listPools}, "capabilities.show": {Answer: showCapabilities},
		"extensions.list": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "extensions", extensions), nil
		}},
		"extensions.show": {Answer: showExtension},
	}}
}

// shownHost is the host of a service in answers.
type shownHost struct {
	Host    string `json:"host_name"`
	Service string `json:"service"`
	Zone    string `json:"zone"`
	Status  string `json:"service-status"`
	State   string `json:"service-state"`
	Updated string `json:"last-update"`
}

// listHosts lists the hosts of services that work; it ignores its filters.
func listHosts(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out := []shownHost{}
	for _, p := range parts {
		if p = part(x, p); !p.Disabled {
			out = append(out, shownHost{p.Host, p.Binary, record.Zone, "available", "enabled", record.Stamp(x.Now())})
		}
	}
	return pipeline.Answer(200, "hosts", out), nil
}

// resource is what a project has on a host; the numbers are texts.
type resource struct {
	Host              string `json:"host"`
	Project           string `json:"project"`
	Volumes           string `json:"volume_count"`
	Gigabytes         string `json:"total_volume_gb"`
	Snapshots         string `json:"snapshot_count"`
	SnapshotGigabytes string `json:"total_snapshot_gb"`
}

func showHost(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	host := x.Params.Get("host")
	if host != record.VolumeService {
		for _, p := range parts {
			if p.Host == host {
				return pipeline.Answer(200, "host", []any{view(host, "(total)", amounts{})}), nil
			}
		}
		return nil, pipeline.NotFound("Service cinder-volume could not be found on host %s.", host)
	}
	by, order := map[string]*amounts{"(total)": {}}, []string{"(total)"}
	of := func(project string) []*amounts {
		if by[project] == nil {
			by[project], order = &amounts{}, append(order, project)
		}
		return []*amounts{by[project], by["(total)"]}
	}
	for v := range state.Volumes.All(x.Txn) {
		for _, a := range of(v.ProjectID) {
			a.volumes, a.gigabytes = a.volumes+1, a.gigabytes+v.Size
		}
	}
	for s := range state.VolumeSnapshots.All(x.Txn) {
		for _, a := range of(s.ProjectID) {
			a.snapshots, a.snapshotGigabytes = a.snapshots+1, a.snapshotGigabytes+s.Size
		}
	}
	out := []any{}
	for _, project := range order {
		out = append(out, view(host, project, *by[project]))
	}
	return pipeline.Answer(200, "host", out), nil
}

func showExtension(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	for _, e := range extensions {
		if e.Alias == x.Params.Get("alias") {
			return pipeline.Answer(200, "extension", e), nil
		}
	}
	return nil, pipeline.NotFound("The resource could not be found.")
}

// filteredPools is the first microversion that filters pools.
var filteredPools = openapi.MustVersion("3.28")

// isPoolFound tells whether the filters of the query find the only pool; others than by name and type find nothing, or are refused.
func isPoolFound(x *pipeline.Exchange) (bool, *pipeline.Fault) {
	if !x.Version.AtLeast(filteredPools) {
		return true, nil
	}
	p := listing.ReadFilters(x)
	delete(p.Filters, "detail")
	if listing.RefusesUnknownFilters(x) {
		if f := p.RejectOfAll(x, true, listing.FiltersOf("pool")...); f != nil {
			return false, f
		}
	}
	name, byName := p.Filters["name"]
	delete(p.Filters, "name")
	delete(p.Filters, "volume_type")
	return len(p.Filters) == 0 && (!byName || name[0] == record.Host), nil
}

func listPools(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	detail, f := record.Flag(x, "detail")
	if f != nil {
		return nil, f
	}
	found, f := isPoolFound(x)
	if f != nil {
		return nil, f
	}
	if !found {
		return pipeline.Answer(200, "pools", []any{}), nil
	}
	pool := &openapi.Fields{{Name: "name", Value: record.Host}}
	if detail {
		used := 0
		for v := range state.Volumes.All(x.Txn) {
			used += v.Size
		}
		can := able()
		can.Allocated, can.Time = used, record.Stamp(x.Now())
		*pool = append(*pool, openapi.Field{Name: "capabilities", Value: &can})
	}
	return pipeline.Answer(200, "pools", []any{pool}), nil
}
