package orchestration

import (
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
)

// typeOf is the resource type that the path names.
func (h *heat) typeOf(x *pipeline.Exchange) (string, *kind, *pipeline.Fault) {
	name := x.Params.Get("type_name")
	if k := h.kinds[name]; k != nil {
		return name, k, nil
	}
	return name, nil, fault(404, "EntityNotFound", "The Resource Type (%s) could not be found.", name)
}

// showType answers the schema of a resource type.
func (h *heat) showType(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name, k, f := h.typeOf(x)
	if f != nil {
		return nil, f
	}
	attributes := map[string]any{"show": map[string]any{"type": "map", "description": "Detailed information about resource."}}
	for key, description := range k.attributes {
		attributes[key] = map[string]any{"description": description}
	}
	return pipeline.Body(200, map[string]any{
		"resource_type": name, "properties": schemas(k.properties), "attributes": attributes,
		"support_status": map[string]any{"status": "SUPPORTED", "message": nil, "version": nil, "previous_status": nil},
	}), nil
}

func schemas(properties map[string]property) map[string]any {
	out := map[string]any{}
	for key, p := range properties {
		out[key] = p.schema()
	}
	return out
}

// schema is a property as the API shows it.
func (p property) schema() map[string]any {
	v := map[string]any{"type": strings.ToLower(p.kind), "required": p.required, "update_allowed": p.changes, "immutable": false}
	if p.byDefault != nil {
		v["default"] = p.byDefault
	}
	switch {
	case p.inner != nil:
		v["schema"] = schemas(p.inner)
	case p.each != nil:
		v["schema"] = map[string]any{"*": p.each.schema()}
	}
	var limits []any
	if p.within != nil {
		limits = append(limits, map[string]any{"range": p.within.view()})
	}
	if p.length != nil {
		limits = append(limits, map[string]any{"length": p.length.view()})
	}
	if p.among != nil {
		limits = append(limits, map[string]any{"allowed_values": p.among})
	}
	if limits != nil {
		v["constraints"] = limits
	}
	return v
}

func (b *bounds) view() map[string]any {
	v := map[string]any{}
	if b.min != nil {
		v["min"] = *b.min
	}
	if b.max != nil {
		v["max"] = *b.max
	}
	return v
}

// templateOfType answers a template that has a resource of the type, its properties as parameters.
func (h *heat) templateOfType(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	name, k, f := h.typeOf(x)
	if f != nil {
		return nil, f
	}
	form := x.Query.Get("template_type")
	if form != "" && !strings.EqualFold(form, "hot") && !strings.EqualFold(form, "cfn") {
		return nil, pipeline.BadRequest(`Template type is not supported: Invalid template type "%s", valid types are: cfn, hot.`, form)
	}
	short := name[strings.LastIndex(name, ":")+1:]
	resource := short + "Resource"
	if strings.HasSuffix(short, "Resource") {
		resource = short
	}
	parameters, properties, outputs := map[string]any{}, map[string]any{}, map[string]any{}
	for _, key := range hot.Keys(k.properties) {
		parameters[key] = map[string]any{"type": parameterKinds[k.properties[key].kind]}
		if d := k.properties[key].byDefault; d != nil {
			parameters[key].(map[string]any)["default"] = d
		}
		properties[key] = map[string]any{"get_param": key}
	}
	for key, description := range k.attributes {
		outputs[key] = map[string]any{"description": description, "value": map[string]any{"get_attr": []any{resource, key}}}
	}
	outputs["OS::stack_id"] = map[string]any{"value": map[string]any{"get_resource": resource}}
	return pipeline.Body(200, map[string]any{
		"heat_template_version": "2016-10-14", "description": "Initial template of " + short, "parameters": parameters, "outputs": outputs,
		"resources": map[string]any{resource: map[string]any{"type": name, "properties": properties}},
	}), nil
}

var parameterKinds = map[string]string{
	"String": "string", "Number": "number", "Integer": "number", "Boolean": "boolean", "Map": "json", "List": "comma_delimited_list", "Any": "string",
}
