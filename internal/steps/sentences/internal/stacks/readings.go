package stacks

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// readings are the lists and views below a stack, by their words in sentences: the path, and the field of the answer.
var readings = map[string]string{
	"show": "", "resources": "/resources", "events": "/events", "outputs": "/outputs", "template": "/template", "export": "/export",
	"snapshots": "/snapshots", "environment": "/environment", "files": "/files", "resource": "/resources/r",
	"metadata": "/resources/r/metadata",
	"size":     "/outputs/size", "history": "/resources/r/events",
}

// readOnlyRequest is a request that changes nothing.
func readOnlyRequest(stack *world.Noun, what string) (world.Request, error) {
	path := path(stack)
	switch what {
	case "list":
		return heat("member", http.MethodGet, "/stacks", nil), nil
	case "preview":
		return heat("member", http.MethodPut, path+"/preview", object{"template": changedTemplate(stack.Facts["template"].(object))}), nil
	case "preview_patch":
		return heat("member", http.MethodPatch, path+"/preview", object{"template": changedTemplate(stack.Facts["template"].(object))}), nil
	case "snapshot":
		id, _ := stack.Facts["snapshot"].(string)
		return heat("member", http.MethodGet, path+"/snapshots/"+id, nil), nil
	}
	below, known := readings[what]
	if !known {
		return world.Request{}, fmt.Errorf("nothing of a stack is read as %q", what)
	}
	return heat("member", http.MethodGet, path+below, nil), nil
}

// byName are the readings that a client may ask for by the name of the stack alone.
var byName = []string{"show", "resources", "events", "template", "environment", "files"}

// ledFromName checks that who asks for a part of a stack by its name alone is led to that part of that stack
// (docs/contract/30-stack-lock.md §0).
func ledFromName(w *world.World, stack *world.Noun, below string) error {
	x, err := w.Observe(heat(w.Last().Asked.Actor, http.MethodGet, "/stacks/"+stack.RealName+below, nil), http.StatusFound)
	if err != nil {
		return err
	}
	to, err := url.Parse(x.Header.Get("Location"))
	if want := path(stack) + below; err != nil || !strings.HasSuffix(to.Path, want) {
		return world.Differ("where /stacks/NAME"+below+" leads to", "…"+want, x.Header.Get("Location"))
	}
	return nil
}

// tellsAll checks that an answer about the stack is complete.
func tellsAll(w *world.World, what string) error {
	stack, x := w.Noun("stack", ""), w.Last()
	template, _ := stack.Facts["template"].(object)
	resources, _ := template["resources"].(object)
	names := slices.Sorted(maps.Keys(resources))
	below, known := readings[what]
	if !known {
		below = "another" // the path is not below the stack
	}
	if err := wholeAnswer(w, stack, below, x); err != nil {
		return err
	}
	if slices.Contains(byName, what) {
		if err := ledFromName(w, stack, below); err != nil {
			return err
		}
	}
	at := func(pointer string) any { v, _ := x.Get(pointer); return v }
	switch what {
	case "list":
		return listedOnce(w, stack, x)
	case "resources":
		return agree([]expectation{{"the resources of the stack", names, namesAt(x, "/resources", "resource_name")}})
	case "events":
		seen := slices.Compact(slices.Sorted(slices.Values(namesAt(x, "/events", "resource_name"))))
		return agree([]expectation{{"what the events are of", slices.Sorted(slices.Values(append(names, stack.RealName))), seen}})
	case "history":
		return agree([]expectation{{"what the events are of", []string{"r"}, slices.Compact(namesAt(x, "/events", "resource_name"))}})
	case "outputs":
		outputs, _ := template["outputs"].(object)
		for _, o := range objectsAt(x, "/outputs") {
			if _, there := o["output_value"]; there {
				return world.Failf("the list of outputs has the value of %v", o["output_key"])
			}
			if wordedAsKnown(w) && o["description"] != "No description given" {
				return world.Differ("the description of an output without one", "No description given", o["description"])
			}
		}
		return agree([]expectation{{"the outputs of the stack", slices.Sorted(maps.Keys(outputs)), namesAt(x, "/outputs", "output_key")}})
	case "size":
		key, _ := x.Get("/output/output_key")
		value, _ := x.Get("/output/output_value")
		return agree([]expectation{{"the key of the output", "size", key}, {"the value of the output", "1", fmt.Sprint(value)}})
	case "metadata":
		return agree([]expectation{{"the metadata of the resource", object{"metadata": object{}}, x.JSON}})
	case "environment":
		return agree([]expectation{
			{"the parameters of the environment", object{}, at("/parameters")},
			{"what is encrypted", []any{}, at("/encrypted_param_names")},
			{"the defaults of parameters", object{}, at("/parameter_defaults")},
		})
	case "files":
		return agree([]expectation{{"the files", object{}, x.JSON}})
	case "template":
		return agree([]expectation{{"the template of the stack", template, x.JSON}})
	case "resource":
		r, _ := x.Get("/resource")
		o, _ := r.(object)
		value, _ := x.Get("/resource/attributes/value")
		random, _ := value.(string)
		if err := wholeResource(w, stack, o); err != nil {
			return err
		}
		return agree([]expectation{{"the name of the resource", "r", o["resource_name"]}, {"the length of the value", 32, len(random)}})
	case "export":
		return judgeExport(w, stack, x)
	case "preview", "preview_patch":
		return judgePreview(x, names)
	case "snapshots":
		before, _ := stack.Facts["before"].(*look)
		return agree([]expectation{{"the snapshots of the stack", before.snapshots, idsAt(x, "/snapshots")}})
	case "snapshot":
		return agree([]expectation{
			{"the snapshot", stack.Facts["snapshot"], at("/snapshot/id")},
			{"its state", "COMPLETE", at("/snapshot/status")},
		})
	}
	return nil
}

// namesAt are the values of a field of each member of a list, sorted.
func namesAt(x *world.Exchange, pointer, field string) []string {
	out := []string{}
	for _, o := range objectsAt(x, pointer) {
		name, _ := o[field].(string)
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// idsAt are the ids of a list, in its order.
func idsAt(x *world.Exchange, pointer string) (out []any) {
	for _, o := range objectsAt(x, pointer) {
		out = append(out, o["id"])
	}
	return out
}

// listedOnce checks that a list of stacks has the scenario's stack once, and no nested ones.
func listedOnce(w *world.World, stack *world.Noun, x *world.Exchange) error {
	if count, there := x.Get("/count"); there {
		return world.Failf("the list counts, unasked: %v", count)
	}
	found := 0
	for _, o := range objectsAt(x, "/stacks") {
		if o["parent"] != nil {
			return world.Failf("the list has a nested stack: %v", o["stack_name"])
		}
		if o["id"] != stack.ID {
			continue
		}
		found++
		if project, there := o["project"]; there {
			return world.Failf("the list has the stack's project, unasked: %v", project)
		}
		if err := wholeStack(w, stack, o, true); err != nil {
			return err
		}
		before, _ := stack.Facts["before"].(*look)
		if before != nil && !strings.HasSuffix(before.status, "_IN_PROGRESS") && o["stack_status"] != before.status {
			return world.Differ("the status in the list", before.status, o["stack_status"])
		}
	}
	if found != 1 {
		return world.Differ("how often the stack is in the list", 1, found)
	}
	return nil
}

// nests are the resource types that make a nested stack.
var nests = map[any]bool{"OS::Heat::ResourceGroup": true, "OS::Heat::AutoScalingGroup": true}

// judgeExport checks the export of the stack and of its resources.
func judgeExport(w *world.World, stack *world.Noun, x *world.Exchange) error {
	get := func(pointer string) any { v, _ := x.Get(pointer); return v }
	before, _ := stack.Facts["before"].(*look)
	if before == nil {
		return world.Failf("nobody looked at the stack before")
	}
	all := []expectation{
		{"the name in the export", stack.RealName, get("/name")},
		{"the id in the export", stack.ID, get("/id")},
		{"the template in the export", stack.Facts["template"], get("/template")},
		{"the project in the export", fixtures.ProjectID(w, stack.Owner), get("/project_id")},
		{"the files in the export", object{}, get("/files")},
		{"the tags in the export", []any{fixtures.StackTag}, get("/tags")},
		{"whether the export tells what is encrypted", nil, get("/environment/encrypted_param_names")},
	}
	if !strings.HasSuffix(before.status, "_IN_PROGRESS") {
		all = append(all, expectation{"the state in the export", before.status, fmt.Sprintf("%v_%v", get("/action"), get("/status"))})
	}
	resources, _ := get("/resources").(object)
	all = append(all, expectation{
		"the resources in the export", slices.Sorted(maps.Keys(before.resources)),
		slices.Sorted(maps.Keys(resources)),
	})
	definitions := stack.Facts["template"].(object)["resources"].(object)
	for name, known := range before.resources {
		r, _ := resources[name].(object)
		if nests[definitions[name].(object)["type"]] { // a nested stack has an export of its own inside
			all = append(all, expectation{"whether the stack in " + name + " is exported", true, r["template"] != nil && r["environment"] != nil})
			all = append(all, expectation{"the id of " + name + " in the export", known.physicalID, r["id"]})
			continue
		}
		if !strings.HasSuffix(known.status, "_IN_PROGRESS") && !strings.HasSuffix(before.status, "_IN_PROGRESS") {
			all = append(all, expectation{"the state of " + name + " in the export", known.status, fmt.Sprintf("%v_%v", r["action"], r["status"])})
		}
		all = append(all, []expectation{
			{"the name of " + name + " in the export", name, r["name"]},
			{"the id of " + name + " in the export", known.physicalID, r["resource_id"]},
			{"the type of " + name + " in the export", definitions[name].(object)["type"], r["type"]},
			{"the metadata of " + name + " in the export", object{}, r["metadata"]},
		}...)
	}
	random, _ := get("/resources/r/resource_data").(object)
	nothing, _ := get("/resources/a/resource_data").(object)
	all = append(all, expectation{"the data of r in the export", []string{"value"}, slices.Sorted(maps.Keys(random))},
		expectation{"the data of a in the export", object{"is_placeholder": "True"}, nothing})
	return agree(all)
}

// judgePreview checks a preview of the update to changedTemplate: another value, a larger group; nested stacks always count as updated. A
// preview knows of no resource what it refers to, so that a policy whose group cannot change counts as replaced
// (docs/contract/90-other-services.md §6).
func judgePreview(x *world.Exchange, names []string) error {
	kinds := map[string]string{"t": "updated", "g": "updated", "asg": "updated", "slow": "updated", "up": "replaced"}
	all := []expectation{}
	for _, kind := range []string{"added", "deleted", "replaced", "updated", "unchanged"} {
		want := []string{}
		for _, name := range names {
			if kind == kinds[name] || kind == "unchanged" && kinds[name] == "" {
				want = append(want, name)
			}
		}
		all = append(all, expectation{"what an update has " + kind, want, namesAt(x, "/resource_changes/"+kind, "resource_name")})
	}
	return agree(all)
}
