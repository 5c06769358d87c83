package hot

import (
	"fmt"
	"slices"
	"strings"
)

// Order answers the names of the resources so that each comes after those it depends on by depends_on, get_resource and get_attr;
// independent resources are in alphabetical order.
func (t *Template) Order() ([]string, *Fault) {
	needs, fault := t.Dependencies()
	if fault != nil {
		return nil, fault
	}
	var order []string
	placed := map[string]bool{}
	for len(order) < len(t.Resources) {
		before := len(order)
		for _, r := range t.Resources {
			if !placed[r.Name] && !slices.ContainsFunc(needs[r.Name], func(n string) bool { return !placed[n] }) {
				placed[r.Name] = true
				order = append(order, r.Name)
			}
		}
		if len(order) == before {
			var stuck []string
			for _, r := range t.Resources {
				if !placed[r.Name] {
					stuck = append(stuck, r.Name)
				}
			}
			return nil, &Fault{Type: "CircularDependencyException", Message: "Circular Dependency Found: " + strings.Join(stuck, ", "), Among: stuck}
		}
	}
	return order, nil
}

// RequiredBy answers for each resource the ones that depend on it, sorted.
func (t *Template) RequiredBy() map[string][]string {
	out := map[string][]string{}
	needs, _ := t.Dependencies()
	for _, r := range t.Resources {
		for _, n := range needs[r.Name] {
			out[n] = append(out[n], r.Name)
		}
	}
	return out
}

// Dependencies answers for each resource the ones that it depends on.
func (t *Template) Dependencies() (map[string][]string, *Fault) {
	needs := map[string][]string{}
	for _, r := range t.Resources {
		add := func(name, where string) *Fault {
			if t.Resource(name) == nil {
				return &Fault{Type: "InvalidTemplateReference", Message: fmt.Sprintf(`The specified reference "%s" (in %s) is incorrect.`, name, where)}
			}
			if !slices.Contains(needs[r.Name], name) {
				needs[r.Name] = append(needs[r.Name], name)
			}
			return nil
		}
		for _, name := range r.DependsOn {
			if t.dropped[name] {
				continue
			}
			if fault := add(name, r.Name); fault != nil {
				return nil, fault
			}
		}
		for _, name := range t.implied[r.Name] {
			if fault := add(name, r.Name); fault != nil {
				return nil, fault
			}
		}
		for _, part := range []struct {
			name  string
			keyed map[string]any
		}{{"Properties", r.Properties}, {"Metadata", r.Metadata}} {
			for _, key := range sortedKeys(part.keyed) {
				for _, other := range t.referencesAt(part.keyed[key], r.Name+"."+part.name+"."+key) {
					if fault := add(other.name, other.at); fault != nil {
						return nil, fault
					}
				}
			}
		}
	}
	return needs, nil
}

// Imply adds dependencies of a resource that no function expresses. Those that would make a circle are left out.
func (t *Template) Imply(name string, needed []string) {
	for _, other := range needed {
		if needs, fault := t.Dependencies(); fault != nil || reaches(needs, other, name) {
			continue
		}
		if t.implied == nil {
			t.implied = map[string][]string{}
		}
		t.implied[name] = append(t.implied[name], other)
	}
}

// reaches tells whether a resource depends on another one, or is that one.
func reaches(needs map[string][]string, from, to string) bool {
	return from == to || slices.ContainsFunc(needs[from], func(n string) bool { return reaches(needs, n, to) })
}

// reference is a reference to a resource, at a place in the template.
type reference struct{ name, at string }

// references lists the resources that a value refers to.
func (t *Template) references(value any) []string {
	var out []string
	for _, other := range t.referencesAt(value, "") {
		out = append(out, other.name)
	}
	return out
}

// FirstReference is the first resource that a value refers to; "" for none.
func (t *Template) FirstReference(value any) string {
	for _, name := range t.references(value) {
		return name
	}
	return ""
}

// referencesAt lists the references in a value. Of an if, only the branch that applies is looked at.
func (t *Template) referencesAt(value any, at string) []reference {
	var out []reference
	switch v := value.(type) {
	case []any:
		for i, e := range v {
			out = append(out, t.referencesAt(e, fmt.Sprintf("%s[%d]", at, i))...)
		}
	case map[string]any:
		if name, f := t.resolver.find(v); f != nil {
			return t.referencesOf(name, f, v[name], at)
		}
		for _, k := range sortedKeys(v) {
			out = append(out, t.referencesAt(v[k], at+"."+k)...)
		}
	}
	return out
}

// referencesOf lists the references of a call of a function.
func (t *Template) referencesOf(name string, f *function, args any, at string) []reference {
	switch {
	case f.removed:
		return nil
	case name == "get_resource" && args == nil:
		return []reference{{"None", at}}
	case name == "get_resource", name == "get_attr":
		if path := listOf(args); len(path) > 0 {
			return append(t.referencesAt(path[1:], at+"."+name), reference{t.nameOf(path[0]), at})
		}
	case name == "Ref":
		if _, isParameter := t.resolver.Values[Text(args)]; !isParameter {
			return []reference{{Text(args), at}}
		}
		return nil
	case name == "if":
		if branch, err := t.resolver.choose(args); err == nil {
			return t.referencesAt(branch, at+".if")
		}
	}
	return t.referencesAt(args, at+"."+name)
}

// nameOf is the name of a resource, which may be the value of a function.
func (t *Template) nameOf(value any) string {
	if isMap(value) {
		if name, err := t.resolver.Resolve(value); err == nil {
			value = name
		}
	}
	return Text(value)
}

// RefersToResources tells whether a value refers to resources of the template.
func (t *Template) RefersToResources(value any) bool { return len(t.references(value)) > 0 }

// Use is a reference to an attribute of a resource.
type Use struct{ Resource, Attribute string }

// Attributes lists the attributes that a value refers to with get_attr.
func (t *Template) Attributes(value any) []Use {
	var out []Use
	switch v := value.(type) {
	case []any:
		for _, e := range v {
			out = append(out, t.Attributes(e)...)
		}
	case map[string]any:
		if path := listOf(v["get_attr"]); len(v) == 1 && len(path) > 1 {
			if name := t.nameOf(path[1]); path[1] != nil {
				return []Use{{t.nameOf(path[0]), name}}
			}
		}
		for _, k := range sortedKeys(v) {
			out = append(out, t.Attributes(v[k])...)
		}
	}
	return out
}

// Settled is a resolver with the template's version and conditions, once they are settled.
func (t *Template) Settled(r Resolver) Resolver {
	r.Version, r.conditions = t.Version, t.resolver.conditions
	return r
}
