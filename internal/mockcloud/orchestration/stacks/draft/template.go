package draft

import (
	"net/url"
	"strings"

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
	if !hot.IsEmpty(d.Request.EnvironmentFiles.Or(nil)) {
		environment = nil // it is what the client has made of the files (heat/api/openstack/v1/stacks.py, environment)
	}
	if _, isText := environment.(string); environment != nil && !isText && !isObject(environment) {
		return faults.Uncallable()
	}
	var wrong *hot.Fault
	if d.Environment, wrong = hot.ReadEnvironment(environment); wrong != nil {
		return faults.OfTemplate(wrong)
	}
	if own, given := d.Environment["parameters"]; given && !isObject(own) {
		return faults.Unsafe(400, "AttributeError")
	}
	parameters := d.Request.Parameters.Or(nil)
	if f := checkParameters(parameters, d.Request.Parameters.Given()); f != nil {
		return f
	}
	d.Given = d.Environment.Merge(parameters)
	d.Files = body.As[hot.Files](d.Request.Files.Or(nil))
	return nil
}

// checkParameters refuses parameters with which Python cannot update a dictionary.
func checkParameters(v any, given bool) *pipeline.Fault {
	switch v := v.(type) {
	case map[string]any:
		return nil
	case string:
		if v == "" {
			return nil
		}
		return faults.Unsafe(400, "ValueError")
	case []any:
		if len(v) == 0 {
			return nil
		}
		switch v[0].(type) {
		case string, []any, map[string]any:
			return faults.Unsafe(400, "ValueError")
		}
	}
	if given {
		return faults.Uncallable()
	}
	return nil
}

// mergeFiles merges the environments that are files, one after the other. A PATCH may name files that the stack has.
func (d *Draft) mergeFiles(source hot.Source, had hot.Files) *pipeline.Fault {
	asked := d.Request.EnvironmentFiles.Or(nil)
	if hot.IsEmpty(asked) {
		return nil
	}
	names := body.As[[]any](asked)
	switch asked.(type) {
	case []any:
	case string, map[string]any:
		return faults.Unsafe(500, "KeyError")
	default:
		return faults.Uncallable()
	}
	files := hot.Merged(had, d.Files)
	merging := hot.Merging{Types: hot.ParameterTypes(source, d.Files)}
	for _, name := range names {
		switch name.(type) {
		case []any, map[string]any:
			return faults.Uncallable()
		}
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
	if !given && d.Request.TemplateURL.Given() {
		return refuseURL(d.Request.TemplateURL.Or(nil))
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

// refuseURL says why there is no template at a URL: the mock fetches none.
func refuseURL(v any) *pipeline.Fault {
	text, isText := v.(string)
	switch {
	case !isText && !hot.IsEmpty(v):
		return faults.Unsafe(400, "AttributeError")
	case !isText:
		return pipeline.BadRequest("Could not retrieve template: Invalid URL scheme b''")
	}
	if at, err := url.Parse(text); err != nil || at.Scheme != "http" && at.Scheme != "https" {
		scheme, _, found := strings.Cut(text, ":")
		if !found {
			scheme = ""
		}
		return pipeline.BadRequest("Could not retrieve template: Invalid URL scheme %s", strings.ToLower(scheme))
	}
	return pipeline.BadRequest("Could not retrieve template: Failed to retrieve template from %s", text)
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
