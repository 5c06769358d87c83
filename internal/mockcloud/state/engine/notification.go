package engine

import (
	"encoding/json"
	"fmt"
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
	// Payload is the payload as JSON; if Make is set, Made calls it to make the payload.
	Payload json.RawMessage `json:",omitempty"`
	Make    func() any      `json:"-"`
}

// Made is the message with its payload.
func (n *Notification) Made() *Notification {
	if n.Make == nil {
		return n
	}
	made := *n
	payload, err := json.Marshal(n.Make())
	if err != nil {
		panic(fmt.Sprintf("the payload of %s: %v", n.Type, err)) // a struct that no JSON can say: a bug
	}
	made.Payload, made.Make = payload, nil
	return &made
}

// The feed keeps the newest messages, in blocks.
const (
	feedBlock  = 64
	feedBlocks = 64
)

// feed is all notifications that are kept, oldest first: those in blocks, of which the last has n.
type feed struct {
	blocks []*block
	n      int
}

// block is an array of messages. New ones are added in place, behind the length that older copies of the feed have.
type block [feedBlock]*Notification

// notificationTable has the methods of a table. Messages are only ever added.
type notificationTable struct{}

// Notifications are the newest messages since the start or the last reset: some 4,000 at most.
var Notifications notificationTable

// Insert adds a message.
func (notificationTable) Insert(x *Txn, n *Notification) {
	x.writable("notifications")
	f := &x.feed
	if len(f.blocks) == 0 || f.n == feedBlock {
		f.blocks = append(slices.Clip(f.blocks[max(0, len(f.blocks)-feedBlocks+1):]), &block{})
		f.n = 0
	}
	f.blocks[len(f.blocks)-1][f.n] = n
	f.n++
}

// part gives the feed its own copy of the last block, before it differs from the feed that it was copied from.
func (f *feed) part() {
	if len(f.blocks) == 0 {
		return
	}
	end, own := len(f.blocks)-1, &block{}
	copy(own[:], f.blocks[end][:f.n])
	f.blocks = append(slices.Clip(f.blocks[:end]), own)
}

// All goes through all messages, oldest first.
func (notificationTable) All(x *Txn) iter.Seq[*Notification] {
	return func(yield func(*Notification) bool) {
		f := x.feed
		for i, b := range f.blocks {
			n := feedBlock
			if i == len(f.blocks)-1 {
				n = f.n
			}
			for _, each := range b[:n] {
				if !yield(each) {
					return
				}
			}
		}
	}
}
