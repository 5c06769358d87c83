package shelve

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The two tables of the specification, row by row: host1 is in AZ1, host2 in AZ2.
func TestUnshelveDecision(t *testing.T) {
	az1, az2, empty := "AZ1", "AZ2", ""
	zones := map[string]string{"": "", "host1": az1, "host2": az2}
	absent := Unshelve{}
	null := Unshelve{ZoneGiven: true}
	in := func(zone *string) Unshelve { return Unshelve{ZoneGiven: true, Zone: zone} }
	on := func(u Unshelve, host string) Unshelve { u.Host = host; return u }
	pin := func(zone string) *string { return &zone }
	for _, row := range []struct {
		id     string
		toHost bool
		boot   *string
		ask    Unshelve
		status int
		goal   PlacementRequest
		pin    *string
	}{
		{"UTH-30", false, nil, absent, 202, PlacementRequest{}, nil},
		{"UTH-31", false, nil, in(&az2), 202, PlacementRequest{Zone: &az2}, &az2},
		{"UTH-32", false, &az1, absent, 202, PlacementRequest{Zone: &az1}, &az1},
		{"UTH-33", false, &az1, in(&az2), 202, PlacementRequest{Zone: &az2}, &az2},

		{"UTH-40a", true, nil, absent, 202, PlacementRequest{}, nil},
		{"UTH-40b", true, nil, null, 202, PlacementRequest{}, nil},
		{"UTH-41a", true, nil, on(absent, "host1"), 202, PlacementRequest{Host: "host1"}, nil},
		{"UTH-41b", true, nil, on(null, "host1"), 202, PlacementRequest{Host: "host1"}, nil},
		{"UTH-42", true, nil, in(&az1), 202, PlacementRequest{Zone: &az1}, &az1},
		{"UTH-43a", true, nil, on(in(&az1), "host1"), 202, PlacementRequest{Host: "host1"}, &az1},
		{"UTH-43b", true, nil, on(in(&az1), "host2"), 409, PlacementRequest{Never: true}, nil},
		{"UTH-44", true, &az1, absent, 202, PlacementRequest{Zone: &az1}, &az1},
		{"UTH-45", true, &az1, null, 202, PlacementRequest{}, nil},
		{"UTH-46a", true, &az1, on(absent, "host1"), 202, PlacementRequest{Host: "host1"}, &az1},
		{"UTH-46b", true, &az1, on(absent, "host2"), 409, PlacementRequest{Never: true}, &az1},
		{"UTH-47a", true, &az1, on(null, "host1"), 202, PlacementRequest{Host: "host1"}, nil},
		{"UTH-47b", true, &az1, on(null, "host2"), 202, PlacementRequest{Host: "host2"}, nil},
		{"UTH-48", true, &az1, in(&az2), 202, PlacementRequest{Zone: &az2}, &az2},
		{"UTH-49a", true, &az1, on(in(&az2), "host2"), 202, PlacementRequest{Host: "host2"}, &az2},
		{"UTH-49b", true, &az1, on(in(&az2), "host1"), 409, PlacementRequest{Never: true}, &az1},

		// A zone may be asked for again, and its name may be empty: no host is in such a zone.
		{"UTH-48", true, &az1, in(&az1), 202, PlacementRequest{Zone: &az1}, &az1},
		{"UTH-49a", true, &az1, on(in(&az1), "host1"), 202, PlacementRequest{Host: "host1"}, &az1},
		{"UTH-49b", true, &az1, on(in(&az1), "host2"), 409, PlacementRequest{Never: true}, &az1},
		{"UTH-42", true, nil, in(&empty), 202, PlacementRequest{Zone: &empty}, &empty},
		{"UTH-43b", true, nil, on(in(&empty), "host1"), 409, PlacementRequest{Never: true}, nil},
		{"UTH-46b", true, pin(""), on(absent, "host1"), 409, PlacementRequest{Never: true}, &empty},
	} {
		got := decide(row.toHost, row.boot, row.ask, zones[row.ask.Host])
		assert.Equal(t, row.id, got.ID)
		assert.Equal(t, row.status, got.Status, row.id)
		assert.Equal(t, row.goal, got.goal(row.boot, row.ask), row.id)
		assert.Equal(t, row.pin, got.pinAfter(row.boot, row.ask), row.id)
	}
}

// Each row is of a combination of its own, and each combination that can come up has a row.
func TestUnshelveTableIsComplete(t *testing.T) {
	ids, asked := map[string]bool{}, map[UnshelveRow]bool{}
	for _, r := range UnshelveRows() {
		assert.False(t, ids[r.ID], r.ID)
		ids[r.ID] = true
		key := UnshelveRow{ToHost: r.ToHost, Pinned: r.Pinned, Zone: r.Zone, Host: r.Host}
		assert.False(t, asked[key], r.ID)
		asked[key] = true
		assert.Contains(t, []int{202, 409}, r.Status, r.ID)
		assert.Equal(t, r.Status == 409, r.Destination == StaysAway, "%s: who is refused stays, and nobody else", r.ID)
	}
	z := "z"
	for _, pin := range []*string{nil, &z} {
		for _, u := range []Unshelve{{}, {ZoneGiven: true}, {ZoneGiven: true, Zone: &z}} {
			for _, host := range []string{"", "in", "out"} {
				u.Host = host
				where := map[string]string{"in": z, "out": "elsewhere"}[host]
				assert.NotEmpty(t, decide(true, pin, u, where).ID, "%v %v %s", pin, u, host)
			}
		}
		assert.NotEmpty(t, decide(false, pin, Unshelve{}, "").ID)
		assert.NotEmpty(t, decide(false, pin, Unshelve{ZoneGiven: true, Zone: &z}, "").ID)
	}
}
