package kind

import (
	"strings"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Resolver evaluates functions with the stack's present resources.
func (ts *Types) Resolver(x *pipeline.Exchange, s *state.Stack) hot.Resolver {
	present := func(name string) *state.StackResource {
		return state.StackResources.Get(x.Txn, state.StackResourceID(s.ID, name))
	}
	files := map[string]string{}
	for name, content := range s.Files {
		files[name] = hot.Text(content)
	}
	return hot.Resolver{
		Values: s.Parameters,
		Files:  files,
		Facade: facadeOf(x, s),
		Reference: func(name string) any {
			r := present(name)
			if r == nil || r.PhysicalID == "" {
				return name
			}
			if k := ts.Find(s, r.Type, r.Name); k != nil && k.RefersBy != nil {
				return k.RefersBy(x, r)
			}
			return r.PhysicalID
		},
		Attribute: func(name string, path []any) (any, error) {
			r := present(name)
			if r == nil || r.Action == record.Initial {
				return nil, nil
			}
			k := ts.Find(s, r.Type, r.Name)
			if r.PhysicalID == "" && (k == nil || !k.Unmade) {
				return nil, nil
			}
			if k != nil && k.Broken != nil && len(path) > 0 {
				if err := k.Broken(&Task{Exchange: x, Types: ts, Stack: s, Resource: r}, hot.Text(path[0])); err != nil {
					return nil, err
				}
			}
			return ts.Attribute(x, s, r, path), nil
		},
	}
}

// facadeOf is what a nested stack can ask about the resource that it is; nil for a stack that is nested in none.
func facadeOf(x *pipeline.Exchange, s *state.Stack) *hot.Facade {
	if s.Depth == 0 {
		return nil
	}
	around := state.StackResources.Get(x.Txn, state.StackResourceID(s.ParentID, s.ParentResource))
	if around == nil {
		return &hot.Facade{}
	}
	policy := around.DeletionPolicy
	if policy == "" {
		policy = "Delete"
	}
	return &hot.Facade{Metadata: around.Metadata, DeletionPolicy: policy}
}

// Planning evaluates functions as in a stack of which nothing has been made yet: a preview compares with that.
func (ts *Types) Planning(x *pipeline.Exchange, s *state.Stack) hot.Resolver {
	r := ts.Resolver(x, s)
	r.Reference = func(name string) any { return name }
	r.Attribute = func(string, []any) (any, error) { return nil, nil }
	return r
}

// Attribute answers the value of get_attr for a path that begins with the attribute's name.
func (ts *Types) Attribute(x *pipeline.Exchange, s *state.Stack, r *state.StackResource, path []any) any {
	k := ts.Find(s, r.Type, r.Name)
	if k == nil {
		return nil
	}
	if len(path) == 0 {
		return ts.AttributesOf(x, s, r)
	}
	t := &Task{Exchange: x, Types: ts, Stack: s, Resource: r}
	name, rest := hot.Text(path[0]), path[1:]
	if k.Attribute != nil {
		if value, left, known := k.Attribute(t, name, rest); known {
			return hot.Descend(value, left)
		}
	}
	all := ts.AttributesOf(x, s, r)
	if _, known := all[name]; !known && name == "show" {
		return hot.Descend(all, rest)
	}
	return hot.Descend(all[name], rest)
}

// AttributesOf are all attributes of a resource; empty before the resource is created.
func (ts *Types) AttributesOf(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) map[string]any {
	k := ts.Find(s, r.Type, r.Name)
	if k != nil && k.Shows != nil && (k.Unmade || r.PhysicalID != "") && r.Action != record.Initial {
		return k.Shows(&Task{Exchange: x, Types: ts, Stack: s, Resource: r})
	}
	return map[string]any{}
}

// Evaluated are a resource's values: its properties with the defaults of its type, the properties that are given, its metadata, and
// the id of what it stands for, where that is not the stack's.
type Evaluated struct {
	Properties, Given, Metadata Values
	External                    string
}

// ValuesOf evaluates a resource's properties and metadata.
func (ts *Types) ValuesOf(x *pipeline.Exchange, s *state.Stack, want *hot.Resource, with hot.Resolver) (v Evaluated, why *Failure) {
	resolved, err := with.Resolve(any(want.Properties))
	if err != nil {
		return v, Failf("ValueError", "%s", err.Error())
	}
	v.Given, _ = resolved.(map[string]any)
	k := ts.Find(s, want.Type, want.Name)
	if k == nil {
		return v, Failf("EntityNotFound", "The Resource Type (%s) could not be found.", want.Type)
	}
	var c *Complaint
	v.Properties, c = SettleProperties(k.Properties, WithoutNulls(v.Given), nil)
	if c != nil {
		return v, &Failure{Kind: "StackValidationFailed", path: append([]string{"properties"}, c.Path...), Text: c.Text}
	}
	if c := ts.CheckNames(x, k.Properties, v.Properties, nil); c != nil {
		return v, &Failure{Kind: "StackValidationFailed", path: append([]string{"properties"}, c.Path...), Text: c.Text}
	}
	data, err := with.Resolve(any(want.Metadata))
	if err != nil {
		return v, Failf("ValueError", "%s", err.Error())
	}
	v.Metadata, _ = data.(map[string]any)
	external, err := with.Resolve(want.External)
	if err != nil {
		return v, Failf("ValueError", "%s", err.Error())
	}
	v.External = hot.Text(external)
	return v, nil
}

// WithoutNulls is a copy without the keys whose value is null.
func WithoutNulls(given map[string]any) map[string]any {
	out := make(map[string]any, len(given))
	for key, value := range given {
		if value != nil {
			out[key] = value
		}
	}
	return out
}

// InnerValue answers resource.NAME, or resource.NAME.ATTRIBUTE, of the nested stack.
func (t *Task) InnerValue(name string, path []any) (any, []any, bool) {
	child := t.Child()
	if child == nil {
		return nil, nil, true
	}
	name, attribute, _ := strings.Cut(name, ".")
	r := record.PresentResources(t.Exchange, child.ID)[name]
	if r == nil {
		return nil, nil, true
	}
	if attribute != "" {
		path = append([]any{attribute}, path...)
	}
	if len(path) == 0 {
		return t.Types.Resolver(t.Exchange, child).Reference(name), nil, true
	}
	return t.Types.Attribute(t.Exchange, child, r, path), nil, true
}

// ShownAttributes are the attributes that showing a resource includes: the contents of "show" if the type has it.
func (ts *Types) ShownAttributes(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) map[string]any {
	all := ts.AttributesOf(x, s, r)
	if show, ok := all["show"].(map[string]any); ok {
		return show
	}
	k := ts.Find(s, r.Type, r.Name)
	if k == nil {
		return all
	}
	for name := range k.Attributes {
		if _, known := all[name]; !known && name != "show" {
			all[name] = nil
		}
	}
	return all
}
