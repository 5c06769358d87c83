package state

import "time"

// Event is work that was accepted and is to be done later. Events are records, so that work is
// scheduled, undone and restored together with what it belongs to.
type Event struct {
	Serial int64
	// Due is when the work is to be done; with Reads > 0 it is done once the resource has been read so often.
	Due   time.Time
	Reads int
	// Kind says what is to be done ("servers.rebuilt") and Resource to what.
	Kind, Resource string
	// Payload is what the work needs to know; nobody changes it.
	Payload any
	// RequestID, UserID, ProjectID: on whose behalf.
	RequestID, UserID, ProjectID string
}

// Events are all work that is to be done, found by when it is due and by resource.
var Events = register(Table[Event]{
	Name: "events",
	ID:   func(e *Event) string { return Serial(e.Serial) },
	Indexes: []Index[Event]{
		{Name: "due", Of: func(e *Event) []string {
			if e.Reads > 0 {
				return nil
			}
			return []string{Serial(e.Due.UnixNano())}
		}},
		{Name: "resource", Of: func(e *Event) []string { return []string{e.Resource} }},
		{Name: "reads", Of: func(e *Event) []string {
			if e.Reads > 0 {
				return []string{e.Resource}
			}
			return nil
		}},
	},
})
