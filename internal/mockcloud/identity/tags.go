package identity

import (
	"regexp"
	"slices"

	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// tagOperations are the operations on the tags of projects.
var tagOperations = map[string]pipeline.Operation{
	"project-tags.list": {Answer: answerTags},
	"project-tags.update": pipeline.OperationOf[newTags]{
		Steps: []pipeline.StepOf[newTags]{{Name: "set the tags", Run: func(x *pipeline.Exchange, w *newTags) *pipeline.Fault {
			if f := repeated(w.Request.Tags); f != nil {
				return f
			}
			return setTags(x, "update", func([]string) ([]string, *pipeline.Fault) { return w.Request.Tags, nil })
		}}},
		Answer: func(x *pipeline.Exchange, _ *newTags) (*pipeline.Response, *pipeline.Fault) { return answerTags(x) },
	}.Operation(),
	"project-tags.clear": record.Does("delete the tags", func(x *pipeline.Exchange) *pipeline.Fault {
		return setTags(x, "update", func([]string) ([]string, *pipeline.Fault) { return nil, nil })
	}),
	"project-tags.show":  {Answer: checkTag},
	"project-tags.check": {Answer: checkTag},
	"project-tags.create": {
		Steps: []pipeline.Step{{Name: "add the tag", Run: addTag}},
		Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Status(201).WithHeader("Location", x.Base+"/"+x.Params.Get("project_id")+"/tags/"+x.Params.Get("value")), nil
		},
	},
	"project-tags.delete": record.Does("delete the tag", func(x *pipeline.Exchange) *pipeline.Fault {
		return setTags(x, "delete", func(tags []string) ([]string, *pipeline.Fault) {
			if _, f := findTag(x); f != nil {
				return nil, f
			}
			return slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return t == x.Params.Get("value") }), nil
		})
	}),
}

// newTags holds the values that the steps of project-tags.update share.
type newTags struct {
	Request struct {
		Tags []string `json:"tags"`
	} `body:""`
}

type tagsView struct {
	Links record.Links `json:"links"`
	Tags  []string     `json:"tags"`
}

func answerTags(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	p, f := record.Project(x, x.Params.Get("project_id"))
	if f != nil {
		return nil, f
	}
	return pipeline.Body(200, tagsView{record.Links{Self: x.Base}, p.Tags}), nil
}

// setTags changes the tags of the project of the path, which may be a domain. An immutable one is refused before change is asked;
// verb is what the refusal says is done to the tags.
func setTags(x *pipeline.Exchange, verb string, change func([]string) ([]string, *pipeline.Fault)) *pipeline.Fault {
	p, f := record.Project(x, x.Params.Get("project_id"))
	if f != nil {
		return f
	}
	if record.IsSet(p.Immutable) {
		return pipeline.Forbidden("Cannot %s project tags for %s, project is immutable. "+
			"Set \"immutable\" option to false before creating project tags.", verb, p.ID)
	}
	tags, f := change(p.Tags)
	if f != nil {
		return f
	}
	tags = slices.Sorted(slices.Values(tags))
	if d := state.Domains.Get(x.Txn, p.ID); d != nil {
		changed := *d
		changed.Tags = tags
		state.Domains.Insert(x.Txn, &changed)
		return nil
	}
	changed := *p
	changed.Tags = tags
	state.Projects.Insert(x.Txn, &changed)
	return nil
}

func findTag(x *pipeline.Exchange) (*state.Project, *pipeline.Fault) {
	p, f := record.Project(x, x.Params.Get("project_id"))
	if f == nil && !slices.Contains(p.Tags, x.Params.Get("value")) {
		f = record.Missing("project tag", x.Params.Get("value"))
	}
	return p, f
}

func checkTag(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	_, f := findTag(x)
	return pipeline.Status(204), f
}

var tagPattern = regexp.MustCompile(`^[^,/]*$`)

// The real service prints its schemas in these two refusals.
const (
	tagRules  = "{'maxLength': 255,\n     'minLength': 1,\n     'pattern': '^[^,/]*$',\n     'type': 'string'}"
	tagsRules = "{'items': {'maxLength': 255,\n               'minLength': 1,\n               'pattern': '^[^,/]*$',\n" +
		"               'type': 'string'},\n     'maxItems': 80,\n     'required': [],\n     'type': 'array',\n     'uniqueItems': True}"
)

// repeated refuses tags that have one twice.
func repeated(tags []string) *pipeline.Fault {
	if len(withoutRepeats(tags)) == len(tags) {
		return nil
	}
	var all []any
	for _, tag := range tags {
		all = append(all, tag)
	}
	return printed(python.Repr(all)+" has non-unique elements", "uniqueItems", tagsRules, python.Repr(all))
}

// printed is the refusal of a value by a keyword of a schema, which is printed.
func printed(why, keyword, schema, value string) *pipeline.Fault {
	return pipeline.BadRequest("%s\n\nFailed validating '%s' in schema:\n    %s\n\nOn instance:\n    %s", why, keyword, schema, value)
}

// addTag adds a tag; one that the project has is refused.
func addTag(x *pipeline.Exchange) *pipeline.Fault {
	tag := x.Params.Get("value")
	if !tagPattern.MatchString(tag) {
		return printed(python.Repr(tag)+" does not match '^[^,/]*$'", "pattern", tagRules, python.Repr(tag))
	}
	p, f := record.Project(x, x.Params.Get("project_id"))
	if f == nil {
		f = repeated(append(slices.Clone(p.Tags), tag))
	}
	if f != nil {
		return f
	}
	return setTags(x, "create", func(tags []string) ([]string, *pipeline.Fault) { return append(slices.Clone(tags), tag), nil })
}
