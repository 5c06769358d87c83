package state

import "time"

// Notification is one message that a service sent.
type Notification struct {
	Serial    int64
	ID        string
	Time      time.Time
	Publisher string
	Type      string // instance.rebuild.start
	Priority  string
	Payload   map[string]any
}

// Notifications are all messages since the start or the last reset.
var Notifications = register(Table[Notification]{Name: "notifications", ID: func(n *Notification) string { return Serial(n.Serial) }})
