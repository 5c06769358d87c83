package world

import (
	"context"
	"fmt"
	"net/http"
	"slices"
)

// Hypervisor is what an administrator is told about the hypervisor of a host.
type Hypervisor struct {
	// UUID names it from 2.53 on, Number before.
	UUID   string
	Number float64
	Node   string
}

// Hypervisors are all of them by the names of their hosts.
func (w *World) Hypervisors() (map[string]Hypervisor, error) {
	out := map[string]Hypervisor{}
	for _, at := range []string{"2.1", servicesAt} {
		x, err := w.Do(w.aside(), Request{Actor: "admin", Method: http.MethodGet, Path: "/os-hypervisors/detail", At: at})
		if err != nil {
			return nil, err
		}
		if x.Status != http.StatusOK {
			return nil, fmt.Errorf("GET /os-hypervisors/detail at %s answers %s", at, x.summary())
		}
		list, _ := x.Get("/hypervisors")
		all, _ := list.([]any)
		for _, item := range all {
			shown, _ := item.(map[string]any)
			service, _ := shown["service"].(map[string]any)
			host, _ := service["host"].(string)
			h := out[host]
			h.Node, _ = shown["hypervisor_hostname"].(string)
			switch id := shown["id"].(type) {
			case string:
				h.UUID = id
			case float64:
				h.Number = id
			}
			out[host] = h
		}
	}
	return out, nil
}

// Hypervisor is the one of a host that a sentence speaks of (host1). It stops the step when there is none.
func (w *World) Hypervisor(name string) Hypervisor {
	all, err := w.Hypervisors()
	if err != nil {
		panic(stop{err})
	}
	h, ok := all[w.Host(name).Host]
	if !ok {
		panic(stop{fmt.Errorf("no hypervisor of %s is listed", name)})
	}
	return h
}

// Assign makes an aggregate of hosts that sentences speak of, with metadata, and takes it away after the case. As
// long as a case has one, no other case has: what is assigned to the run's project is one case's business at a time.
func (w *World) Assign(metadata map[string]any, hosts ...string) (*Noun, error) {
	w.OnlyAssigning()
	name := w.Name("aggregate")
	x, err := w.Setup(Request{Actor: "admin", Method: http.MethodPost, Path: "/os-aggregates", At: "2.1", Body: map[string]any{
		"aggregate": map[string]any{"name": name},
	}}, http.StatusOK)
	if err != nil {
		return nil, err
	}
	number, _ := x.Get("/aggregate/id")
	n := &Noun{Kind: "aggregate", RealName: name, ID: fmt.Sprint(number), Owner: "admin"}
	path := "/os-aggregates/" + n.ID
	w.CleanUp("aggregate", n.ID, name, w.Delete(Request{Actor: "admin", Path: path, At: "2.1"}))
	w.Remember(n)
	act := func(role Role, action string, args map[string]any) error {
		x, err := w.Do(role, Request{Actor: "admin", Method: http.MethodPost, Path: path + "/action", At: "2.1", Body: map[string]any{action: args}})
		if err == nil && x.Status != http.StatusOK {
			err = fmt.Errorf("%s of aggregate %s answers %s", action, name, x.summary())
		}
		return err
	}
	for _, host := range hosts {
		args := map[string]any{"host": w.Host(host).Host}
		if err := act(Setup, "add_host", args); err != nil {
			return nil, err
		}
		w.CleanUp("host of an aggregate", n.ID, host, func(context.Context) error { return act(Cleanup, "remove_host", args) })
	}
	if len(metadata) > 0 {
		err = act(Setup, "set_metadata", map[string]any{"metadata": metadata})
	}
	return n, err
}

// OnlyAssigning waits until no other case assigns hypervisors to the run's project, and keeps them from it until
// the case is over.
func (w *World) OnlyAssigning() {
	if w.assigns {
		return
	}
	w.assigns = true
	w.env.assigning.Lock()
	w.cleanUpLast("turn to assign hypervisors", "", "", func(context.Context) error {
		w.env.assigning.Unlock()
		return nil
	})
}

// ForceDown has the compute service of a host count as down until the case is over: @disruptive.
func (w *World) ForceDown(host string) error {
	services, err := w.computeServices()
	if err != nil {
		return err
	}
	id := services[host]
	set := func(role Role, down bool) error {
		x, err := w.Do(role, Request{Actor: "admin", Method: http.MethodPut, Path: "/os-services/" + id, At: servicesAt, Body: map[string]any{"forced_down": down}})
		if err == nil && x.Status != http.StatusOK {
			err = fmt.Errorf("PUT /os-services/%s answers %s", id, x.summary())
		}
		return err
	}
	w.CleanUp("compute service", id, host, func(context.Context) error { return set(Cleanup, false) })
	return set(Setup, true)
}

// HostNames are the names of all compute hosts that are up, sorted.
func (w *World) HostNames() (out []string) {
	for _, p := range w.env.Target.Places {
		out = append(out, p.Host)
	}
	slices.Sort(out)
	return out
}
