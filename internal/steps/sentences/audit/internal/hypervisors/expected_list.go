package hypervisors

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// hypervisor is a hypervisor as an administrator's detailed list shows it, with the state and the status of its service.
type hypervisor struct {
	ID      json.RawMessage `json:"id"`
	Node    string          `json:"hypervisor_hostname"`
	State   string          `json:"state"`
	Status  string          `json:"status"`
	Service struct {
		Host string `json:"host"`
	} `json:"service"`
	// fields are all that the list shows of it.
	fields map[string]json.RawMessage
}

// id is the uuid or the number of a hypervisor as in a path.
func (h *hypervisor) id() string { return strings.Trim(string(h.ID), `"`) }

// inventory reads all hypervisors, as of the request's microversion, and takes their states from the services of their hosts.
func inventory(w *world.World, x *world.Exchange) ([]*hypervisor, error) {
	all, err := details(w, x.Version.String())
	if err != nil || all == nil {
		return nil, err
	}
	var services struct {
		Services []struct{ Host, State, Status string }
	}
	ok, err := read(w, "/os-services", uuidsAt, url.Values{"binary": {"nova-compute"}}, &services)
	if err != nil || !ok {
		return nil, err
	}
	for _, h := range all {
		for _, s := range services.Services {
			if s.Host == h.Service.Host {
				h.State, h.Status = s.State, s.Status
			}
		}
	}
	return all, nil
}

// details reads an administrator's detailed list; nil where it is not answered.
func details(w *world.World, at string) ([]*hypervisor, error) {
	shown, refused, err := fixtures.HypervisorDetails(w, world.Observe, w.Newest(at), nil)
	if err != nil || refused != nil {
		return nil, err
	}
	raw, err := json.Marshal(shown)
	if err != nil {
		return nil, err
	}
	all, fields := []*hypervisor{}, []map[string]json.RawMessage{}
	if err := cmp.Or(json.Unmarshal(raw, &all), json.Unmarshal(raw, &fields)); err != nil {
		return nil, world.Failf("GET %s/detail answers what is no list of hypervisors: %v", listed, err)
	}
	for i, h := range all {
		h.fields = fields[i]
	}
	return all, nil
}

// assignment tells how a host is assigned to a project.
type assignment int

const (
	unassigned assignment = iota
	// perhaps: by a key with a suffix, or by a value that lists several projects; that this counts is not stated (HYP-30).
	perhaps
	assigned
)

// assignments are the hosts of the aggregates that list a project (HYP-20).
func assignments(w *world.World, project string) (map[string]assignment, error) {
	var all struct {
		Aggregates []struct {
			Hosts    []string
			Metadata map[string]string
		}
	}
	if ok, err := read(w, "/os-aggregates", "2.1", nil, &all); err != nil || !ok {
		return nil, err
	}
	out := map[string]assignment{}
	for _, a := range all.Aggregates {
		for key, value := range a.Metadata {
			how := unassigned
			switch {
			case key == "filter_tenant_id" && value == project:
				how = assigned
			case strings.HasPrefix(key, "filter_tenant_id") && slices.Contains(strings.Split(value, ","), project):
				how = perhaps
			}
			for _, host := range a.Hosts {
				out[host] = max(out[host], how)
			}
		}
	}
	return out, nil
}

// view is what the caller of a list must see.
type view struct {
	// ids are the hypervisors in order; perhaps are those among them that may be missing.
	ids     []string
	perhaps map[string]bool
	// narrow: names and all other fields but three are null.
	narrow bool
	// known tells whether the query is one that this model knows.
	known bool
}

// viewOf computes what the caller of a list must see of all hypervisors: at 2.105 within a project those that are assigned to the
// project, else all (HYP-04, HYP-20, HYP-26); of these the page (HYP-01).
func viewOf(w *world.World, x *world.Exchange, all []*hypervisor) (*view, error) {
	v := &view{perhaps: map[string]bool{}, known: true}
	offered := w.Env().Target.Capabilities()[target.ProjectHypervisors].Present
	v.narrow = offered && x.Asked.Path == listed && !x.Version.Less(narrowed) && !strings.HasPrefix(x.Asked.Actor, "system-") && !listsAll(w)
	var of map[string]assignment
	if v.narrow {
		var err error
		if of, err = assignments(w, fixtures.ProjectID(w, x.Asked.Actor)); err != nil || of == nil {
			return nil, err
		}
	}
	query := x.Asked.Query
	if part := query.Get("hypervisor_hostname_pattern"); part != "" && !x.Version.Less(uuids) {
		v.known = !strings.ContainsAny(part, "%_")
		all = slices.DeleteFunc(slices.Clone(all), func(h *hypervisor) bool { return !strings.Contains(h.Node, part) })
	}
	for _, h := range all {
		if !v.narrow || of[h.Service.Host] != unassigned {
			v.ids = append(v.ids, h.id())
			v.perhaps[h.id()] = v.narrow && of[h.Service.Host] == perhaps
		}
	}
	if x.Version.Less(pages) {
		return v, nil
	}
	v.known = v.known && len(query["limit"]) < 2 // of several the last counts in some releases, and others refuse them
	if marker := query.Get("marker"); marker != "" {
		at := slices.Index(v.ids, marker)
		v.known = v.known && at >= 0
		v.ids = v.ids[at+1:]
	}
	if limit, err := strconv.Atoi(query.Get("limit")); err == nil && limit < len(v.ids) {
		v.known = v.known && !slices.ContainsFunc(v.ids, func(id string) bool { return v.perhaps[id] })
		v.ids = v.ids[:limit]
	}
	return v, nil
}

// listsAll tells whether the operator of the scenario lets administrators of projects list all hypervisors.
func listsAll(w *world.World) bool {
	_, err := w.Recall(fixtures.ListsAllHypervisors, "")
	return err == nil
}
