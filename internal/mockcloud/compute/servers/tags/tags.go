package tags

import (
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// The limits of tags: the number per server, and the length of one in characters (docs/contract/80-compute-operations.md §1).
const (
	most    = 50
	longest = 60
)

type replacement struct {
	Request []string `body:"tags"`
}

// Operations holds the operations on the tags of servers.
func Operations() pipeline.OperationSet {
	changed := func(name string, run func(*pipeline.Exchange) *pipeline.Fault) pipeline.Operation {
		return pipeline.Operation{
			Steps:  []pipeline.Step{{Name: name, Run: run}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		}
	}
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"server-tags.list": {Answer: list},
		"server-tags.show": {Answer: show},
		"server-tags.replace": pipeline.OperationOf[replacement]{
			Steps: []pipeline.StepOf[replacement]{{Name: "replace all tags", Run: func(x *pipeline.Exchange, w *replacement) *pipeline.Fault {
				return set(x, w.Request)
			}}},
			Answer: func(x *pipeline.Exchange, _ *replacement) (*pipeline.Response, *pipeline.Fault) { return list(x) },
		}.Operation(),
		"server-tags.clear":  changed("remove all tags", func(x *pipeline.Exchange) *pipeline.Fault { return set(x, nil) }),
		"server-tags.remove": changed("remove one tag", remove),
		"server-tags.add": pipeline.OperationOf[addition]{
			Steps:  []pipeline.StepOf[addition]{{Name: "add one tag", Run: add}},
			Answer: addTag,
		}.Operation(),
	}}
}

func list(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "tags", record.Server(x).Tags), nil
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s, tag := record.Server(x), x.Params.Get("tag")
	if !slices.Contains(s.Tags, tag) {
		return nil, pipeline.NotFound("Server %s has no tag '%s'", s.ID, tag)
	}
	return pipeline.Status(204), nil
}

// addition tells whether the server did not have the tag before.
type addition struct{ isNew bool }

func add(x *pipeline.Exchange, w *addition) *pipeline.Fault {
	s, tag := record.Server(x), x.Params.Get("tag")
	if why := invalid(tag); why != "" {
		return pipeline.BadRequest("Tag '%s' is invalid. It must be a non empty string without characters '/' and ','. "+
			"Validation error message: %s", tag, why)
	}
	if len(s.Tags) >= most {
		return pipeline.BadRequest("The number of tags exceeded the per-server limit %d", most)
	}
	if w.isNew = !slices.Contains(s.Tags, tag); !w.isNew {
		return nil
	}
	return set(x, append(slices.Clone(s.Tags), tag))
}

// addTag answers 201 with the tag's address for a new tag, 204 for one that the server had. Both call their empty body a page, unlike all
// other answers without a body.
func addTag(x *pipeline.Exchange, w *addition) (*pipeline.Response, *pipeline.Fault) {
	answer := pipeline.Status(204)
	if w.isNew {
		location := x.Base + record.InProject(x) + "/servers/" + record.Server(x).ID + "/tags/" + x.Params.Get("tag")
		answer = pipeline.Status(201).WithHeader("Location", location)
	}
	answer.ContentType = "text/html; charset=UTF-8"
	return answer, nil
}

// invalid answers why a text in a path is no tag, "" if it is one. (The document checks tags in bodies.)
func invalid(tag string) string {
	switch {
	case strings.ContainsAny(tag, "/,"):
		return "'" + tag + "' does not match '^[^,/]*$'"
	case utf8.RuneCountInString(tag) > longest:
		return "'" + tag + "' is too long"
	}
	return ""
}

func remove(x *pipeline.Exchange) *pipeline.Fault {
	s, tag := record.Server(x), x.Params.Get("tag")
	at := slices.Index(s.Tags, tag)
	if at < 0 {
		return pipeline.NotFound("Instance %s has no tag '%s'", s.ID, tag)
	}
	return set(x, slices.Delete(slices.Clone(s.Tags), at, at+1))
}

// set stores tags as the service lists them: sorted, without duplicates.
func set(x *pipeline.Exchange, tags []string) *pipeline.Fault {
	tags = slices.Compact(slices.Sorted(slices.Values(tags)))
	record.NotifyUpdate(x, record.Change(x, func(s *state.Server) { s.Tags = tags }))
	return nil
}
