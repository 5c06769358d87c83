package hypervisors

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// asking is the body of a request for servers.
type asking struct {
	Server struct {
		Name       string
		Count      int    `json:"min_count"`
		Hypervisor string `json:"hypervisor_uuid"`
		Host       string
		Node       string `json:"hypervisor_hostname"`
		Zone       string `json:"availability_zone"`
		Image      string `json:"imageRef"`
		Flavor     string `json:"flavorRef"`
	}
}

// server is a server as an administrator sees it.
type server struct {
	Name, Status string
	Project      string `json:"tenant_id"`
	User         string `json:"user_id"`
	Host         string `json:"OS-EXT-SRV-ATTR:host"`
	Node         string `json:"OS-EXT-SRV-ATTR:hypervisor_hostname"`
	Zone         string `json:"OS-EXT-AZ:availability_zone"`
	Flavor       struct{ ID string }
	// Image is an object with an id, or "" for a server on a volume.
	Image json.RawMessage
}

// serversFit checks that a refused request has made no server, and an accepted one as many as it asked for, of its caller's, each
// of them where the request said, once it is on a host (HYP-06, HYP-08, HYP-40, HYP-47).
func serversFit(w *world.World, x *world.Exchange) error {
	var asked asking
	if json.Unmarshal(x.Sent(), &asked) != nil || asked.Server.Name == "" {
		return nil
	}
	want := 0
	if x.Status == http.StatusAccepted {
		want = max(1, asked.Server.Count)
	}
	var made struct{ Servers []server }
	ok, err := read(w, "/servers/detail", "2.1", url.Values{"all_tenants": {"1"}, "name": {asked.Server.Name}}, &made)
	if err != nil || !ok {
		return err
	}
	made.Servers = keepNamed(made.Servers, asked.Server.Name)
	if len(made.Servers) != want {
		return world.Differ("how many servers there are after the answer "+strconv.Itoa(x.Status), want, len(made.Servers))
	}
	if want == 0 {
		return nil
	}
	place, err := placeOf(w, x, &asked)
	if err != nil {
		return err
	}
	for _, s := range made.Servers {
		if s.Project != fixtures.ProjectID(w, x.Asked.Actor) || s.User != fixtures.UserID(w, x.Asked.Actor) {
			return world.Differ("whose the new server is", "the "+x.Asked.Actor+"'s", s.User+" of "+s.Project)
		}
		if s.Flavor.ID != asked.Server.Flavor {
			return world.Differ("the flavor of the new server", asked.Server.Flavor, s.Flavor.ID)
		}
		var image struct{ ID string }
		if asked.Server.Image != "" && (json.Unmarshal(s.Image, &image) != nil || image.ID != asked.Server.Image) {
			return world.Differ("the image of the new server", asked.Server.Image, string(s.Image))
		}
		if s.Host == "" || w.HadTrial() { // a sentence that looked for the server's pin has moved it
			continue
		}
		for _, field := range []struct{ what, want, got string }{
			{"host", place.Host, s.Host}, {"hypervisor", place.Node, s.Node}, {"zone", place.Zone, s.Zone},
		} {
			if field.want != "" && field.want != field.got {
				return world.Differ("the "+field.what+" of the new server, which the request named", field.want, field.got)
			}
		}
	}
	return nil
}

// keepNamed keeps the servers of a request for that name: the list has all whose names contain it. Several servers of one request
// have its name, a hyphen and a number.
func keepNamed(all []server, name string) (out []server) {
	for _, s := range all {
		if (s.Name == name || strings.HasPrefix(s.Name, name+"-")) && s.Status != "DELETED" {
			out = append(out, s)
		}
	}
	return out
}

// placeOf is the host, the hypervisor and the zone that a request names; "" where it names none. What a zone with a host in it
// leads to, the rows themselves say (HYP-06, HYP-09).
func placeOf(w *world.World, x *world.Exchange, asked *asking) (*server, error) {
	named := asked.Server
	place := &server{Host: named.Host, Node: named.Node, Zone: named.Zone}
	if strings.Contains(named.Zone, ":") {
		place = &server{}
	}
	if named.Hypervisor == "" {
		return place, nil
	}
	var all struct{ Hypervisors []*hypervisor }
	if ok, err := read(w, listed+"/detail", uuidsAt, nil, &all); err != nil || !ok {
		return place, err
	}
	for _, h := range all.Hypervisors {
		if strings.EqualFold(h.id(), named.Hypervisor) {
			place.Host, place.Node = h.Service.Host, h.Node
		}
	}
	return place, nil
}

// serversShown checks that the scenario's servers are among those of a hypervisor, where an answer shows its servers, exactly if it is the
// one of their host, as an administrator sees it (HYP-01).
func serversShown(w *world.World, all []*hypervisor, shown []map[string]json.RawMessage) error {
	if !slices.ContainsFunc(shown, func(h map[string]json.RawMessage) bool { return h["servers"] != nil }) {
		return nil
	}
	for _, n := range w.Nouns("server") {
		var is struct{ Server server }
		ok, err := read(w, "/servers/"+n.ID, "2.1", nil, &is)
		if err != nil {
			return err
		}
		if !ok || is.Server.Host == "" {
			continue
		}
		for _, h := range shown {
			var servers []struct{ UUID string }
			at := slices.IndexFunc(all, func(o *hypervisor) bool { return o.id() == text(h["id"]) })
			if h["servers"] == nil || at < 0 || json.Unmarshal(h["servers"], &servers) != nil {
				continue
			}
			has := slices.ContainsFunc(servers, func(s struct{ UUID string }) bool { return s.UUID == n.ID })
			if here := all[at].Service.Host == is.Server.Host; has != here {
				return world.Differ("whether hypervisor "+all[at].id()+" has the server "+n.ID+", which is on "+is.Server.Host, here, has)
			}
		}
	}
	return nil
}
