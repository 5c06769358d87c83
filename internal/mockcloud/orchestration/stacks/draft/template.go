package draft

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/pipeline"
)

// mostTemplate is the largest size of a template (bytes).
const mostTemplate = 524288

// ReadTemplate reads template, environment, parameters and files, in the order in which Heat's API checks them.
func (d *Draft) ReadTemplate() *pipeline.Fault {
	if f := d.readSource(); f != nil {
		return f
	}
	environment := d.Request.Environment.Or(nil)
	if files := d.Request.EnvironmentFiles.Or(nil); files != nil && files != "" && len(body.As[[]any](files)) > 0 {
		environment = nil // it is what the client has made of the files (heat/api/openstack/v1/stacks.py, environment)
	}
	if _, isText := environment.(string); environment != nil && !isText && !isObject(environment) {
		return faults.Uncallable()
	}
	var wrong *hot.Fault
	if d.Environment, wrong = hot.ReadEnvironment(environment); wrong != nil {
		return faults.OfTemplate(wrong)
	}
	parameters := d.Request.Parameters.Or(nil)
	switch parameters.(type) {
	case map[string]any:
	case string:
		return faults.Unsafe(400, "ValueError")
	default:
		if d.Request.Parameters.Given() {
			return faults.Uncallable()
		}
	}
	d.Given = d.Environment.Merge(parameters)
	d.Files = d.Request.Files
	return nil
}

// mergeFiles merges the environments that are files, one after the other. A PATCH may name files that the stack has.
func (d *Draft) mergeFiles(source hot.Source, had hot.Files) *pipeline.Fault {
	names, isList := listed(d.Request.EnvironmentFiles.Or(nil))
	if !isList {
		return faults.Unsafe(500, "KeyError")
	}
	if len(names) == 0 {
		return nil
	}
	files := hot.Merged(had, d.Files)
	merging := hot.Merging{Types: hot.ParameterTypes(source, d.Files)}
	for _, name := range names {
		content, there := files[hot.Text(name)]
		if !there {
			return faults.Unsafe(500, "KeyError")
		}
		more, wrong := hot.ReadEnvironment(content)
		if wrong != nil {
			return faults.Unsafe(400, "ValueError")
		}
		if d.Environment, wrong = merging.Add(d.Environment.WithSection("parameters", d.Given), more, hot.Text(name)); wrong != nil {
			return faults.OfTemplate(wrong)
		}
		d.Given = d.Environment.Merge(nil)
	}
	return nil
}

// listed are the elements of a list, which nothing and an empty text are, too.
func listed(v any) (elements []any, ok bool) {
	if v == nil || v == "" {
		return nil, true
	}
	elements = body.As[[]any](v)
	return elements, elements != nil
}

// readSource decodes the template from whichever field of the body has it.
func (d *Draft) readSource() *pipeline.Fault {
	source, given := d.Request.Template.Or(nil), d.Request.Template.Given()
	if d.Request.Adopted.Given() {
		var f *pipeline.Fault
		if source, f = adoptedTemplate(d.Request.Adopted.Or(nil)); f != nil {
			return f
		}
		given = true
	}
	if url := d.Request.TemplateURL.Or(nil); !given && url != nil {
		return pipeline.BadRequest("Could not retrieve template: Failed to retrieve template from %s", hot.Text(url))
	}
	switch {
	case source == nil && d.Patch:
		return nil
	case source == nil:
		return pipeline.BadRequest("No template specified")
	}
	if _, isText := source.(string); !isText && !isObject(source) {
		return faults.Uncallable()
	}
	if size := len(pythonText(source)); size > mostTemplate {
		const why = "Request limit exceeded: Template size (%d bytes) exceeds maximum allowed size (%d bytes)."
		return faults.Of(400, "RequestLimitExceeded", why, size, mostTemplate)
	}
	decoded, wrong := hot.Decode(source)
	if wrong != nil {
		return faults.OfTemplate(wrong)
	}
	d.Source = decoded
	return nil
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// pythonText is the text of a template that Heat measures the length of.
func pythonText(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return hot.Repr(v)
}
