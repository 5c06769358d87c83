package engine

import (
	"cmp"
	"iter"
	"slices"
	"time"
)

// Event is work that was accepted and is to be done later. Events are state, so that work is
// scheduled, undone and restored together with what it belongs to.
type Event struct {
	Serial int64
	// Due is when the work is to be done; with Reads > 0 it is done once the resource has been read so often.
	Due   time.Time
	Reads int
	// Kind says what is to be done ("servers.rebuilt") and Resource to what. With are other resources whose reads count as well: those in
	// which a client sees that the work is done.
	Kind, Resource string
	With           []string
	// Payload holds the parameters of the work; it must not be changed.
	Payload any
	// RequestID, UserID, ProjectID: on whose behalf.
	RequestID, UserID, ProjectID string
	// Roles are the user's roles, for requests of the work to other services.
	Roles []string
}

// eventTable has the methods of a table. There are few events at a time: they are one list, in the order
// in which they are due; those that wait for reads come last.
type eventTable struct{}

// Events are all work that is to be done.
var Events eventTable

func inOrder(a, b *Event) int {
	return cmp.Or(cmp.Compare(min(a.Reads, 1), min(b.Reads, 1)), a.Due.Compare(b.Due), cmp.Compare(a.Serial, b.Serial))
}

// Insert puts an event in, replacing the one with the same serial number.
func (t eventTable) Insert(x *Txn, e *Event) {
	x.writable("events")
	events := t.without(x, e.Serial)
	at, _ := slices.BinarySearchFunc(events, e, inOrder)
	x.events, x.scheduled = slices.Insert(events, at, e), true
}

// without answers a copy of all events but one, with room for one more.
func (t eventTable) without(x *Txn, serial int64) []*Event {
	all := x.events
	out := make([]*Event, 0, len(all)+1)
	for _, e := range all {
		if e.Serial != serial {
			out = append(out, e)
		}
	}
	return out
}

// Delete takes an event out and tells whether it was there.
func (t eventTable) Delete(x *Txn, serial int64) bool {
	rest := t.without(x, serial)
	if len(rest) == len(x.events) {
		return false
	}
	x.writable("events")
	x.events, x.scheduled = rest, true
	return true
}

// Next is the event that is due first, nil when none is due ever.
func (t eventTable) Next(x *Txn) *Event {
	if all := x.events; len(all) > 0 && all[0].Reads == 0 {
		return all[0]
	}
	return nil
}

// All goes through all events in the order in which they are due.
func (t eventTable) All(x *Txn) iter.Seq[*Event] { return slices.Values(x.events) }

// List answers the events of a resource: all of them ("resource"), or those that wait for reads of it ("reads").
func (t eventTable) List(x *Txn, which, resource string) []*Event {
	var out []*Event
	for _, e := range x.events {
		of := e.Resource == resource
		if which == "reads" {
			of = e.Reads > 0 && (of || slices.Contains(e.With, resource))
		}
		if of {
			out = append(out, e)
		}
	}
	return out
}

// Waiting counts the events that wait for reads.
func (t eventTable) Waiting(x *Txn) (n int) {
	for _, e := range x.events {
		if e.Reads > 0 {
			n++
		}
	}
	return n
}

// SavedPayload is a payload that was read back: JSON of what the work knows.
type SavedPayload []byte
