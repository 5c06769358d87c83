package kind

import (
	"slices"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Planned are the resources of a template before they are created. References in their properties are logical names.
type Planned struct {
	types      map[string]string
	properties map[string]Values
	needs      map[string][]string
}

// OfType are the names of the resources of a type, sorted.
func (p Planned) OfType(name string) []string {
	return slices.DeleteFunc(hot.Keys(p.types), func(one string) bool { return p.types[one] != name })
}

// Properties are the properties of a resource.
func (p Planned) Properties(name string) Values { return p.properties[name] }

// NeededBy are the resources that functions in a resource's properties refer to.
func (p Planned) NeededBy(name string) []string { return p.needs[name] }

// Imply adds to a template the dependencies that follow from what its resources are: a port comes after the subnets of its network.
func (ts *Types) Imply(x *pipeline.Exchange, s *state.Stack, t *hot.Template) {
	if _, wrong := t.Order(); wrong != nil {
		return
	}
	needs, _ := t.Dependencies()
	static := ts.Resolver(x, s)
	static = t.Settled(static)
	static.Reference = func(name string) any { return name }
	static.Attribute = func(string, []any) (any, error) { return nil, nil }
	p := Planned{types: map[string]string{}, properties: map[string]Values{}, needs: needs}
	for _, r := range t.Resources {
		own := Values{}
		for key, value := range r.Properties {
			if resolved, err := static.Resolve(value); err == nil && resolved != nil {
				own[key] = resolved
			}
		}
		if k := ts.Find(s, r.Type, r.Name); k != nil {
			own = underOwnNames(k.Properties, own)
		}
		p.types[r.Name], p.properties[r.Name] = ts.Mapped(s, r.Type, r.Name), own
	}
	for _, r := range t.Resources {
		if k := ts.Find(s, r.Type, r.Name); k != nil && k.Follows != nil {
			t.Imply(r.Name, k.Follows(r.Name, p))
		}
	}
}
