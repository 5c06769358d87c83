package audit

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/world"
)

const (
	pinField  = "pinned_availability_zone"
	zoneField = "OS-EXT-AZ:availability_zone"
)

// The microversions from which an unshelve names a zone, and a host.
var (
	namesZone = openapi.MustVersion("2.77")
	namesHost = openapi.MustVersion("2.91")
)

// destination is what an unshelve asks for: a zone, or none any more (null), and a host.
type destination struct {
	zoneGiven bool
	zone      any
	host      string
}

// destinationOf reads a request to unshelve as its microversion does: before a microversion names a zone or a host, it says nothing.
func destinationOf(sent []byte, at openapi.Version) destination {
	var asked struct {
		Unshelve map[string]any `json:"unshelve"`
	}
	if at.Less(namesZone) || json.Unmarshal(sent, &asked) != nil {
		return destination{}
	}
	d := destination{}
	d.zone, d.zoneGiven = asked.Unshelve["availability_zone"]
	if !at.Less(namesHost) {
		d.host, _ = asked.Unshelve["host"].(string)
	}
	return d
}

// pinAfter is what a server is pinned to once it has come up: the zone that was asked for, nothing after null, and without a zone what
// it was pinned to before (docs/contract/20-unshelve-host.md §2), whoever asks and whatever the server boots from.
func (d destination) pinAfter(before any) any {
	if d.zoneGiven {
		return d.zone
	}
	return before
}

// placedAsAsked checks where a server is after an accepted action that went well, and what it is pinned to: after an unshelve what the two
// tables of the specification say, and after a shelve what it was pinned to. Where nobody shows the pin, only host and zone are checked.
func placedAsAsked(w *world.World, x *world.Exchange, server *world.Noun, name string, action *world.Exchange, now map[string]any) error {
	before, kept := server.Facts["before"].(*world.Exchange)
	message, _ := action.Get("/instanceAction/message")
	if name == "rebuild" || !kept || message != nil || now == nil || w.HadTrial() || w.Case().Variant == sinceOne ||
		server.Facts["moved"] != nil || server.Facts["without end"] != nil || !slices.Contains(resting, fmt.Sprint(now["status"])) {
		return nil
	}
	var asked destination
	if name == "unshelve" {
		asked = destinationOf(x.Sent(), x.Version)
	}
	was, known := before.Get("/server/" + pinField)
	pin, shown := now[pinField]
	if want := asked.pinAfter(was); known && shown && pin != want {
		return world.Differ("what the server is pinned to after "+name, want, pin)
	}
	if name != "unshelve" || now["status"] != "ACTIVE" {
		return nil
	}
	if host, seen := now[hostField]; seen && asked.host != "" && host != asked.host {
		return world.Differ("the host of the server, which was asked for", asked.host, host)
	}
	return inItsZone(w, asked.pinAfter(was), known || asked.zoneGiven, now)
}

// inItsZone checks that a server which has come up is in the zone that it is pinned to, if an aggregate makes that zone: others keep
// a server from no host (UTH-73, UTH-75).
func inItsZone(w *world.World, pin any, known bool, now map[string]any) error {
	zone, named := pin.(string)
	if !known || !named || zone == "" || now[zoneField] == zone {
		return nil
	}
	if s, err := w.Env().Target.Actor("admin"); err != nil || s == nil {
		return nil //nolint:nilerr // nobody is there who sees aggregates
	}
	x, err := w.Do(world.Observe, world.Request{Actor: "admin", At: "2.1", Method: http.MethodGet, Path: "/os-aggregates"})
	if err != nil || x.Status != http.StatusOK {
		return err
	}
	var all struct {
		Aggregates []struct{ Metadata map[string]string }
	}
	if json.Unmarshal(x.Body, &all) != nil {
		return nil
	}
	for _, a := range all.Aggregates {
		if a.Metadata["availability_zone"] == zone {
			return world.Differ("the zone of the server, which it is pinned to", zone, now[zoneField])
		}
	}
	return nil
}
