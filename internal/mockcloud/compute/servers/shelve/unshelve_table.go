package shelve

import "plumbline/internal/mockcloud/pipeline"

// ZoneAsked is the zone of a request, as the decision table distinguishes it.
type ZoneAsked string

// The values of ZoneAsked.
const (
	ZoneAbsent ZoneAsked = "absent"
	ZoneNull   ZoneAsked = "null"
	ZoneNamed  ZoneAsked = "named"
)

// HostAsked is the host of a request, as the decision table distinguishes it: by its position inside or outside of the requested
// zone, or else of the zone that the server is pinned to.
type HostAsked string

// The values of HostAsked.
const (
	HostAbsent  HostAsked = "absent"
	HostInside  HostAsked = "in the zone"
	HostOutside HostAsked = "outside the zone"
	// HostFree is a host in a request without a zone on a server without a pin.
	HostFree HostAsked = "anywhere"
)

// Destination is the place where the server ends up.
type Destination string

// The values of Destination.
const (
	Anywhere  Destination = "anywhere"
	InItsZone Destination = "in the zone it is pinned to"
	InZone    Destination = "in the zone asked for"
	OnHost    Destination = "on the host asked for"
	StaysAway Destination = "nowhere"
)

// PinAfter is what the server is pinned to once the request is accepted.
type PinAfter string

// The values of PinAfter.
const (
	PinNone  PinAfter = "none"
	PinKept  PinAfter = "kept"
	PinAsked PinAfter = "the zone asked for"
)

// UnshelveRow is one row of the decision table: an offloaded server, a request to unshelve it, and the outcome.
type UnshelveRow struct {
	// ID is the row's requirement, with a letter if a requirement has several rows.
	ID string
	// ToHost tells that the row applies from the microversion that reads a host (2.91); the others apply before it.
	ToHost bool
	// Pinned tells whether the server is pinned to a zone, since its boot or by an earlier request.
	Pinned bool
	Zone   ZoneAsked
	Host   HostAsked

	// Status is 202, or the status of the refusal, which changes nothing.
	Status      int
	Destination Destination
	Pin         PinAfter
}

// UnshelveRows is the decision table of unshelve, in the order of the specification's two tables. It has each possible combination
// once.
func UnshelveRows() []UnshelveRow {
	const current, toHost, free, pinned = false, true, false, true
	return []UnshelveRow{
		{"UTH-30", current, free, ZoneAbsent, HostAbsent, 202, Anywhere, PinNone},
		{"UTH-31", current, free, ZoneNamed, HostAbsent, 202, InZone, PinAsked},
		{"UTH-32", current, pinned, ZoneAbsent, HostAbsent, 202, InItsZone, PinKept},
		{"UTH-33", current, pinned, ZoneNamed, HostAbsent, 202, InZone, PinAsked},

		{"UTH-40a", toHost, free, ZoneAbsent, HostAbsent, 202, Anywhere, PinNone},
		{"UTH-40b", toHost, free, ZoneNull, HostAbsent, 202, Anywhere, PinNone},
		{"UTH-41a", toHost, free, ZoneAbsent, HostFree, 202, OnHost, PinNone},
		{"UTH-41b", toHost, free, ZoneNull, HostFree, 202, OnHost, PinNone},
		{"UTH-42", toHost, free, ZoneNamed, HostAbsent, 202, InZone, PinAsked},
		{"UTH-43a", toHost, free, ZoneNamed, HostInside, 202, OnHost, PinAsked},
		{"UTH-43b", toHost, free, ZoneNamed, HostOutside, 409, StaysAway, PinNone},
		{"UTH-44", toHost, pinned, ZoneAbsent, HostAbsent, 202, InItsZone, PinKept},
		{"UTH-45", toHost, pinned, ZoneNull, HostAbsent, 202, Anywhere, PinNone},
		{"UTH-46a", toHost, pinned, ZoneAbsent, HostInside, 202, OnHost, PinKept},
		{"UTH-46b", toHost, pinned, ZoneAbsent, HostOutside, 409, StaysAway, PinKept},
		{"UTH-47a", toHost, pinned, ZoneNull, HostInside, 202, OnHost, PinNone},
		{"UTH-47b", toHost, pinned, ZoneNull, HostOutside, 202, OnHost, PinNone},
		{"UTH-48", toHost, pinned, ZoneNamed, HostAbsent, 202, InZone, PinAsked},
		{"UTH-49a", toHost, pinned, ZoneNamed, HostInside, 202, OnHost, PinAsked},
		{"UTH-49b", toHost, pinned, ZoneNamed, HostOutside, 409, StaysAway, PinKept},
	}
}

var unshelveRows = UnshelveRows()

// decide finds the row for a server and a request.
func decide(toHost bool, pin *string, u Unshelve, zoneOfHost string) UnshelveRow {
	asked := UnshelveRow{ToHost: toHost, Pinned: pin != nil, Zone: ZoneAbsent, Host: HostAbsent}
	from := pin
	switch {
	case u.ZoneGiven && u.Zone == nil:
		asked.Zone = ZoneNull
	case u.ZoneGiven:
		asked.Zone, from = ZoneNamed, u.Zone
	}
	switch {
	case u.Host == "":
	case from == nil:
		asked.Host = HostFree
	case *from == zoneOfHost:
		asked.Host = HostInside
	default:
		asked.Host = HostOutside
	}
	for _, r := range unshelveRows {
		if r.ToHost == asked.ToHost && r.Pinned == asked.Pinned && r.Zone == asked.Zone && r.Host == asked.Host {
			return r
		}
	}
	return UnshelveRow{Status: 500, Destination: StaysAway, Pin: PinKept}
}

// decideMutated is decide with the table that the active mutant changed.
func decideMutated(x *pipeline.Exchange, pin *string, u Unshelve, zoneOfHost string) UnshelveRow {
	r := decide(!x.Version.Less(unshelveToHost), pin, u, zoneOfHost)
	return pipeline.Row(x.Env, r.ID, r)
}

// pinAfter is the server's pin after the row's outcome.
func (r UnshelveRow) pinAfter(before *string, u Unshelve) *string {
	switch r.Pin {
	case PinKept:
		return before
	case PinAsked:
		return u.Zone
	}
	return nil
}

// PlacementRequest is what the scheduler is asked for. Never tells that it is not asked.
type PlacementRequest struct {
	Zone  *string
	Host  string
	Never bool
}

// goal is what the scheduler is asked for in a row.
func (r UnshelveRow) goal(before *string, u Unshelve) PlacementRequest {
	switch r.Destination {
	case InItsZone:
		return PlacementRequest{Zone: before}
	case InZone:
		return PlacementRequest{Zone: u.Zone}
	case OnHost:
		return PlacementRequest{Host: u.Host}
	case StaysAway:
		return PlacementRequest{Never: true}
	}
	return PlacementRequest{}
}
