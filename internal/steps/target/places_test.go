package target

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlaces(t *testing.T) {
	p := Places{{Host: "h1", Zone: "b"}, {Host: "h2", Zone: "a"}, {Host: "h3", Zone: "a"}, {Host: "h0", Zone: "nova", Outside: true}}
	assert.Equal(t, []string{"a", "b", "nova"}, p.Zones(), "zones that aggregates make come first")
	assert.Equal(t, Places{p[1], p[2]}, p.In("a"))
	assert.Equal(t, Places{p[3]}, p.Outside())
	assert.Empty(t, Places(nil).Zones())
}

// A zone with one host can get a second one only from outside of it: a host of the default zone is in that zone already.
func TestAChoiceOfHosts(t *testing.T) {
	a, b, outside, other := Place{Host: "a", Zone: "az1"}, Place{Host: "b", Zone: "az1"}, Place{Host: "c", Zone: "nova", Outside: true},
		Place{Host: "d", Zone: "nova", Outside: true}
	for _, row := range []struct {
		what               string
		places             Places
		choice, disruptive bool
		twoZones           bool
	}{
		{"no hosts", nil, false, false, false},
		{"one host without a zone", Places{outside}, false, false, false},
		{"two hosts without a zone", Places{outside, other}, true, false, false},
		{"one host in a zone", Places{a}, false, false, false},
		{"two hosts in a zone", Places{a, b}, true, false, false},
		{"one host in a zone, one without", Places{a, outside}, true, true, false},
		{"two hosts in a zone, one without", Places{a, b, outside}, false, false, false},
		{"two zones with one host, one without", Places{a, {Host: "e", Zone: "az2"}, outside}, true, true, true},
	} {
		target := &Target{Places: row.places, Known: map[string]Capability{}}
		target.foundPlaces()
		found := target.Known[ChoiceOfHosts]
		assert.Equal(t, row.choice, found.Present, row.what)
		assert.Equal(t, row.disruptive, found.Disruptive, row.what)
		assert.Equal(t, row.twoZones, target.Known[AggregateZones].Present, row.what)
	}
}

// A host with servers may not change its zone: it cannot be a zone's second host.
func TestHostsWithServersKeepTheirZones(t *testing.T) {
	single, full := Place{Host: "a", Zone: "az1"}, Place{Host: "c", Zone: "nova", Outside: true, Servers: 2}
	free := Place{Host: "d", Zone: "nova", Outside: true}
	for _, row := range []struct {
		what            string
		places          Places
		choice, movable bool
		first           string
	}{
		{"the only other host has servers", Places{single, full}, false, false, "c"},
		{"one of the others is free, and comes first", Places{single, full, free}, true, true, "d"},
		{
			"each zone has a second host",
			Places{single, {Host: "b", Zone: "az1"}, full, {Host: "e", Zone: "nova", Outside: true, Servers: 1}},
			true, false, "c",
		},
	} {
		target := &Target{Places: row.places, Known: map[string]Capability{}}
		target.foundPlaces()
		assert.Equal(t, row.choice, target.Known[ChoiceOfHosts].Present, row.what)
		assert.Equal(t, row.movable, target.Known[MovableHost].Present, row.what)
		assert.True(t, target.Known[HostWithoutZone].Present, row.what)
		assert.Equal(t, row.first, target.Places.Outside()[0].Host, row.what)
	}
}
