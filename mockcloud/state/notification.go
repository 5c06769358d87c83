package state

import (
	"iter"
	"slices"
	"time"
)

// Notification is one message that a service sent.
type Notification struct {
	Serial    int64
	ID        string
	Time      time.Time
	Publisher string
	Type      string // instance.rebuild.start
	Priority  string
	// Payload is what the message says; Make makes it when somebody looks, where that is set.
	Payload map[string]any
	Make    func() map[string]any
}

// Made is the message with its payload.
func (n *Notification) Made() *Notification {
	if n.Make == nil {
		return n
	}
	made := *n
	made.Payload, made.Make = n.Make(), nil
	return &made
}

// The feed keeps the newest messages, in blocks so that adding one copies little.
const (
	feedBlock  = 64
	feedBlocks = 64
)

// feed is all notifications that are kept, oldest first.
type feed struct {
	full [][]*Notification
	last []*Notification
}

// notificationTable has the methods of a table. Messages are only ever added.
type notificationTable struct{}

// Notifications are the newest messages since the start or the last reset: some 4,000 at most.
var Notifications notificationTable

// Insert adds a message.
func (notificationTable) Insert(x *Txn, n *Notification) {
	next := &x.aside().feed
	next.last = append(slices.Clip(next.last), n)
	if len(next.last) == feedBlock {
		next.full = append(slices.Clip(next.full[max(0, len(next.full)-feedBlocks+1):]), next.last)
		next.last = nil
	}
}

// All goes through all messages, oldest first.
func (notificationTable) All(x *Txn) iter.Seq[*Notification] {
	return func(yield func(*Notification) bool) {
		f := x.side.feed
		for _, block := range append(slices.Clip(f.full), f.last) {
			for _, n := range block {
				if !yield(n) {
					return
				}
			}
		}
	}
}
