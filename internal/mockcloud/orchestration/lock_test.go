package orchestration

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/image"
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/mockcloud/trial"
	"plumbline/internal/openapi"
)

// specified is a cloud of the specified profile with compute and image.
func specified(t *testing.T, broken *pipeline.Mutant) *trial.Cloud {
	t.Helper()
	of := func(make func(*pipeline.Env) (*pipeline.Service, error)) func(*pipeline.Env) (*pipeline.Service, error) {
		return func(env *pipeline.Env) (*pipeline.Service, error) {
			env.Profile, env.Mutant = openapi.Specified, broken
			return make(env)
		}
	}
	c := trial.New(t, of(New), of(compute.New), of(image.New))
	fill(c)
	return c
}

func fill(c *trial.Cloud) {
	txn := c.Env.Store.Write()
	state.Hosts.Insert(txn, &state.Host{Name: "h1", Node: "h1", HypervisorID: "hv1", VCPUs: 8, RAM: 8192, Disk: 100})
	state.Flavors.Insert(txn, &state.Flavor{ID: "1", Name: "tiny", RAM: 64, VCPUs: 1, Disk: 1, Public: true, RXTXFactor: 1})
	name, raw, bare := "cirros", "raw", "bare"
	img := &state.Image{
		ID: "70a599e0-31e7-49b7-b260-868f441e862b", Name: &name, Visibility: "public", Owner: trial.Other,
		DiskFormat: &raw, ContainerFormat: &bare,
	}
	image.Fill(img, []byte("x"))
	state.Images.Insert(txn, img)
	txn.Commit()
}

// lockable has a server, an image, a group of servers and something without a lock, and takes its time to be locked.
func lockable(seconds int) object {
	return template(object{
		"server": ofServer(object{"image": "cirros", "flavor": "tiny", "networks": nic}),
		"image": object{
			"type":       "OS::Glance::WebImage",
			"properties": object{"disk_format": "raw", "container_format": "bare", "location": "http://a/b"},
		},
		"group": object{"type": "OS::Heat::ResourceGroup", "properties": object{"count": 1, "resource_def": ofServer(object{
			"image": "cirros", "flavor": "tiny", "networks": nic,
		})}},
		"slow": object{"type": "OS::Heat::TestResource", "properties": object{
			"wait_secs": seconds, "action_wait_secs": object{"create": 0, "update": 0, "delete": 0},
		}},
		"scaled": object{"type": "OS::Heat::AutoScalingGroup", "properties": object{
			"min_size": 1, "max_size": 3, "resource": object{"type": "OS::Heat::RandomString"},
		}},
		"policy": object{"type": "OS::Heat::ScalingPolicy", "properties": object{
			"auto_scaling_group_id": object{"get_resource": "scaled"}, "adjustment_type": "change_in_capacity", "scaling_adjustment": 1,
		}},
	})
}

// stacked is a stack in the hands of a test.
type stacked struct {
	*trial.Cloud
	t        *testing.T
	at, name string
}

func stack(t *testing.T, c *trial.Cloud, template object) *stacked {
	t.Helper()
	id := create1(t, c, object{"stack_name": "s", "template": template})
	s := &stacked{c, t, root + "/stacks/s/" + id, "s"}
	require.Equal(t, "CREATE_COMPLETE", s.status(), s.Do("member", "GET", s.at, nil).Body)
	return s
}

func (s *stacked) status() string {
	return s.Do("member", "GET", s.at, nil).Text("stack", "stack_status")
}

func (s *stacked) act(body any) int {
	return s.Do("member", "POST", s.at+"/actions", body).Status
}

func (s *stacked) resource(name string) string {
	return s.Do("member", "GET", s.at+"/resources/"+name, nil).Text("resource", "physical_resource_id")
}

// locked tells whether the stack's server and image, and the server inside, are locked.
func (s *stacked) locked() string {
	var out []string
	inner := s.Do("member", "GET", s.at+"/resources?nested_depth=1&type=OS::Nova::Server", nil).At("resources").([]any)
	for _, r := range inner {
		id := r.(object)["physical_resource_id"].(string)
		out = append(out, fmt.Sprint(
			s.Do("member", "GET", "/compute/v2.1/servers/"+id, nil, "OpenStack-API-Version", "compute 2.9").At("server", "locked")))
	}
	out = append(out, fmt.Sprint(s.Do("member", "GET", "/image/v2/images/"+s.resource("image"), nil).At("protected")))
	return strings.Join(out, " ")
}

func TestLocksReachWhatTheLevelSays(t *testing.T) {
	s := stack(t, specified(t, nil), lockable(0))
	for _, step := range []struct {
		body           any
		status, locked string
	}{
		{object{"lock": nil}, "LOCK_COMPLETE", "true true true"},
		{object{"lock": object{"level": "stacks"}}, "LOCK_COMPLETE", "false false false"},
		{object{"lock": object{"level": "all"}}, "LOCK_COMPLETE", "true true true"},
		{object{"unlock": nil}, "UNLOCK_COMPLETE", "false false false"},
		{object{"lock": object{"level": "stacks"}}, "LOCK_COMPLETE", "false false false"},
		{object{"unlock": object{}}, "UNLOCK_COMPLETE", "false false false"},
	} {
		require.Equal(t, 200, s.act(step.body), step.body)
		assert.Equal(t, step.status, s.status(), step.body)
		assert.Equal(t, step.locked, s.locked(), step.body)
		nested := s.Do("member", "GET", root+"/stacks?show_nested=true", nil).At("stacks").([]any)
		for _, n := range nested {
			assert.Equal(t, step.status, n.(object)["stack_status"], n)
		}
	}
}

func TestForeignLocksStay(t *testing.T) {
	s := stack(t, specified(t, nil), lockable(0))
	server := "/compute/v2.1/servers/" + s.resource("server")
	require.Equal(t, 202, s.Do("member", "POST", server+"/action", object{"lock": nil}).Status)
	require.Equal(t, 200, s.act(object{"lock": nil}))
	require.Equal(t, 200, s.act(object{"unlock": nil}))
	assert.Equal(t, "UNLOCK_COMPLETE", s.status())
	assert.Contains(t, s.locked(), "true", "the member's own lock is still there")
}

func TestBadLevelsAndLevelsOfActors(t *testing.T) {
	s := stack(t, specified(t, nil), lockable(0))
	for _, body := range []any{
		object{"lock": "all"},
		object{"lock": object{"level": "none"}},
		object{"lock": object{"level": 1}},
		object{"lock": object{"x": 1}},
		object{"unlock": 1},
	} {
		a := s.Do("member", "POST", s.at+"/actions", body)
		assert.Equal(t, 400, a.Status, a.Body)
	}
	assert.Equal(t, 403, s.Do("reader", "POST", s.at+"/actions", object{"lock": nil}).Status)
	assert.Equal(t, 404, s.Do("member", "POST", root+"/stacks/s/nope/actions", object{"lock": nil}).Status)
	assert.Equal(t, "CREATE_COMPLETE", s.status())
}

// brought takes a stack into a state of locking.
func brought(t *testing.T, s *stacked, to string) {
	t.Helper()
	fails := func(operation string) {
		s.Env.Faults.Add(faults.Rule{Operation: operation, Status: 500, Message: "struck"})
	}
	switch to {
	case "LOCK_IN_PROGRESS":
		require.Equal(t, 200, s.act(object{"lock": nil}))
	case "LOCK_FAILED":
		fails("servers.lock")
		require.Equal(t, 200, s.act(object{"lock": nil}))
	default:
		require.Equal(t, 200, s.act(object{"lock": nil}))
		s.Clock.Advance(40 * time.Minute)
	}
	switch to {
	case "UNLOCK_IN_PROGRESS":
		require.Equal(t, 200, s.act(object{"unlock": nil}))
	case "UNLOCK_COMPLETE":
		require.Equal(t, 200, s.act(object{"unlock": nil}))
		s.Clock.Advance(40 * time.Minute)
	case "UNLOCK_FAILED":
		fails("servers.unlock")
		require.Equal(t, 200, s.act(object{"unlock": nil}))
	}
	require.Equal(t, to, s.status())
	s.Env.Faults.Clear()
}

// answers are what a request that the table lets through is answered.
var answersOf = map[string]int{
	"delete": 204, "delete_snapshot": 204, "update": 202, "patch": 202, "restore": 202, "cancel_update": 400, "cancel_without_rollback": 400,
}

func (s *stacked) ask(action, snapshot string) int {
	do := func(method, path string, body any) int { return s.Do("member", method, s.at+path, body).Status }
	switch action {
	case "delete":
		return do("DELETE", "", nil)
	case "update":
		return do("PUT", "", object{"template": lockable(1800)})
	case "patch":
		return do("PATCH", "", object{})
	case "snapshot":
		return do("POST", "/snapshots", object{})
	case "restore":
		return do("POST", "/snapshots/"+snapshot+"/restore", nil)
	case "delete_snapshot":
		return do("DELETE", "/snapshots/"+snapshot, nil)
	case "abandon":
		return do("DELETE", "/abandon", nil)
	case "signal":
		return do("POST", "/resources/policy/signal", nil)
	case "mark_unhealthy":
		return do("PATCH", "/resources/slow", object{"mark_unhealthy": true})
	}
	return s.act(object{action: nil})
}

func (s *stacked) size() int {
	all := s.Do("member", "GET", s.at+"/resources?nested_depth=1&type=OS::Heat::RandomString", nil).At("resources").([]any)
	return len(all)
}

// TestTheTableOfAllowedActions asks each of the 96 cells, once as it is and once with the cell broken.
func TestTheTableOfAllowedActions(t *testing.T) {
	cells := locks.Cells()
	require.Len(t, cells, 96)
	for _, cell := range cells {
		for _, outcome := range cell.Outcomes {
			name := cell.State + " " + cell.Action + " " + outcome
			var broken *pipeline.Mutant
			if outcome != cell.Outcome {
				broken = &pipeline.Mutant{Rows: map[string]any{cell.ID: outcome}}
			}
			t.Run(name, func(t *testing.T) {
				s := stack(t, specified(t, broken), lockable(1800))
				snapshot := s.Do("member", "POST", s.at+"/snapshots", object{}).Text("id")
				brought(t, s, cell.State)
				events := len(s.Do("member", "GET", s.at+"/events", nil).At("events").([]any))
				want := 200
				switch {
				case outcome == locks.Refuses:
					want = 409
				case answersOf[cell.Action] != 0:
					want = answersOf[cell.Action]
				}
				assert.Equal(t, want, s.ask(cell.Action, snapshot))
				if outcome == locks.Refuses {
					assert.Equal(t, cell.State, s.status(), "nothing has changed")
					assert.Len(t, s.Do("member", "GET", s.at+"/events", nil).At("events"), events)
				}
				if cell.Action == "signal" {
					s.Clock.Advance(time.Minute)
					assert.Equal(t, map[string]int{locks.Proceeds: 2, locks.Drops: 1}[outcome], s.size())
					assert.Greater(t, len(s.Do("member", "GET", s.at+"/events", nil).At("events").([]any)), events)
				}
			})
		}
	}
}

func TestWhatFailedToBeLockedRecovers(t *testing.T) {
	for _, from := range []string{"LOCK_FAILED", "UNLOCK_FAILED"} {
		t.Run(from, func(t *testing.T) {
			s := stack(t, specified(t, nil), lockable(0))
			brought(t, s, from)
			require.Equal(t, 200, s.act(object{"unlock": nil}))
			assert.Equal(t, "UNLOCK_COMPLETE", s.status())
			assert.Equal(t, "false false false", s.locked())
		})
		t.Run(from+" deleted", func(t *testing.T) {
			s := stack(t, specified(t, nil), lockable(0))
			brought(t, s, from)
			require.Equal(t, 204, s.Do("member", "DELETE", s.at, nil).Status)
			assert.Equal(t, "DELETE_COMPLETE", s.status())
			assert.Empty(t, s.Do("member", "GET", "/compute/v2.1/servers", nil).At("servers"))
			assert.Len(t, s.Do("member", "GET", "/image/v2/images", nil).At("images"), 1)
		})
	}
}

func TestResumeWorksAfterTheLockOfASuspendedStack(t *testing.T) {
	s := stack(t, specified(t, nil), lockable(0))
	for _, body := range []any{object{"suspend": nil}, object{"lock": nil}, object{"unlock": nil}, object{"resume": nil}} {
		require.Equal(t, 200, s.act(body))
	}
	assert.Equal(t, "RESUME_COMPLETE", s.status())
	assert.Equal(t, "ACTIVE", s.Do("member", "GET", "/compute/v2.1/servers/"+s.resource("server"), nil).Text("server", "status"))
}

func TestStacksInsideALockedOneAreLeftAlone(t *testing.T) {
	for _, level := range []string{"all", "stacks"} {
		s := stack(t, specified(t, nil), lockable(0))
		inner := s.resource("group")
		require.Equal(t, 200, s.act(object{"lock": object{"level": level}}))
		location := s.Do("member", "GET", root+"/stacks/"+inner, nil).Header.Get("Location")
		at := strings.TrimPrefix(location, "http://cloud.test")
		require.NotEmpty(t, at)
		for _, body := range []any{object{"suspend": nil}, object{"unlock": nil}, object{"lock": nil}, object{"check": nil}} {
			assert.Equal(t, 409, s.Do("member", "POST", at+"/actions", body).Status, body)
		}
		assert.Equal(t, 409, s.Do("member", "DELETE", at, nil).Status)
		assert.Equal(t, "LOCK_COMPLETE", s.Do("member", "GET", at, nil).Text("stack", "stack_status"))
	}
}

func TestALockOfAStackInsideKeepsTheOneAroundFromChangingIt(t *testing.T) {
	s := stack(t, specified(t, nil), lockable(0))
	location := s.Do("member", "GET", root+"/stacks/"+s.resource("scaled"), nil).Header.Get("Location")
	at := strings.TrimPrefix(location, "http://cloud.test")
	require.Equal(t, 200, s.Do("member", "POST", at+"/actions", object{"lock": nil}).Status)
	assert.Equal(t, 409, s.Do("member", "PATCH", s.at, object{}).Status)
	assert.Equal(t, 200, s.Do("member", "POST", s.at+"/resources/policy/signal", nil).Status)
	assert.Equal(t, 1, s.size())
	assert.Equal(t, "CREATE_COMPLETE", s.status())
	require.Equal(t, 200, s.Do("member", "POST", at+"/actions", object{"unlock": nil}).Status)
	assert.Equal(t, 200, s.Do("member", "POST", s.at+"/resources/policy/signal", nil).Status)
	assert.Equal(t, 2, s.size())
}

func TestShippedKnowsNoLock(t *testing.T) {
	c := started(t)
	for _, action := range []string{"lock", "unlock"} {
		a := c.Do("member", "POST", root+"/stacks/nope/nope/actions", object{action: nil})
		assert.Equal(t, 400, a.Status)
		assert.Contains(t, a.Body, "Invalid action "+action+" specified")
	}
}

func TestANestedStackThatIsLockedMeanwhileIsNotDeleted(t *testing.T) {
	s := stack(t, specified(t, nil), template(object{
		"group": object{
			"type":       "OS::Heat::ResourceGroup",
			"properties": object{"count": 1, "resource_def": object{"type": "OS::Heat::RandomString"}},
		},
		"slow": object{"type": "OS::Heat::TestResource", "depends_on": "group", "properties": object{
			"action_wait_secs": object{"create": 0, "update": 0, "delete": 60},
		}},
	}))
	at := s.inside("group")
	require.Equal(t, 204, s.Do("member", "DELETE", s.at, nil).Status)
	require.Equal(t, "DELETE_IN_PROGRESS", s.status())
	require.Equal(t, 200, s.Do("member", "POST", at+"/actions", object{"lock": nil}).Status)
	s.Clock.Advance(2 * time.Minute)
	assert.Equal(t, "DELETE_FAILED", s.status())
	assert.Equal(t, "LOCK_COMPLETE", s.Do("member", "GET", at, nil).Text("stack", "stack_status"))
	require.Equal(t, 200, s.Do("member", "POST", at+"/actions", object{"unlock": nil}).Status)
	require.Equal(t, 204, s.Do("member", "DELETE", s.at, nil).Status)
	assert.Equal(t, "DELETE_COMPLETE", s.status())
}

func TestStacksAreListedByTagsThatTheyDoNotHave(t *testing.T) {
	c := specified(t, nil)
	create1(t, c, object{"stack_name": "s", "template": template(object{"r": object{"type": "OS::Heat::None"}}), "tags": "a,b"})
	for query, listed := range map[string]int{
		"not_tags=a": 0, "not_tags=a,b": 0, "not_tags=a,c": 1, "not_tags=c": 1, "not_tags_any=a,c": 0, "not_tags_any=c": 1,
		"stack_name=s": 1, "stack_name=t": 0, "stack_status=CREATE_COMPLETE": 1, "stack_action=LOCK": 0, "parent=x": 0,
	} {
		assert.Len(t, c.Do("member", "GET", root+"/stacks?"+query, nil).At("stacks"), listed, query)
	}
}
