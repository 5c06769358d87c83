package kind

import (
	"cmp"
	"strconv"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/pipeline"
)

// Values are properties or attributes of a resource by name, or a part of them: their form is the template's.
type Values = map[string]any

// Finder finds what a property's value names. It answers the id, or what is wrong with the value.
type Finder func(x *pipeline.Exchange, value string) (id, wrong string)

// CheckNames checks that what properties name exists. Loose are the keys whose values are not final; they are not checked.
func (ts *Types) CheckNames(x *pipeline.Exchange, known map[string]Property, values Values, loose map[string]bool) *Complaint {
	loose = underOwnNames(known, loose)
	for _, key := range hot.Keys(known) {
		value, given := values[key]
		if !given || loose[key] {
			continue
		}
		if _, c := ts.find(x, known[key], value); c != nil {
			return c.WithPathPrefix(key)
		}
	}
	return nil
}

// WithIDs is a copy of properties with ids in the place of names. Names of nothing stay.
func (ts *Types) WithIDs(x *pipeline.Exchange, known map[string]Property, values Values) Values {
	out := Values{}
	for key, value := range values {
		out[key] = value
		if p, there := known[key]; there {
			out[key], _ = ts.find(x, p, value)
		}
	}
	return out
}

// find answers a value with ids in the place of names, and the first complaint about a name.
func (ts *Types) find(x *pipeline.Exchange, p Property, v any) (any, *Complaint) {
	switch v := v.(type) {
	case string:
		find := ts.Finders[cmp.Or(p.Names, p.Resolves)]
		if find == nil || v == "" {
			return v, nil
		}
		id, wrong := find(x, v)
		switch {
		case wrong != "" && p.Names == "":
			return v, NewComplaint(nil, "%s", wrong)
		case wrong != "":
			return v, NewComplaint(nil, "Error validating value '%s': %s", v, wrong)
		}
		return id, nil
	case []any:
		if p.Each == nil {
			return v, nil
		}
		return ts.findInList(x, *p.Each, v)
	case Values:
		if p.Inner == nil {
			return v, nil
		}
		return ts.WithIDs(x, p.Inner, v), ts.CheckNames(x, p.Inner, v, nil)
	}
	return v, nil
}

func (ts *Types) findInList(x *pipeline.Exchange, each Property, list []any) (any, *Complaint) {
	var first *Complaint
	out := make([]any, len(list))
	for i, e := range list {
		found, c := ts.find(x, each, e)
		if out[i] = found; c != nil && first == nil {
			first = c.WithPathPrefix(strconv.Itoa(i))
		}
	}
	return out, first
}
