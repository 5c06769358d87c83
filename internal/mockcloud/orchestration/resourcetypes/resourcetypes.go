// Package resourcetypes lists the resource types, and shows the schema of each.
package resourcetypes

import (
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/pipeline"
)

// Operations holds resource-types.*.
func Operations(ts *kind.Types) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"resource-types.list": {
			Formats: query.ReadFlag("with_description"),
			Answer:  func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return list(x, ts) },
		},
		"resource-types.show":     {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return show(x, ts) }},
		"resource-types.template": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return template(x, ts) }},
	}}
}

// described is a type in a list with descriptions.
type described struct {
	Type        string `json:"resource_type"`
	Description string `json:"description"`
}

// list answers the types' names. The name in the query is a regular expression that matches at the beginning of a type's name.
func list(x *pipeline.Exchange, ts *kind.Types) (*pipeline.Response, *pipeline.Fault) {
	wanted := query.Value(x, "support_status")
	if wanted != "" {
		if !slices.Contains(supportStatuses, wanted) {
			return nil, faults.Of(400, "Invalid", "Data supplied was not valid: Invalid support status and should be one of ('%s')",
				strings.Join(supportStatuses, "', '"))
		}
	}
	pattern, err := regexp.Compile("^(?:" + query.Value(x, "name") + ")")
	var names []string
	for _, name := range hot.Keys(ts.ByName) {
		if err == nil && (wanted == "" || wanted == "SUPPORTED") && pattern.MatchString(name) && isListed(x, ts.ByName[name]) {
			names = append(names, name)
		}
	}
	if long, f := query.StrictFlag(x, "with_description"); f != nil || !long {
		return pipeline.Answer(200, "resource_types", names), f
	}
	views := []described{}
	for _, name := range names {
		views = append(views, described{name, "No description available"})
	}
	return pipeline.Answer(200, "resource_types", views), nil
}

// isListed tells whether a caller's list has a type.
func isListed(x *pipeline.Exchange, k *kind.Kind) bool {
	return !k.Hidden && (!k.Admin || x.Caller.Admin())
}

// supportStatuses are the values by which a list of types can be filtered.
var supportStatuses = []string{"UNKNOWN", "SUPPORTED", "DEPRECATED", "UNSUPPORTED", "HIDDEN"}

// find finds the resource type that the path names.
func find(x *pipeline.Exchange, ts *kind.Types) (string, *kind.Kind, *pipeline.Fault) {
	name := x.Params.Get("type_name")
	k := ts.ByName[name]
	switch {
	case k != nil && k.Admin && !x.Caller.Admin():
		return name, nil, faults.Of(403, "Forbidden", "You are not authorized to use resource_types:%s.", name)
	case k != nil && k.Hidden:
		return name, nil, faults.Of(400, "NotSupported", "%s is not supported.", name)
	case k != nil:
		return name, k, nil
	}
	return name, nil, faults.Of(404, "EntityNotFound", "The Resource Type (%s) could not be found.", name)
}

// view is the schema of a resource type.
type view struct {
	Type       string                  `json:"resource_type"`
	Properties map[string]*kind.Schema `json:"properties"`
	Attributes map[string]attribute    `json:"attributes"`
	Support    support                 `json:"support_status"`
}

type attribute struct {
	Type        string `json:"type,omitzero"`
	Description string `json:"description"`
}

type support struct {
	Status         string  `json:"status"`
	Message        *string `json:"message"`
	Version        *string `json:"version"`
	PreviousStatus *string `json:"previous_status"`
}

func show(x *pipeline.Exchange, ts *kind.Types) (*pipeline.Response, *pipeline.Fault) {
	name, k, f := find(x, ts)
	if f != nil {
		return nil, f
	}
	attributes := map[string]attribute{"show": {Type: "map", Description: showText}}
	for key, description := range k.Attributes {
		attributes[key] = attribute{Description: description}
	}
	return pipeline.Body(200, &view{
		Type: name, Properties: kind.Schemas(k.Properties), Attributes: attributes, Support: support{Status: "SUPPORTED"},
	}), nil
}
