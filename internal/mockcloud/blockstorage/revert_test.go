package blockstorage_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

func TestAVolumeGoesBackToItsLatestSnapshot(t *testing.T) {
	c := newCloud(t)
	id := c.volume(object{"imageRef": imageA})
	revert := func(version, who string, args any) (int, string) { return c.actAt(version, who, id, "revert", args) }
	for _, args := range []any{nil, object{}, object{"snapshot_id": unknown}} {
		status, _ := revert("3.39", "member", args)
		assert.Equal(t, 404, status, "it begins at 3.40: %v", args)
	}
	for _, args := range []any{nil, "x", []any{}} {
		status, message := revert("3.40", "member", args)
		assert.Equal(t, 400, status)
		assert.Equal(t, "Missing required element 'revert' in request body.", message, "%v", args)
	}
	status, message := revert("3.40", "member", object{"snapshot_id": unknown})
	assert.Equal(t, 400, status)
	assert.Equal(t, "Volume "+id+" doesn't have any snapshots.", message)
	status, _ = c.actAt("3.40", "outsider", id, "revert", object{"snapshot_id": unknown})
	assert.Equal(t, 404, status)

	first, latest := c.snapshot(id), c.snapshot(id)
	for _, row := range []struct {
		args object
		text string
	}{
		{object{}, "None"},
		{object{"snapshot_id": nil}, "None"},
		{object{"snapshot_id": 5}, "5"},
		{object{"snapshot_id": first}, first},
	} {
		status, message := revert("3.40", "member", row.args)
		assert.Equal(t, 400, status)
		assert.Equal(t, "Specified snapshot "+row.text+" is None or not the latest one of volume "+id+".", message, "%v", row.args)
	}
	target := object{"snapshot_id": latest, "more": 1}
	refused := "to its latest snapshot " + latest + "."
	resetSnapshot := func(to string) {
		body := object{"os-reset_status": object{"status": to}}
		require.Equal(t, 202, c.do("admin", "", "POST", "/snapshots/"+latest+"/action", body).status)
	}
	resetSnapshot("error")
	status, message = revert("3.40", "member", target)
	assert.Equal(t, 409, status)
	assert.Equal(t, "Invalid snapshot: Can't revert volume "+id+" "+refused+" Snapshot's status must be 'available'.", message)
	require.Equal(t, 202, c.act("admin", id, "os-reset_status", object{"status": "error"}).status)
	status, message = revert("3.40", "member", target)
	assert.Equal(t, 409, status)
	assert.Equal(t, "Invalid volume: Can't revert volume "+id+" "+refused+" Volume's status must be 'available'.", message)
	resetSnapshot("available")
	require.Equal(t, 202, c.act("admin", id, "os-reset_status", object{"status": "available"}).status)

	before := c.record(id).Content
	require.Equal(t, 202, c.act("member", id, "os-reimage", object{"image_id": imageB}).status)
	require.NotEqual(t, before, c.record(id).Content)
	status, message = revert("3.40", "reader", target)
	require.Equal(t, 202, status, message)
	assert.Equal(t, before, c.record(id).Content)
	assert.Equal(t, "available", c.status(id))
	assert.Equal(t, "available", c.do("member", "", "GET", "/snapshots/"+latest, nil).text("snapshot", "status"))

	require.Equal(t, 202, c.act("member", id, "os-extend", object{"new_size": 2}).status)
	status, message = revert("3.71", "member", target)
	assert.Equal(t, 400, status)
	assert.Equal(t, "Can't revert volume "+id+" "+refused+" The volume size must be equal to the snapshot size.", message)
}

func TestSnapshotsOfOthersAreNotRevertedTo(t *testing.T) {
	c := newCloud(t)
	id := c.volume(nil)
	snapshot := c.snapshot(id)
	require.Equal(t, 202, c.accept("outsider", c.offer(id, object{"no_snapshots": true})).status)
	status, message := c.actAt("3.40", "outsider", id, "revert", object{"snapshot_id": snapshot})
	assert.Equal(t, 400, status)
	assert.Equal(t, "Volume "+id+" doesn't have any snapshots.", message)
	status, message = c.actAt("3.40", "admin", id, "revert", object{"snapshot_id": snapshot})
	assert.Equal(t, 202, status, message)
}

func TestAReversionTakesItsTime(t *testing.T) {
	for _, row := range []struct{ fault, end string }{{"", "available"}, {"volumes.reverted", "error"}} {
		c := newCloud(t, mockcloud.WithLifecycle(clock.After(time.Second)))
		id := c.volume(nil)
		c.clock.Advance(5 * time.Second)
		snapshot := c.snapshot(id)
		c.clock.Advance(5 * time.Second)
		if row.fault != "" {
			c.fail(row.fault, "")
		}
		statuses := func() []string {
			return []string{c.status(id), c.do("member", "", "GET", "/snapshots/"+snapshot, nil).text("snapshot", "status")}
		}
		status, message := c.actAt("3.40", "member", id, "revert", object{"snapshot_id": snapshot})
		require.Equal(t, 202, status, message)
		assert.Equal(t, []string{"reverting", "restoring"}, statuses())
		c.clock.Advance(5 * time.Second)
		assert.Equal(t, []string{row.end, "available"}, statuses())
	}
}
