package hypervisors

import (
	"cmp"
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// answer is a list of hypervisors, or one, with the fields of each by name.
type answer struct {
	Hypervisors []map[string]json.RawMessage
	Hypervisor  map[string]json.RawMessage
	Links       json.RawMessage `json:"hypervisors_links"`
}

// hypervisorsFit checks which hypervisors an answer shows, in which order, what it shows of each, and the link to the next page.
func hypervisorsFit(w *world.World, x *world.Exchange) error {
	var got answer
	if json.Unmarshal(x.Body, &got) != nil {
		return world.Failf("the answer is no list of hypervisors")
	}
	all, err := inventory(w, x)
	if err != nil || all == nil {
		return err
	}
	if got.Hypervisor != nil {
		one := []map[string]json.RawMessage{got.Hypervisor}
		return cmp.Or(shownFit(all, one, false), askedServers(x, one), serversShown(w, all, one))
	}
	if one := w.Env().Target.Capabilities()[target.HypervisorsOnOnePage]; !one.Present {
		return nil // the list is a part of all, and how long that is nobody tells
	}
	v, err := viewOf(w, x, all)
	if err != nil || v == nil {
		return err
	}
	if err := shownFit(all, got.Hypervisors, v.narrow); err != nil {
		return err
	}
	if !v.narrow {
		if err := cmp.Or(askedServers(x, got.Hypervisors), serversShown(w, all, got.Hypervisors)); err != nil {
			return err
		}
	}
	if !v.known {
		return nil
	}
	shown := []string{}
	for _, h := range got.Hypervisors {
		shown = append(shown, text(h["id"]))
	}
	missing := func(id string) bool { return v.perhaps[id] && !slices.Contains(shown, id) }
	if want := slices.DeleteFunc(slices.Clone(v.ids), missing); !slices.Equal(want, shown) {
		return world.Differ("the hypervisors that the "+x.Asked.Actor+" sees, of all that an administrator sees", want, shown)
	}
	return linkFits(x, v, got)
}

// shownFit checks what is shown of each hypervisor: in a narrow list only three fields are not null (HYP-23).
func shownFit(all []*hypervisor, shown []map[string]json.RawMessage, narrow bool) error {
	for _, fields := range shown {
		id := text(fields["id"])
		at := slices.IndexFunc(all, func(h *hypervisor) bool { return h.id() == id })
		if at < 0 {
			return world.Differ("the id of a hypervisor", "one that an administrator sees", id)
		}
		want := map[string]string{"id": id, "state": all[at].State, "status": all[at].Status}
		if !narrow {
			want["hypervisor_hostname"] = all[at].Node
		}
		for field, value := range want {
			if got := text(fields[field]); got != value {
				return world.Differ("the "+field+" of hypervisor "+id, value, got)
			}
		}
		if err := restFits(all[at], fields, narrow); err != nil {
			return err
		}
		for field, value := range fields {
			if _, known := want[field]; narrow && !known && string(value) != "null" {
				return world.Differ("the "+field+" of hypervisor "+id+" in the list of a project", "null", string(value))
			}
		}
	}
	return nil
}

// passing are fields that change with the servers of a hypervisor, and with time. The state and the status are those of its service, and
// who its servers are is asked for in the query.
var passing = []string{
	"vcpus_used", "memory_mb_used", "local_gb_used", "free_ram_mb", "free_disk_gb", "current_workload", "running_vms",
	"disk_available_least", "local_gb", "uptime", "state", "status", "servers",
}

// restFits checks that an answer shows of a hypervisor what the detailed list shows of it at the same microversion, whatever the
// way it was found. An uptime passes, but one that is told is a text for both.
func restFits(h *hypervisor, shown map[string]json.RawMessage, narrow bool) error {
	for field, value := range shown {
		want, both := h.fields[field]
		if !both || narrow || slices.Contains(passing, field) {
			continue
		}
		var was, is any
		if json.Unmarshal(want, &was) != nil || json.Unmarshal(value, &is) != nil || !reflect.DeepEqual(was, is) {
			return world.Differ("the "+field+" of hypervisor "+h.id()+" as the list in detail shows it", string(want), string(value))
		}
	}
	if was, both := h.fields["uptime"]; both && shown["uptime"] != nil && (was[0] == 'n') != (shown["uptime"][0] == 'n') {
		return world.Differ("the uptime of hypervisor "+h.id()+" as the list in detail shows it", string(was), string(shown["uptime"]))
	}
	return nil
}

// linkFits checks that a full page, and no other answer, has a link that goes on after its last hypervisor. In the list of a project
// it is null without pages (HYP-23); with them nothing is stated.
func linkFits(x *world.Exchange, v *view, got answer) error {
	paged := !x.Version.Less(pages) && x.Asked.Query.Get("limit") != ""
	if v.narrow {
		if !paged && string(got.Links) != "null" {
			return world.Differ("hypervisors_links of the list of a project", "null", string(got.Links))
		}
		return nil
	}
	full := paged && len(v.ids) > 0 && x.Asked.Query.Get("limit") == strconv.Itoa(len(v.ids))
	if !full {
		if got.Links != nil {
			return world.Differ("hypervisors_links of a page that is not full", "none", string(got.Links))
		}
		return nil
	}
	var links []struct{ Href, Rel string }
	if json.Unmarshal(got.Links, &links) != nil || len(links) != 1 || links[0].Rel != "next" {
		return world.Differ("hypervisors_links of a full page", "one, to the next page", string(got.Links))
	}
	want := url.Values{"marker": {v.ids[len(v.ids)-1]}}
	for key, values := range x.Asked.Query {
		if key != "marker" {
			want[key] = values
		}
	}
	next, err := url.Parse(links[0].Href)
	if err != nil || next.Host == "" || !strings.HasSuffix(next.Path, x.Asked.Path) || !reflect.DeepEqual(next.Query(), want) {
		return world.Differ("the link to the next page", "of "+x.Asked.Path+" with "+want.Encode(), links[0].Href)
	}
	return nil
}

// yes are the words of a query that say yes, in small letters; all other ones that compute understands say no.
var yes = []string{"1", "true", "on", "yes"}

// askedServers checks that hypervisors tell of their servers where these are asked for, and nowhere else; one that has none tells so from
// 2.75 on (HYP-01).
func askedServers(x *world.Exchange, shown []map[string]json.RawMessage) error {
	words := x.Asked.Query["with_servers"]
	asked := !x.Version.Less(uuids) && len(words) > 0 && slices.Contains(yes, strings.ToLower(strings.TrimSpace(words[len(words)-1])))
	for _, h := range shown {
		servers, told := h["servers"]
		switch {
		case told && !asked:
			return world.Differ("the servers of hypervisor "+text(h["id"])+", which are not asked for", "not there", string(servers))
		case !told && asked && !x.Version.Less(alwaysTold):
			return world.Differ("the servers of hypervisor "+text(h["id"])+", which are asked for", "a list", "not there")
		}
	}
	return nil
}

// text is a text, or a number as in a path.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}
