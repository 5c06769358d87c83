package kinds

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/kinds/remote"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/openapi"
)

// flavors are the flavors of compute.
var flavors = remote.Plain{
	Service: openapi.Compute, Path: "/flavors", Key: "flavor",
	Renamed: map[string]string{
		"flavorid": "id", "ephemeral": "OS-FLV-EXT-DATA:ephemeral", "is_public": "os-flavor-access:is_public", "extra_specs": "", "tenants": "",
	},
}

// flavor is OS::Nova::Flavor. Only administrators may have such resources: compute refuses others.
func flavor() *kind.Kind {
	plain := flavors
	plain.Made = func(t *kind.Task, _ kind.Values) *kind.Failure {
		if why := specify(t); why != nil || t.Resource.Properties["is_public"] == true {
			return why
		}
		tenants := body.As[[]any](t.Resource.Properties["tenants"])
		if len(tenants) == 0 {
			tenants = []any{t.Stack.ProjectID}
		}
		return grant(t, "addTenantAccess", tenants)
	}
	plain.Shows = func(t *kind.Task, view kind.Values) kind.Values {
		return kind.Values{
			"is_public": view["os-flavor-access:is_public"], "extra_specs": flavors.Request(t, "GET", "/os-extra_specs", nil).Get("extra_specs"),
		}
	}
	k := plain.Kind()
	k.Does[record.Update] = kind.Handler{Begin: func(t *kind.Task) *kind.Failure {
		before := body.As[kind.Values](t.Before["extra_specs"])
		if kind.Changes(t.Before, t.Resource.Properties)["extra_specs"] {
			for _, key := range hot.Keys(before) {
				flavors.Request(t, "DELETE", "/os-extra_specs/"+key, nil)
			}
			if why := specify(t); why != nil {
				return why
			}
		}
		had, has := body.As[[]any](t.Before["tenants"]), body.As[[]any](t.Resource.Properties["tenants"])
		if t.Resource.Properties["is_public"] == true {
			return nil
		}
		if why := grant(t, "removeTenantAccess", difference(had, has)); why != nil {
			return why
		}
		return grant(t, "addTenantAccess", difference(has, had))
	}}
	return k
}

// specify sets the flavor's extra specifications.
func specify(t *kind.Task) *kind.Failure {
	specs := body.As[kind.Values](t.Resource.Properties["extra_specs"])
	if len(specs) == 0 {
		return nil
	}
	if reply := flavors.Request(t, "POST", "/os-extra_specs", kind.Values{"extra_specs": texts(specs)}); !reply.OK() {
		return remote.Refused(remote.ErrorName(reply.Status), reply)
	}
	return nil
}

// grant gives projects access to the flavor, or takes it from them.
func grant(t *kind.Task, action string, projects []any) *kind.Failure {
	for _, project := range projects {
		reply := flavors.Request(t, "POST", "/action", kind.Values{action: kind.Values{"tenant": project}})
		if !reply.OK() {
			return remote.Refused(remote.ErrorName(reply.Status), reply)
		}
	}
	return nil
}

// difference are the elements of a list that are not in another one.
func difference(list, others []any) (out []any) {
	for _, e := range list {
		found := false
		for _, o := range others {
			found = found || o == e
		}
		if !found {
			out = append(out, e)
		}
	}
	return out
}
