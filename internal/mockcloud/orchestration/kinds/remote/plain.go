// Package remote holds what resource types share that stand for records of other services: requests to those services, names that are
// looked up there, and the words of their refusals.
package remote

import (
	"maps"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// Plain declares a resource type that stands for one record of another service: it is made by POST, changed by PUT and removed by
// DELETE.
type Plain struct {
	Service openapi.Service
	// Path is the path of the records, Key the key around one of them: "/routers" and "router".
	Path, Key string
	Version   openapi.Version
	// Renamed are the names in requests of properties that have another one there; "" leaves a property out.
	Renamed map[string]string
	// Unnamed tells that the record has no name: otherwise one without a name is named after its stack and resource.
	Unnamed bool
	// Prepare changes the request that makes a record, or the one that changes it.
	Prepare func(t *kind.Task, request kind.Values, making bool) *kind.Failure
	// Made is called when the record is there.
	Made func(t *kind.Task, view kind.Values) *kind.Failure
	// Ready tells whether a record that has been made or changed can be used; with nil it can at once.
	Ready func(t *kind.Task, view kind.Values) (bool, *kind.Failure)
	// Gone tells that a deletion takes time.
	Gone bool
	// Shows are further attributes.
	Shows   func(t *kind.Task, view kind.Values) kind.Values
	Follows func(name string, all kind.Planned) []string
	Check   func(c *kind.Checking) *kind.Complaint
}

// Kind is the resource type.
func (p Plain) Kind() *kind.Kind {
	return &kind.Kind{
		Check: p.Check,
		Does: map[string]kind.Handler{
			record.Create: {Begin: p.create, Done: p.ready}, record.Update: {Begin: p.update, Done: p.ready},
			record.Delete: {Begin: p.remove, Done: p.gone},
		},
		Shows: p.show, Follows: p.Follows,
	}
}

// Request makes a request about the resource's record.
func (p Plain) Request(t *kind.Task, method, path string, body any) pipeline.Reply {
	return t.Call(pipeline.Call{
		Service: p.Service, Method: method, Path: p.Path + "/" + t.Resource.PhysicalID + path, Version: p.Version, Body: body,
	})
}

// Of is the record's view, nil if there is none.
func (p Plain) Of(t *kind.Task) kind.Values {
	return body.As[kind.Values](p.Request(t, "GET", "", nil).Get(p.Key))
}

// fields are properties as fields of a request.
func (p Plain) fields(values kind.Values) kind.Values {
	out := kind.Values{}
	for key, value := range values {
		name, renamed := p.Renamed[key]
		switch {
		case key == "value_specs" || key == "tags" || renamed && name == "":
		case renamed:
			out[name] = value
		default:
			out[key] = value
		}
	}
	maps.Copy(out, body.As[kind.Values](values["value_specs"]))
	return out
}

// WithIDs are the resource's properties with ids in the place of names.
func WithIDs(t *kind.Task, values kind.Values) kind.Values {
	return t.Types.WithIDs(t.Exchange, t.Types.Find(t.Stack, t.Resource.Type, t.Resource.Name).Properties, values)
}

func (p Plain) create(t *kind.Task) *kind.Failure {
	request := p.fields(WithIDs(t, kind.WithoutNulls(t.Resource.Properties)))
	if !p.Unnamed && request["name"] == nil {
		request["name"] = record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)
	}
	if p.Prepare != nil {
		if why := p.Prepare(t, request, true); why != nil {
			return why
		}
	}
	reply := t.Call(pipeline.Call{
		Service: p.Service, Method: "POST", Path: p.Path, Version: p.Version, Body: kind.Values{p.Key: request},
	})
	if !reply.OK() {
		return Failed(p.Service, reply)
	}
	t.Resource.PhysicalID = hot.Text(reply.Get(p.Key, "id"))
	if tags := t.Resource.Properties["tags"]; tags != nil && len(body.As[[]any](tags)) > 0 {
		if why := p.tag(t, tags); why != nil {
			return why
		}
	}
	if p.Made != nil {
		return p.Made(t, body.As[kind.Values](reply.Get(p.Key)))
	}
	return nil
}

func (p Plain) tag(t *kind.Task, tags any) *kind.Failure {
	if tags == nil {
		tags = []any{}
	}
	if reply := p.Request(t, "PUT", "/tags", kind.Values{"tags": tags}); !reply.OK() {
		return Failed(p.Service, reply)
	}
	return nil
}

// update changes what has changed; a property that is gone becomes null.
func (p Plain) update(t *kind.Task) *kind.Failure {
	now, changed := WithIDs(t, t.Resource.Properties), kind.Values{}
	for key := range kind.Changes(t.Before, t.Resource.Properties) {
		changed[key] = now[key]
	}
	if tags, there := changed["tags"]; there {
		if why := p.tag(t, tags); why != nil {
			return why
		}
	}
	request := p.fields(changed)
	if name, there := request["name"]; there && name == nil {
		request["name"] = record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)
	}
	if p.Prepare != nil {
		if why := p.Prepare(t, request, false); why != nil {
			return why
		}
	}
	if len(request) == 0 {
		return nil
	}
	if reply := p.Request(t, "PUT", "", kind.Values{p.Key: request}); !reply.OK() {
		return Failed(p.Service, reply)
	}
	return nil
}

func (p Plain) ready(t *kind.Task) (bool, *kind.Failure) {
	if p.Ready == nil {
		return true, nil
	}
	reply := p.Request(t, "GET", "", nil)
	if !reply.OK() {
		return false, Failed(p.Service, reply)
	}
	return p.Ready(t, body.As[kind.Values](reply.Get(p.Key)))
}

func (p Plain) remove(t *kind.Task) *kind.Failure {
	if reply := p.Request(t, "DELETE", "", nil); !reply.OK() && reply.Status != 404 {
		return Failed(p.Service, reply)
	}
	return nil
}

func (p Plain) gone(t *kind.Task) (bool, *kind.Failure) {
	return !p.Gone || p.Request(t, "GET", "", nil).Status == 404, nil
}

func (p Plain) show(t *kind.Task) kind.Values {
	view := p.Of(t)
	if view == nil {
		return kind.Values{}
	}
	all := record.WithKey(view, "show", view)
	if p.Shows != nil {
		maps.Copy(all, p.Shows(t, view))
	}
	return all
}
