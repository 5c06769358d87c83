package orchestration

import (
	"strconv"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// draft is a stack that is being asked for, or what one is to become.
type draft struct {
	stack    state.Stack
	template *hot.Template
	values   hot.Values

	body        map[string]any
	source      map[string]any // the template as decoded; nil when a PATCH gives none
	environment hot.Settings
	given       map[string]any
	files       map[string]any
	minutes     *int
	tags        []string
	patch       bool
}

// reads are the operations whose body is a stack, and what they do without in it.
var reads = map[string]struct{ name, patch, update, plain bool }{
	"stacks.create": {name: true}, "stacks.preview": {name: true},
	"stacks.update": {update: true}, "stacks.patch": {update: true, patch: true},
	"stacks.preview-update": {update: true}, "stacks.preview-patch": {update: true, patch: true},
	"templates.validate": {plain: true},
}

// request reads a body key by key, in the order in which Heat's API looks at them. It comes before the stack is looked up.
func request() pipeline.Stage {
	return pipeline.Stage{Name: "request", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		how, ok := reads[x.Operation.ID]
		if !ok {
			return nil
		}
		if f := wellFlagged(x); f != nil {
			return f
		}
		d := pipeline.Work[draft](x)
		d.body, _ = x.Body.(map[string]any)
		d.patch = how.patch
		if !how.plain {
			if f := d.readArguments(how.update); f != nil {
				return f
			}
		}
		if how.name {
			if _, ok := d.body["stack_name"]; !ok {
				return pipeline.BadRequest("No stack name specified")
			}
		}
		if d.patch && how.update && d.source != nil {
			return nil // policy has had it read already
		}
		return d.readTemplate()
	}}
}

// wellFlagged looks at the query of the operations that show what is nested as well.
func wellFlagged(x *pipeline.Exchange) *pipeline.Fault {
	_, f := flagOf(x, "show_nested")
	return f
}

// readArguments reads what stands beside template and parameters.
func (d *draft) readArguments(update bool) *pipeline.Fault {
	var f *pipeline.Fault
	if d.minutes, f = integerOf("timeout_mins", d.body["timeout_mins"]); f != nil {
		return f
	}
	if d.tags, f = tagsOf(d.body["tags"]); f != nil {
		return f
	}
	if _, given := d.body["converge"]; given && !update {
		return pipeline.BadRequest("converge flag only supported in stack update (or update preview) request.")
	}
	return nil
}

// most are Heat's limits: bytes of a template, resources of a stack, characters of a tag.
const (
	mostTemplate  = 524288
	mostResources = 1000
	mostTag       = 80
)

func (d *draft) readTemplate() *pipeline.Fault {
	source, given := d.body["template"]
	if adopted, ok := d.body["adopt_stack_data"]; ok {
		var f *pipeline.Fault
		if source, f = adoptedTemplate(adopted); f != nil {
			return f
		}
		given = true
	}
	if !given && d.body["template_url"] != nil {
		return pipeline.BadRequest("Could not retrieve template: Failed to retrieve template from %s", hot.Text(d.body["template_url"]))
	}
	switch {
	case source == nil && d.patch:
	case source == nil:
		return pipeline.BadRequest("No template specified")
	default:
		if _, isText := source.(string); !isText && !isObject(source) {
			return uncallable()
		}
		if size := len(pythonText(source)); size > mostTemplate {
			return fault(400, "RequestLimitExceeded", "Request limit exceeded: Template size (%d bytes) exceeds maximum allowed size (%d bytes).", size, mostTemplate)
		}
		var wrong *hot.Fault
		if d.source, wrong = hot.Decode(source); wrong != nil {
			return ofTemplate(wrong)
		}
	}
	if e := d.body["environment"]; e != nil && !isObject(e) {
		if _, isText := e.(string); !isText {
			return uncallable()
		}
	}
	var wrong *hot.Fault
	if d.environment, wrong = hot.ReadEnvironment(d.body["environment"]); wrong != nil {
		return ofTemplate(wrong)
	}
	switch p, given := d.body["parameters"]; p.(type) {
	case map[string]any:
	case string:
		return unsafe(400, "ValueError")
	default:
		if given {
			return uncallable()
		}
	}
	d.given = d.environment.Merge(d.body["parameters"])
	d.files, _ = d.body["files"].(map[string]any)
	return nil
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// pythonText is a template's source as the text whose length counts.
func pythonText(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return hot.Repr(v)
}

func integerOf(key string, v any) (*int, *pipeline.Fault) {
	if v == nil {
		return nil, nil
	}
	n, err := strconv.Atoi(hot.Text(v))
	if err != nil {
		return nil, pipeline.BadRequest("Only integer is acceptable by '%s'.", key)
	}
	if n < 0 {
		return nil, pipeline.BadRequest("Value '%d' is invalid for '%s' which only accepts non-negative integer.", n, key)
	}
	return &n, nil
}

func tagsOf(v any) ([]string, *pipeline.Fault) {
	switch t := v.(type) {
	case nil:
		return nil, nil
	case string:
		out := strings.Split(t, ",")
		for _, tag := range out {
			if len(tag) > mostTag {
				return nil, pipeline.BadRequest(`Invalid tag, "%s" is longer than 80 characters`, tag)
			}
		}
		return out, nil
	}
	return nil, unsafe(400, "AttributeError")
}
