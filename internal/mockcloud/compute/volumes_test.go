package compute_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// tick is how long accepted work takes in tests that look at every state on the way.
const tick = time.Second

// slowly makes accepted work take a tick.
func slowly() mockcloud.Option { return mockcloud.WithLifecycle(clock.After(tick)) }

// storage makes a request to block storage at its newest microversion.
func (c *cloud) storage(who, method, path string, body any) answer {
	c.Helper()
	return c.ask("/volume/v3/"+demo+path, "volume 3.71", who, method, body)
}

// VolumeOf is a volume as its owner sees it.
func (c *cloud) volumeOf(id string) map[string]any {
	c.Helper()
	a := c.storage("member", "GET", "/volumes/"+id, nil)
	require.Equal(c, 200, a.status, a.text)
	return a.at("volume").(map[string]any)
}

// makeVolume makes a volume of 1 GiB and waits for it.
func (c *cloud) makeVolume(more string) string {
	c.Helper()
	v := map[string]any{"size": 1}
	if more != "" {
		require.NoError(c, json.Unmarshal([]byte(more), &v))
	}
	a := c.storage("member", "POST", "/volumes", map[string]any{"volume": v})
	require.Equal(c, 202, a.status, a.text)
	id := a.at("volume", "id").(string)
	c.wait(5)
	require.Equal(c, "available", c.volumeOf(id)["status"])
	return id
}

// wait lets the clock run for some ticks; work is done as it becomes due.
func (c *cloud) wait(ticks int) {
	c.Helper()
	for range ticks {
		c.clock.Advance(tick)
		require.Equal(c, 200, c.storage("member", "GET", "/types", nil).status)
	}
}

// rootOf is a disk of a new server that it boots from; keys are JSON.
func rootOf(source, id, more string) string {
	return `{"boot_index": 0, "destination_type": "volume", "source_type": "` + source + `", "uuid": "` + id + `"` + more + `}`
}

// createFrom asks for a server with disks.
func (c *cloud) createFrom(at string, body string) answer {
	c.Helper()
	merged := map[string]any{"name": "s", "flavorRef": "1", "networks": "none"}
	require.NoError(c, json.Unmarshal([]byte(body), &merged))
	return c.do("member", at, "POST", "/v2.1/servers", map[string]any{"server": merged})
}

// bootFrom makes a server with disks and waits until it is up.
func (c *cloud) bootFrom(disks string) string {
	c.Helper()
	a := c.createFrom(newest, `{"block_device_mapping_v2": [`+disks+`]}`)
	require.Equal(c, 202, a.status, a.text)
	id := a.at("server", "id").(string)
	c.rest(id)
	require.Equal(c, "ACTIVE", c.show(id)["status"], "%v", c.show(id)["fault"])
	return id
}

// bootVolume makes a server that boots from a new volume with image A.
func (c *cloud) bootVolume() (server, volume string) {
	c.Helper()
	server = c.bootFrom(rootOf("image", imageA, `, "volume_size": 1, "delete_on_termination": true`))
	return server, c.attachments(server)[0]["volumeId"].(string)
}

// rest lets the clock run until nothing is being done to a server.
func (c *cloud) rest(id string) {
	c.Helper()
	for range 60 {
		c.clock.Advance(tick)
		if s := c.show(id); s["OS-EXT-STS:task_state"] == nil && s["status"] != "BUILD" {
			return
		}
	}
	require.Fail(c, "it never ends", "%v", c.show(id))
}

// attachments are the volumes of a server.
func (c *cloud) attachments(server string) (out []map[string]any) {
	c.Helper()
	a := c.do("member", newest, "GET", "/v2.1/servers/"+server+"/os-volume_attachments", nil)
	require.Equal(c, 200, a.status, a.text)
	for _, v := range a.at("volumeAttachments").([]any) {
		out = append(out, v.(map[string]any))
	}
	return out
}

// imageOn is the image that is on a volume.
func (c *cloud) imageOn(volume string) any {
	m, _ := c.volumeOf(volume)["volume_image_metadata"].(map[string]any)
	return m["image_id"]
}

// events are the events of the last action of a server, the latest first, with their results.
func (c *cloud) events(server string) (message any, events []string) {
	c.Helper()
	list := c.do("admin", newest, "GET", "/v2.1/servers/"+server+"/os-instance-actions", nil)
	last := list.at("instanceActions").([]any)[0].(map[string]any)
	one := c.do("admin", newest, "GET", "/v2.1/servers/"+server+"/os-instance-actions/"+last["request_id"].(string), nil)
	for _, e := range one.at("instanceAction", "events").([]any) {
		event := e.(map[string]any)
		events = append(events, fmt.Sprint(event["event"], " ", event["result"]))
	}
	return one.at("instanceAction", "message"), events
}

// normal replaces what differs from run to run.
func normal(text string, names ...string) string {
	for i := 0; i+1 < len(names); i += 2 {
		text = strings.ReplaceAll(text, names[i], names[i+1])
	}
	if before, _, found := strings.Cut(text, " (Request-ID: "); found {
		return before
	}
	return text
}

// row is a request and what the real clouds answered to it.
type row struct {
	name, at, body string
	status         int
	message        string
}

func (c *cloud) refuses(rows []row, do func(row) answer, names ...string) {
	c.Helper()
	for _, r := range rows {
		a := do(r)
		assert.Equal(c, r.status, a.status, "%s: %s", r.name, a.text)
		assert.Equal(c, r.message, normal(a.message(), names...), r.name)
	}
}

// upload puts data into an image.
func (c *cloud) upload(image string) int {
	c.Helper()
	r := httptest.NewRequest("PUT", "http://cloud.test/image/v2/images/"+image+"/file", strings.NewReader(image))
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("X-Auth-Token", c.token("member"))
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w.Code
}
