package orchestration

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/mockcloud/trial"
)

func oneTest(value string) object {
	return template(object{"v": object{"type": "OS::Heat::TestResource", "properties": object{"value": value}}})
}

// TestListsOfStacksAreFilteredAndSortedAsAskedFor: docs/contract/90-other-services.md §6.
func TestListsOfStacksAreFilteredAndSortedAsAskedFor(t *testing.T) {
	c := started(t)
	ids := map[string]string{}
	make1 := func(who, name string, more ...any) {
		body := object{"stack_name": name, "template": oneTest(name)}
		for i := 0; i+1 < len(more); i += 2 {
			body[more[i].(string)] = more[i+1]
		}
		project := trial.Demo
		if who == "outsider" {
			project = trial.Other
		}
		a := c.Do(who, "POST", "/orchestration/v1/"+project+"/stacks", body)
		require.Equal(t, 201, a.Status, a.Body)
		ids[name] = a.Text("stack", "id")
	}
	make1("member", "beta", "tags", "t1", "timeout_mins", 5)
	make1("member", "alpha", "disable_rollback", false)
	make1("member", "gamma", "tags", "data-processing-cluster")
	make1("outsider", "foreign")
	require.Equal(t, 200, c.Do("member", "POST", root+"/stacks/beta/"+ids["beta"]+"/actions", object{"suspend": nil}).Status)
	for query, want := range map[string]string{
		"": "alpha beta", "?show_hidden=true": "gamma alpha beta", "?limit=1&limit=": "alpha beta", "?limit=2&limit=1": "alpha",
		"?show_deleted=&show_nested=&show_hidden=&with_count=&limit=": "alpha beta", "?name=": "alpha beta", "?name=&name=alpha": "alpha",
		"?name=beta&stack_name=alpha": "alpha beta", "?name=BETA": "beta", "?status=SUSPEND_COMPLETE": "beta",
		"?status=COMPLETE&action=CREATE": "alpha", "?status=CREATE_COMPLETE&action=SUSPEND": "alpha beta", "?status=nothing": "",
		"?stack_status=complete": "", "?stack_status_reason=Stack+CREATE+completed+successfully": "alpha", "?timeout_mins=5": "beta",
		"?disable_rollback=1": "beta", "?disable_rollback=true": "alpha", "?stack_owner=member": "alpha beta", "?username=nobody": "",
		"?sort_keys=stack_name": "alpha beta", "?sort_keys=stack_name&sort_dir=desc": "beta alpha", "?sort_keys=name": "alpha beta",
		"?sort_keys=name&sort_dir=asc": "beta alpha", "?sort_keys=stack_status&sort_keys=stack_name": "alpha beta",
		"?marker=" + ids["alpha"]: "beta", "?marker=" + ids["gamma"]: "alpha beta", "?marker=nothing": "alpha beta",
		"?name=beta&marker=" + ids["alpha"]: "beta", "?tags=t1&tags=": "alpha beta", "?tags=none&tags=T1": "beta", "?owner_id=none&owner_id=": "",
	} {
		a := c.Do("member", "GET", root+"/stacks"+query, nil)
		require.Equal(t, 200, a.Status, "%s: %s", query, a.Body)
		assert.Equal(t, want, strings.Join(a.Names("stacks", "stack_name"), " "), query)
	}
	for query, want := range map[string]string{
		"?global_tenant=":     `Unrecognized value "" for "global_tenant", acceptable values are: true, false.`,
		"?with_count=1":       `Unrecognized value "1" for "with_count", acceptable values are: true, false.`,
		"?limit=01":           "Only integer is acceptable by 'limit'.",
		"?limit=+1":           "Only integer is acceptable by 'limit'.",
		"?limit=1&limit=-1":   "Value '-1' is invalid for 'limit' which only accepts non-negative integer.",
		"?show_nested=nought": `Unrecognized value "nought" for "show_nested", acceptable values are: true, false.`,
	} {
		a := c.Do("member", "GET", root+"/stacks"+query, nil)
		assert.Equal(t, 400, a.Status, query)
		assert.Equal(t, want, a.Text("error", "message"), query)
	}
	page := c.Do("member", "GET", root+"/stacks?marker=nothing&limit=1&name=alpha&name=a+b", nil)
	assert.Equal(t, "http://cloud.test"+root+"/stacks?limit=1&name=alpha&name=a+b&marker="+ids["alpha"], page.At("links", 0, "href"))

	all := c.Do("admin", "GET", root+"/stacks", nil)
	assert.Equal(t, []string{"foreign", "alpha", "beta"}, all.Names("stacks", "stack_name"), "an administrator sees all projects")
	assert.Equal(t, trial.Other, all.At("stacks", 0, "project"))
	assert.Equal(t, 302, c.Do("admin", "GET", root+"/stacks/"+ids["foreign"], nil).Status)
	assert.Equal(t, 404, c.Do("member", "GET", root+"/stacks/"+ids["foreign"], nil).Status)
	at := "/orchestration/v1/" + trial.Other + "/stacks/foreign/" + ids["foreign"]
	require.Equal(t, 200, c.Do("outsider", "POST", at+"/snapshots", object{"name": "s"}).Status)
	assert.Len(t, c.Do("outsider", "GET", at+"/snapshots", nil).At("snapshots"), 1)
	assert.Empty(t, c.Do("admin", "GET", at+"/snapshots", nil).At("snapshots"), "snapshots are their project's only")
}

func TestListsOfResourcesAndEventsAreFilteredAsAskedFor(t *testing.T) {
	c := started(t)
	at := root + "/stacks/s/" + create1(t, c, object{"stack_name": "s", "template": template(object{
		"n": object{"type": "OS::Heat::None"}, "v": object{"type": "OS::Heat::Value", "properties": object{"value": "x"}},
	})})
	for query, want := range map[string]string{
		"": "n v", "?type=Value": "v", "?type=value": "", "?type=": "n v", "?name=V": "v", "?status=CREATE_COMPLETE": "n v",
		"?status=UPDATE_COMPLETE": "", "?action=create": "n v", "?id=1": "", "?nested_depth=1&nested_depth=0": "n v",
	} {
		assert.Equal(t, want, strings.Join(c.Do("member", "GET", at+"/resources"+query, nil).Names("resources", "resource_name"), " "), query)
	}
	for _, query := range []string{"?type=a&type=b", "?nested_depth=", "?with_detail="} {
		assert.Equal(t, 400, c.Do("member", "GET", at+"/resources"+query, nil).Status, query)
	}
	names := func(query string) string {
		return strings.Join(c.Do("member", "GET", at+query, nil).Names("events", "resource_name"), " ")
	}
	newest := names("/events")
	assert.Equal(t, newest, names("/events?limit=&nested_depth=&sort_dir="))
	assert.Equal(t, newest, names("/events?sort_keys=resource_name"), "not a key by which events are sorted")
	oldest := strings.Fields(names("/events?sort_keys=event_time"))
	assert.Equal(t, "s", oldest[0])
	assert.Equal(t, "n n s s v v", names("/events?sort_keys=resource_type&sort_dir=asc"))
	assert.Equal(t, "v", names("/events?resource_type=OS::Heat::Value&resource_status=complete"))
	assert.Equal(t, "v v", names("/resources/v/events?resource_name=n"), "the path names the resource")
	marker := c.Do("member", "GET", at+"/events", nil).Text("events", 1, "id")
	assert.Equal(t, strings.Join(strings.Fields(newest)[2:], " "), names("/events?marker="+marker))
	assert.Equal(t, "v", names("/events?limit=1&resource_name=v&marker="+marker))
}

func TestAStackThatIsBeingDeletedHasNoResourcesInItsTemplate(t *testing.T) {
	c := started(t)
	at := root + "/stacks/s/" + create1(t, c, object{"stack_name": "s", "template": template(object{
		"a": object{"type": "OS::Heat::TestResource", "properties": object{"value": "x", "action_wait_secs": object{"delete": 60}}},
	}, "outputs", object{"o": object{"value": object{"get_attr": []any{"a", "output"}}}, "p": object{"value": "plain"}})})
	require.Equal(t, 204, c.Do("member", "DELETE", at, nil).Status)
	show := c.Do("member", "GET", at, nil)
	require.Equal(t, "DELETE_IN_PROGRESS", show.Text("stack", "stack_status"))
	assert.Equal(t, object{
		"output_key": "o", "description": "No description given", "output_value": nil,
		"output_error": `The specified reference "a" (in unknown) is incorrect.`,
	}, show.At("stack", "outputs", 0))
	assert.Equal(t, "plain", show.At("stack", "outputs", 1, "output_value"))
	assert.Equal(t, object{}, c.Do("member", "GET", at+"/template", nil).At("resources"))
}

func TestNothingIsLeftOfTheTemplateOfAStackWhoseCreationIsUndone(t *testing.T) {
	c := started(t)
	at := root + "/stacks/s/" + create1(t, c, object{"stack_name": "s", "disable_rollback": false, "template": template(object{
		"a": object{"type": "OS::Heat::TestResource", "properties": object{"fail": true}},
	}, "description", "d", "outputs", object{"o": object{"value": "x"}})})
	show := c.Do("member", "GET", at, nil)
	require.Equal(t, "ROLLBACK_COMPLETE", show.Text("stack", "stack_status"))
	assert.Empty(t, show.At("stack", "outputs"))
	assert.Equal(t, object{"heat_template_version": "2018-08-31"}, c.Do("member", "GET", at+"/template", nil).At())
}

func TestAPreviewOfAStackShowsMetadataAndOldNamesOfProperties(t *testing.T) {
	c := started(t)
	a := c.Do("member", "POST", root+"/stacks/preview", object{"stack_name": "s", "template": template(object{
		"v": object{
			"type": "OS::Cinder::Volume", "metadata": object{"of": object{"get_param": "OS::stack_name"}}, "properties": object{"size": 1},
		},
	})})
	require.Equal(t, 200, a.Status, a.Body)
	assert.Equal(t, object{"of": "s"}, a.At("stack", "resources", 0, "metadata"))
	assert.Contains(t, a.At("stack", "resources", 0, "properties"), "imageRef")
}

func TestAPreviewOfAnUpdateReplacesWhatFailed(t *testing.T) {
	c := started(t)
	failing := template(object{
		"a": object{"type": "OS::Heat::TestResource", "properties": object{"value": "x", "fail": true}},
		"b": object{"type": "OS::Heat::Value", "depends_on": "a", "properties": object{"value": "x"}},
	})
	at := root + "/stacks/s/" + create1(t, c, object{"stack_name": "s", "template": failing})
	assert.Equal(t, "CREATE_FAILED", c.Do("member", "GET", at, nil).Text("stack", "stack_status"))
	a := c.Do("member", "PATCH", at+"/preview", object{})
	require.Equal(t, 200, a.Status, a.Body)
	changes := func(which string) any { return a.At("resource_changes", which) }
	assert.Len(t, changes("replaced"), 1)
	assert.Equal(t, "a", a.At("resource_changes", "replaced", 0, "resource_name"))
	assert.Equal(t, "b", a.At("resource_changes", "unchanged", 0, "resource_name"))
	assert.Equal(t, object{"value": "x"}, a.At("resource_changes", "unchanged", 0, "attributes"))
}
