package validation

import (
	"fmt"
	"strings"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/state"
)

// CheckOrder words the error of a dependency cycle, with the resources' classes.
func CheckOrder(ts *kind.Types, s *state.Stack, t *hot.Template, wrong *hot.Fault) *kind.Complaint {
	if wrong.Type != "CircularDependencyException" {
		return kind.OfTemplate(wrong)
	}
	needs, _ := t.Dependencies()
	named := func(name string) string { return ts.Class(s, t.Resource(name).Type) + ` "` + name + `"` }
	var parts []string
	for i := len(wrong.Among) - 1; i >= 0; i-- {
		var inner []string
		for _, n := range needs[wrong.Among[i]] {
			inner = append(inner, named(n))
		}
		parts = append(parts, named(wrong.Among[i])+": {"+strings.Join(inner, ", ")+"}")
	}
	return &kind.Complaint{Kind: wrong.Type, Text: "Circular Dependency Found: {" + strings.Join(parts, ", ") + "}"}
}

// takesAnyAttribute are the types that answer attributes of their members, or the outputs that a configuration names.
var takesAnyAttribute = map[string]bool{"OS::Heat::ResourceGroup": true, "OS::Heat::SoftwareDeployment": true}

// attributes refuses attributes that a resource's type does not have.
func attributes(ts *kind.Types, s *state.Stack, t *hot.Template, value any, at ...string) *kind.Complaint {
	for _, use := range t.Attributes(value) {
		r := t.Resource(use.Resource)
		if r == nil {
			continue
		}
		k := ts.Find(s, r.Type, r.Name)
		if k == nil || k.Attributes == nil && k.Nested != nil || takesAnyAttribute[r.Type] || k == ts.ByName["OS::Heat::None"] {
			continue
		}
		if _, known := k.Attributes[use.Attribute]; !known && use.Attribute != "show" && !strings.HasPrefix(use.Attribute, "resource.") {
			text := fmt.Sprintf("The Referenced Attribute (%s %s) is incorrect.", use.Resource, use.Attribute)
			return &kind.Complaint{Path: append(at, "get_attr"), Text: text}
		}
	}
	return nil
}

// checkCalls refuses functions in a value that cannot be evaluated, and attributes that there are not.
func checkCalls(ts *kind.Types, s *state.Stack, t *hot.Template, with hot.Resolver, value any, at ...string) *kind.Complaint {
	if wrong := with.Check(value, strings.Join(at, ".")); wrong != nil {
		return kind.OfTemplate(wrong)
	}
	return attributes(ts, s, t, value, at...)
}
