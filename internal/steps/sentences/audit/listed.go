package audit

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// shownOnly are fields that the list of servers in detail does not have, or that periodic tasks change between two requests.
var shownOnly = []string{"server_groups", "host_status", "progress", "updated", "OS-EXT-STS:power_state"}

// toAdmins are fields of which an administrator is shown more than the owner.
var toAdmins = []string{"fault"}

// detailedLikewise checks that the list of servers in detail shows the server once, and just as the server itself is shown, if it
// is at rest, and answers it as the list has it, nil where it is at work. The list is an administrator's where there is one, so that
// owner and administrator see the same. A cloud may take a while until both show what was written.
func detailedLikewise(w *world.World, server *world.Noun, shown *world.Exchange) (listed map[string]any, err error) {
	if task, there := shown.Get("/server/OS-EXT-STS:task_state"); !there || task != nil {
		return nil, nil
	}
	request := world.Request{
		Actor: shown.Asked.Actor, At: shown.Asked.At, Method: http.MethodGet, Path: "/servers/detail",
		Query: url.Values{"name": {"^" + shown.Text("/server/name") + "$"}},
	}
	var except []string
	if s, err := w.Env().Target.Actor("admin"); err == nil && s != nil && server.Owner != "admin" {
		request.Actor, except = "admin", toAdmins
		request.Query.Set("all_tenants", "1")
	}
	var differs error
	err = w.AtOnce("observation", "the list of servers shows the server as it is", func() (bool, string, error) {
		list, err := w.Observe(request, http.StatusOK)
		if err != nil {
			return false, "", err
		}
		fields := fieldsOf(shown)
		if listed, differs = compareListed(list, server, fields, except...); differs == nil {
			return true, "", nil
		}
		w.LookAnew()
		again, err := fixtures.ShowServer(w, world.Observe, shown.Asked.Actor, server, shown.Asked.At)
		if err != nil {
			return false, "", err
		}
		if task, _ := again.Get("/server/OS-EXT-STS:task_state"); task != nil || !reflect.DeepEqual(fieldsOf(again), fields) {
			listed, differs = nil, nil // it changed meanwhile
			return true, "", nil
		}
		return false, differs.Error(), nil
	})
	if differs != nil {
		return nil, differs
	}
	return listed, err
}

// compareListed compares a server in a list with its fields as it is shown, and answers it.
func compareListed(list *world.Exchange, server *world.Noun, fields map[string]any, except ...string) (map[string]any, error) {
	servers, _ := list.Get("/servers")
	all := slices.DeleteFunc(phrases.ObjectsIn(servers), func(s map[string]any) bool { return s["id"] != server.ID })
	if len(all) != 1 {
		return nil, world.Differ("how often the list of servers has the server", 1, len(all))
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		value, listed := all[0][field]
		if field == "links" && listed {
			continue
		}
		if !slices.Contains(shownOnly, field) && !slices.Contains(except, field) && (!listed || !likewise(value, fields[field])) {
			return nil, world.Differ("the server's "+field+" in the list of servers", fields[field], value)
		}
	}
	return all[0], nil
}

// likewise compares what two answers show of a server. Links have the project of who asks in many clouds, and operators decide who sees the
// extra specifications of a flavor: neither is compared where the two differ in having it.
func likewise(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, isObject := b.(map[string]any)
		if !isObject {
			return false
		}
		for field, value := range a {
			if other, both := b[field]; both && !likewise(value, other) && field != "links" || !both && field != "extra_specs" {
				return false
			}
		}
		for field := range b {
			if _, both := a[field]; !both && field != "extra_specs" {
				return false
			}
		}
		return true
	case []any:
		b, isList := b.([]any)
		return isList && slices.EqualFunc(a, b, likewise)
	}
	return reflect.DeepEqual(a, b)
}

// listsAgree checks that a server of the scenario which is shown is listed alike at the same microversion, and that the first one in a list
// is shown alike, whoever asks: all fields that both have, but for those that change by themselves. Servers at work are left out, and those
// of others, who may change them between two requests.
func listsAgree(w *world.World, x *world.Exchange) error {
	if x.Asked.Method != http.MethodGet || x.Status != http.StatusOK || x.Version.IsZero() || x.Asked.Header != nil || x.Asked.Address != "" {
		return nil
	}
	again := x.Asked
	again.Query = nil
	isOwn := func(s map[string]any) bool {
		return slices.ContainsFunc(w.Nouns("server"), func(n *world.Noun) bool { return n.ID != "" && n.ID == s["id"] })
	}
	path, _, _ := strings.Cut(x.Asked.Path, "?")
	switch id, one := strings.CutPrefix(path, "/servers/"); {
	case path == "/servers", path == "/servers/detail":
		listed, _ := x.Get("/servers")
		all := phrases.ObjectsIn(listed)
		first := slices.IndexFunc(all, isOwn)
		if first < 0 || all[first]["status"] == "DELETED" {
			return nil
		}
		again.Path = "/servers/" + fmt.Sprint(all[first]["id"])
		shown, err := w.Do(world.Observe, again)
		if err != nil || shown.Status != http.StatusOK {
			return err
		}
		return agree(all[first], fieldsOf(shown))
	case one && !strings.Contains(id, "/") && id != "detail":
		fields := fieldsOf(x)
		if !isOwn(fields) {
			return nil
		}
		again.Path, again.Query = "/servers/detail", url.Values{"name": {"^" + fmt.Sprint(fields["name"]) + "$"}}
		list, err := w.Do(world.Observe, again)
		if err != nil || list.Status != http.StatusOK {
			return err
		}
		all, _ := list.Get("/servers")
		for _, listed := range phrases.ObjectsIn(all) {
			if listed["id"] == fields["id"] {
				return agree(listed, fields)
			}
		}
	}
	return nil
}

// agree compares the fields that a server has in a list and as it is shown. Its links have the caller's project in them where the
// address of the request has it anywhere (docs/contract/60-microversions.md §6).
func agree(listed, shown map[string]any) error {
	if shown["OS-EXT-STS:task_state"] != nil || !reflect.DeepEqual(listed["status"], shown["status"]) && listed["status"] != nil {
		return nil
	}
	for _, field := range slices.Sorted(maps.Keys(listed)) {
		value, there := shown[field]
		if field == "links" {
			continue
		}
		if there && field != "links" && !slices.Contains(shownOnly, field) && !reflect.DeepEqual(value, listed[field]) {
			return world.Differ("the server's "+field+" in the list of servers at the same microversion", value, listed[field])
		}
	}
	return nil
}
