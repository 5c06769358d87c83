package control_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/control"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

func TestStateShowsTheCloud(t *testing.T) {
	c, env := newControl(t)
	pin, name := "az1", "data"
	x := env.Store.Write()
	project := state.Projects.FirstByKey(x, "name", "demo").ID
	state.Servers.Insert(x, &state.Server{
		ID: "s1", Serial: 2, Name: "one", ProjectID: project, VMState: state.VMActive,
		Host: "host1", Zone: "az1", PinnedZone: &pin, Locked: true, LockedBy: "owner",
	})
	state.Servers.Insert(x, &state.Server{
		ID: "s0", Serial: 3, Name: "two", ProjectID: project, VMState: state.VMBuilding,
		TaskState: state.TaskSpawning,
	})
	state.Servers.Insert(x, &state.Server{ID: "s9", Serial: 1, Name: "gone", ProjectID: project, VMState: state.VMDeleted})
	state.Volumes.Insert(x, &state.Volume{
		ID: "v1", Serial: 1, Name: &name, ProjectID: project, Status: state.VolumeInUse,
		Size: 2, Content: "marker",
	})
	state.VolumeAttachments.Insert(x,
		&state.VolumeAttachment{ID: "a1", VolumeID: "v1", ServerID: "s1", Status: state.AttachAttached, Mountpoint: "/dev/sdb"})
	state.Stacks.Insert(x, &state.Stack{ID: "k1", Name: "stack", ProjectID: project, Action: "CREATE", Status: "COMPLETE", Locked: "all"})
	x.Commit()
	status, body := ask(t, c, "GET", "/state", "")
	require.Equal(t, 200, status)
	cloud := body["cloud"].(map[string]any)
	zones := cloud["zones"].([]any)
	require.Len(t, zones, 3)
	assert.Equal(t, "az1", zones[0].(map[string]any)["name"])
	assert.Equal(t, map[string]any{
		"name": "host1", "up": true, "servers": 1.0, "vcpus": 1000.0, "vcpus_used": 0.0,
		"ram": 983040.0, "ram_used": 0.0,
	}, zones[0].(map[string]any)["hosts"].([]any)[0])
	assert.Equal(t, map[string]any{
		"servers": 2.0, "volumes": 1.0, "stacks": 1.0, "networks": 2.0, "ports": 2.0, "images": 4.0, "users": 10.0, "quotas": 0.0,
	}, cloud["counts"])
	listed := func(kind string) any {
		status, page := ask(t, c, "GET", "/state/"+kind, "")
		require.Equal(t, 200, status)
		assert.Equal(t, body["mark"], page["mark"])
		return page["records"]
	}
	assert.Equal(t, []any{
		map[string]any{
			"id": "s1", "name": "one", "project": "demo", "status": "ACTIVE", "vm_state": "active", "host": "host1",
			"zone": "az1", "pinned": "az1", "locked": true, "locked_by": "owner",
		},
		map[string]any{"id": "s0", "name": "two", "project": "demo", "status": "BUILD", "vm_state": "building", "task": "spawning"},
	}, listed("servers"))
	assert.Equal(t, []any{map[string]any{
		"id": "v1", "name": "data", "project": "demo", "status": "in-use", "size": 2.0, "content": "marker",
		"attached": []any{map[string]any{"server": "s1", "name": "one", "status": "attached", "device": "/dev/sdb"}},
	}}, listed("volumes"))
	assert.Equal(t, []any{map[string]any{
		"id": "k1", "name": "stack", "project": "demo", "status": "CREATE_COMPLETE",
		"locked": "all", "resources": 0.0,
	}}, listed("stacks"))
	assert.Equal(t, "shipped", body["profile"])
}

func TestStateIsAskedForOnceWhileNothingChanges(t *testing.T) {
	c, env := newControl(t)
	look := func(tag string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", control.Prefix+"/state", nil)
		r.Header.Set("If-None-Match", tag)
		c.Handler().ServeHTTP(w, r)
		return w
	}
	tag := look("").Header().Get("ETag")
	require.NotEmpty(t, tag)
	assert.Equal(t, 304, look(tag).Code)
	for name, change := range map[string]func(){
		"a record":     func() { rename(env, "x") },
		"the clock":    func() { c.Advance(1) },
		"a fault rule": func() { _, _ = c.Faults().Add(faults.Rule{Status: 500}) },
		"a setting":    func() { c.Choose(c.Settings()) },
		"a snapshot":   func() { c.Snapshot() },
		"a reset":      c.Reset,
	} {
		change()
		w := look(tag)
		assert.Equal(t, 200, w.Code, name)
		tag = w.Header().Get("ETag")
	}
}

func TestBrowsersGetThePageOthersTheIndex(t *testing.T) {
	c, _ := newControl(t)
	for accept, want := range map[string]string{
		"": "application/json", "*/*": "application/json", "application/json": "application/json",
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": "text/html; charset=utf-8",
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", control.Prefix+"/", nil)
		r.Header.Set("Accept", accept)
		c.Handler().ServeHTTP(w, r)
		assert.Equal(t, want, w.Header().Get("Content-Type"), accept)
		assert.Equal(t, "Accept", w.Header().Get("Vary"))
		if strings.HasPrefix(want, "text/html") {
			assert.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'")
		}
	}
	w := httptest.NewRecorder()
	c.Handler().ServeHTTP(w, httptest.NewRequest("GET", control.Prefix+"/assets/nope.js", nil))
	assert.Equal(t, 404, w.Code)
}

func TestAnExchangeIsShownWithoutSecrets(t *testing.T) {
	c, env := newControl(t)
	toy := &pipeline.Service{Name: "toy", Prefix: "/toy", Discovery: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return &pipeline.Response{
			Status: 200, Raw: []byte(`{"adminPass": "x\"y", "name": "password", "private_key": "cut o`),
			ContentType: "application/json",
		}, nil
	}, Render: func(_ *pipeline.Exchange, f *pipeline.Fault) (string, []byte) { return "text/plain", []byte(f.Message) }}
	h, err := pipeline.NewHandler(env, toy)
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodGet, "/toy/things", nil)
	r.Header.Set("X-Auth-Token", "a-token")
	r.Header.Set("Authorization", "Bearer another")
	h.ServeHTTP(httptest.NewRecorder(), r)
	status, body := ask(t, c, "GET", "/journal/1", "")
	require.Equal(t, 200, status)
	e := body["exchange"].(map[string]any)
	assert.Equal(t, `{"adminPass": "[redacted]", "name": "password", "private_key": "[redacted]"`, e["response_body"])
	assert.Equal(t, map[string]any{"X-Auth-Token": []any{"[redacted sha256:1f6076e3]"}, "Authorization": []any{"[redacted]"}},
		e["request_header"])
	status, body = ask(t, c, "GET", "/journal/2", "")
	assert.Equal(t, 404, status)
	assert.Contains(t, body["error"], "no exchange 2")
	status, _ = ask(t, c, "GET", "/journal/x", "")
	assert.Equal(t, 400, status)
	c.Journal().Clear()
	status, _ = ask(t, c, "GET", "/journal/1", "")
	assert.Equal(t, 404, status)
}

func TestTheClockStandsStillWhenItIsTold(t *testing.T) {
	c, env := newControl(t)
	status, body := ask(t, c, "POST", "/clock/freeze", "")
	assert.Equal(t, 400, status)
	assert.Contains(t, body["error"], "stands still anyway")
	env.Clock = &machineclock.Clock{}
	status, body = ask(t, c, "POST", "/clock/freeze", "")
	assert.Equal(t, 200, status)
	assert.Equal(t, true, body["frozen"])
	_, again := ask(t, c, "GET", "/clock", "")
	assert.Equal(t, body["now"], again["now"])
	_, body = ask(t, c, "POST", "/clock/thaw", "")
	assert.Equal(t, false, body["frozen"])
}
