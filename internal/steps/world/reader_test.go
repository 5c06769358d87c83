package world

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Who looks at what a refused request is about is whom it belongs to, whatever else has an id that its own begins with.
func TestWhoLooksAtWhatARequestIsAbout(t *testing.T) {
	w := &World{nouns: map[string]*Noun{}}
	w.Remember(&Noun{Kind: "server", ID: "8218200-a", Owner: "member"})
	w.Remember(&Noun{Kind: "aggregate", ID: "8", Owner: "admin"})
	w.Remember(&Noun{Kind: "stack", ID: "17", Owner: "member2"})
	for range 20 { // nouns are in no order
		for path, want := range map[string]string{
			"/servers/8218200-a/action?x=8": "member", "/servers/8218200-a": "member", "/os-aggregates/8/action": "admin",
			"/servers/8218200-a/os-volume_attachments/8": "member", "/stacks/name/17/actions": "member2", "/servers": "reader",
			"/servers/8218200-b": "reader",
		} {
			assert.Equal(t, want, w.readerOf(Request{Actor: "reader", Path: path}), path)
		}
		assert.Empty(t, w.readerOf(Request{Actor: "nobody", Path: "/servers"}))
	}
}
