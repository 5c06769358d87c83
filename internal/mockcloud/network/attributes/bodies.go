package attributes

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
)

// Each calls check for each object of a body: the one under the noun, or all under its plural, which is the noun and an s.
func (s *Set) Each(x *pipeline.Exchange, noun string, check func(body.Object) *pipeline.Fault) *pipeline.Fault {
	whole, f := s.whole(x)
	if f != nil {
		return f
	}
	if many, there := whole[noun+"s"]; there {
		return s.several(x, many, noun, check)
	}
	return one(whole[noun], noun, check)
}

// whole is the body, an object. The two frameworks refuse others in words of their own.
func (s *Set) whole(x *pipeline.Exchange) (body.Object, *pipeline.Fault) {
	whole := body.ObjectIn(x.Body)
	if s.shim && len(whole) == 0 {
		return nil, faults.BadRequest("Resource body required")
	}
	return whole, nil
}

func (s *Set) several(x *pipeline.Exchange, many any, noun string, check func(body.Object) *pipeline.Fault) *pipeline.Fault {
	list, isList := body.ListIn(many)
	switch {
	case !s.bulk, !s.shim && x.Request.Method == "PUT":
		return faults.BadRequest("Bulk operation not supported")
	case isList && len(list) == 0, many == nil, len(body.ObjectIn(many)) == 0 && body.IsObject(many):
		return faults.BadRequest("Resources required")
	case !isList, x.Request.Method == "PUT":
		return faults.BadRequest("Body contains invalid data")
	}
	for _, each := range list {
		inner, named := body.ObjectIn(each)[noun]
		switch {
		case named:
			each = inner
		case !body.IsObject(each):
			return faults.BadRequest("Body contains invalid data")
		}
		if f := one(each, noun, check); f != nil {
			return f
		}
	}
	return nil
}

func one(sent any, noun string, check func(body.Object) *pipeline.Fault) *pipeline.Fault {
	switch {
	case sent == nil:
		return faults.BadRequest("Unable to find '%s' in request body", noun)
	case !body.IsObject(sent):
		return faults.BadRequest("Object '%s' contains invalid data", noun)
	}
	return check(body.ObjectIn(sent))
}

// Check checks an object of a body in the service's order, and converts its values: whose it is, keys that nobody knows, keys that are
// required or must not be there, and the values.
func (s *Set) Check(x *pipeline.Exchange, sent body.Object, creates bool) *pipeline.Fault {
	if f := s.checkProject(x, sent); f != nil {
		return f
	}
	var unknown []string
	for _, key := range slices.Sorted(maps.Keys(sent)) {
		if _, ok := s.known[key]; !ok {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) > 0 {
		return faults.BadRequest("Unrecognized attribute(s) '%s'", strings.Join(unknown, ", "))
	}
	for _, key := range s.Keys {
		a := s.known[key]
		switch _, there := sent[key]; {
		case there && creates && !a.settable:
			return faults.BadRequest("Attribute '%s' not allowed in POST", key)
		case there && !creates && !a.changeable:
			return faults.BadRequest("Cannot update read-only attribute %s", key)
		case !there && creates && a.required:
			return faults.BadRequest("Failed to parse request. Required attribute '%s' not specified", key)
		}
	}
	for _, key := range s.Keys {
		value, there := sent[key]
		if !there {
			continue
		}
		converted, f := s.known[key].convert(key, value)
		if f != nil {
			return f
		}
		sent[key] = converted
	}
	return nil
}

// checkProject checks whose something is to be: the project has two names, and each stands for both.
func (s *Set) checkProject(x *pipeline.Exchange, sent body.Object) *pipeline.Fault {
	if _, has := s.known["project_id"]; !has {
		return nil
	}
	project, named := sent["project_id"]
	tenant, older := sent["tenant_id"]
	switch {
	case !named && !older:
		return nil
	case !named:
		project, sent["project_id"] = tenant, tenant
	case !older:
		sent["tenant_id"] = project
	case project != tenant:
		return faults.BadRequest("'project_id' and 'tenant_id' do not match")
	}
	if project != any(x.Caller.ProjectID) && !x.Caller.Admin() {
		return faults.BadRequest("Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires " +
			"admin or advsvc privileges")
	}
	return nil
}
