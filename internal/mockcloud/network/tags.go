package network

import (
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// labelled describes a collection whose records have tags: its noun, and the functions that look up a record, read its tags and set
// them.
type labelled struct {
	noun   string
	lookUp pipeline.Lookup
	tags   func(*pipeline.Exchange) []string
	set    func(*pipeline.Exchange, []string)
}

func (d *declared[T]) labelled() labelled {
	return labelled{
		noun: d.Noun, lookUp: d.LookUp,
		tags: func(x *pipeline.Exchange) []string { return *labelsOf(pipeline.Subject[T](x)) },
		set: func(x *pipeline.Exchange, tags []string) {
			r := *pipeline.Subject[T](x)
			*labelsOf(&r) = tags
			markChanged(x, &r)
			d.Table.Insert(x.Txn, &r)
			x.SetSubject(&r, d.Owner(&r))
		},
	}
}

// tagsRequest is a body that replaces all tags.
type tagsRequest struct {
	Tags []string `body:"tags"`
}

// labels are the collections whose records have tags, by their name in paths.
var labels map[string]labelled

func init() {
	labels = map[string]labelled{
		"networks": networks.labelled(), "subnets": subnets.labelled(), "ports": ports.labelled(), "subnetpools": subnetPools.labelled(),
		"security-groups": groups.labelled(), "routers": routers.labelled(), "floatingips": floatingIPs.labelled(),
		"policies": qosPolicies.labelled(), "trunks": trunks.labelled(),
	}
}

func tagOperations() pipeline.OperationSet {
	about := func(x *pipeline.Exchange) labelled { return labels[x.Params.Get("collection")] }
	missingTag := func(tag string) *pipeline.Fault {
		return faults.New(404, "TagNotFound", "Tag %s could not be found.", tag)
	}
	done := func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil }
	// The answer to adding a tag is null, written as JSON.
	added := func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return &pipeline.Response{Status: 201, Raw: []byte("null"), ContentType: "application/json"}, nil
	}
	all := func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "tags", append([]string{}, about(x).tags(x)...)), nil
	}
	// Who sees a QoS policy sets its tags.
	ask := func(verb string) func(*pipeline.Exchange) *pipeline.Fault {
		return func(x *pipeline.Exchange) *pipeline.Fault {
			if about(x).noun == "policy" {
				return nil
			}
			return x.Demand(verb + "_" + about(x).noun)
		}
	}
	step := func(name string, run func(*pipeline.Exchange) *pipeline.Fault) []pipeline.Step {
		return []pipeline.Step{{Name: name, Run: run}}
	}
	add := func(x *pipeline.Exchange) *pipeline.Fault {
		tags, tag := about(x).tags(x), x.Params.Get("tag")
		if !slices.Contains(tags, tag) {
			about(x).set(x, slices.Sorted(slices.Values(append(slices.Clone(tags), tag))))
		}
		return nil
	}
	here := func(x *pipeline.Exchange) *pipeline.Fault {
		if tag := x.Params.Get("tag"); !slices.Contains(about(x).tags(x), tag) {
			return missingTag(tag)
		}
		return nil
	}
	replace := pipeline.OperationOf[tagsRequest]{
		Steps: []pipeline.StepOf[tagsRequest]{{Name: "replace the tags", Run: func(x *pipeline.Exchange, w *tagsRequest) *pipeline.Fault {
			about(x).set(x, slices.Sorted(slices.Values(w.Tags)))
			return nil
		}}},
		Answer: func(_ *pipeline.Exchange, w *tagsRequest) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "tags", append([]string{}, w.Tags...)), nil
		},
	}.Operation()
	replace.Formats, replace.Policy = wellTagged, ask("update")
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"resource_id": func(x *pipeline.Exchange, id string) *pipeline.Fault {
			if l, ok := labels[x.Params.Get("collection")]; ok {
				if l.lookUp(x, id) == nil {
					return nil
				}
				name := strings.ReplaceAll(x.Params.Get("collection"), "-", "_")
				return faults.New(404, "TagResourceNotFound", "Resource %s %s could not be found.", name, id)
			}
			return pipeline.NotFound("The resource could not be found.")
		}},
		Operations: map[string]pipeline.Operation{
			"tags.list":    {Policy: ask("get"), Answer: all},
			"tags.replace": replace,
			"tags.clear": {Policy: ask("update"), Answer: done, Steps: step("take all tags away", func(x *pipeline.Exchange) *pipeline.Fault {
				about(x).set(x, nil)
				return nil
			})},
			"tags.show": {Policy: ask("get"), Steps: step("find the tag", here), Answer: done},
			"tags.add":  {Policy: ask("update"), Answer: added, Formats: soundTag, Steps: step("add the tag", add)},
			"tags.remove": {Policy: ask("update"), Answer: done, Steps: step("take the tag away", func(x *pipeline.Exchange) *pipeline.Fault {
				if f := here(x); f != nil {
					return f
				}
				is := func(tag string) bool { return tag == x.Params.Get("tag") }
				about(x).set(x, slices.DeleteFunc(slices.Clone(about(x).tags(x)), is))
				return nil
			})},
		},
	}
}

// longestTag is how long a tag can be.
const longestTag = 255

func soundTag(x *pipeline.Exchange) *pipeline.Fault { return tooLong(x.Params.Get("tag")) }

func tooLong(tag string) *pipeline.Fault {
	if utf8.RuneCountInString(tag) > longestTag {
		return faults.Input("'%s' exceeds maximum length of %d", tag, longestTag)
	}
	return nil
}

// wellTagged refuses a body that is no list of texts, or that has a text twice.
func wellTagged(x *pipeline.Exchange) *pipeline.Fault {
	refuse := func(format string, args ...any) *pipeline.Fault {
		return faults.New(400, "InvalidInput", "Invalid input for operation: "+format+".", args...)
	}
	said, there := body.ObjectIn(x.Body)["tags"]
	if !there {
		return refuse("Invalid tags body")
	}
	tags, ok := body.ListIn(said)
	if !ok {
		return refuse("'%s' is not a list", python.Str(said))
	}
	var seen, twice []string
	for _, each := range tags {
		text := python.Str(each)
		if slices.Contains(seen, text) && !slices.Contains(twice, text) {
			twice = append(twice, text)
		}
		seen = append(seen, text)
	}
	if len(twice) > 0 {
		return refuse("Duplicate items in the list: '%s'", strings.Join(twice, ", "))
	}
	for _, each := range tags {
		text, is := body.TextIn(each)
		if !is {
			return refuse("'%s' is not a valid string", python.Str(each))
		}
		if f := tooLong(text); f != nil {
			return f
		}
	}
	return nil
}
