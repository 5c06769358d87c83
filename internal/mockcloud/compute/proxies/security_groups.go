package proxies

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"plumbline/internal/mockcloud/compute/ports"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// groupText holds the values that the steps of security-groups.create and security-groups.update share.
type groupText struct {
	Request groupNames `body:"security_group"`
	id      string
}

type groupNames struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func groupOperations() map[string]pipeline.Operation {
	answer := func(x *pipeline.Exchange, w *groupText) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "security_group", ports.ViewGroup(x, state.SecurityGroups.Get(x.Txn, w.id))), nil
	}
	return map[string]pipeline.Operation{
		"security-groups.list": {Writes: true, Answer: listGroups}, // the network service makes a default group when it lists them
		"security-groups.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			g, f := findGroup(x, x.Params.Get("security_group_id"))
			if f != nil {
				return nil, f
			}
			return pipeline.Answer(200, "security_group", ports.ViewGroup(x, g)), nil
		}},
		"security-groups.create": pipeline.OperationOf[groupText]{
			Steps:  []pipeline.StepOf[groupText]{{Name: "create the group", Run: createGroup}},
			Answer: answer,
		}.Operation(),
		"security-groups.update": pipeline.OperationOf[groupText]{
			Steps:  []pipeline.StepOf[groupText]{{Name: "change the group", Run: changeGroup}},
			Answer: answer,
		}.Operation(),
		"security-groups.delete": {
			Steps: []pipeline.Step{{Name: "delete the group", Run: deleteGroup}}, Answer: record.Accepted,
		},
	}
}

// findGroup asks the network service for a security group.
func findGroup(x *pipeline.Exchange, id string) (*state.SecurityGroup, *pipeline.Fault) {
	if !isUUID(id) {
		return nil, pipeline.BadRequest("Security group id should be uuid")
	}
	r := ask(x, openapi.Network, http.MethodGet, "/security-groups/"+url.PathEscape(id), nil)
	switch {
	case r.Status == http.StatusNotFound:
		return nil, pipeline.NotFound("%s", networkText(x, r.Fault))
	case !r.OK():
		return nil, unexpected(r.Fault)
	}
	return state.SecurityGroups.Get(x.Txn, r.Text("security_group", "id")), nil
}

func listGroups(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	query := "?tenant_id=" + url.QueryEscape(x.Caller.ProjectID)
	if x.Caller.Admin() && x.Query.Has("all_tenants") {
		query = ""
	}
	var listed struct {
		Groups []struct {
			ID string `json:"id"`
		} `json:"security_groups"`
	}
	if f := get(x, openapi.Network, "/security-groups"+query, &listed); f != nil {
		return nil, unexpected(f)
	}
	out := []ports.GroupView{}
	for _, each := range page(x, listed.Groups) {
		out = append(out, ports.ViewGroup(x, state.SecurityGroups.Get(x.Txn, each.ID)))
	}
	slices.SortStableFunc(out, func(a, b ports.GroupView) int {
		return cmp.Or(cmp.Compare(a.ProjectID, b.ProjectID), cmp.Compare(a.Name, b.Name))
	})
	return pipeline.Answer(200, "security_groups", out), nil
}

func createGroup(x *pipeline.Exchange, w *groupText) *pipeline.Fault {
	r := ask(x, openapi.Network, http.MethodPost, "/security-groups", map[string]groupNames{"security_group": w.Request})
	switch {
	case r.Status == http.StatusConflict: // whatever the conflict is, compute takes it for the quota
		return pipeline.Forbidden("%s", networkText(x, r.Fault))
	case r.Status == http.StatusBadRequest:
		return pipeline.BadRequest("%s", networkText(x, r.Fault))
	case !r.OK():
		return unexpected(r.Fault)
	}
	w.id = r.Text("security_group", "id")
	return nil
}

func changeGroup(x *pipeline.Exchange, w *groupText) *pipeline.Fault {
	g, f := findGroup(x, x.Params.Get("security_group_id"))
	if f != nil {
		return f
	}
	w.id = g.ID
	r := ask(x, openapi.Network, http.MethodPut, "/security-groups/"+g.ID, map[string]groupNames{"security_group": w.Request})
	if !r.OK() {
		return unexpected(r.Fault)
	}
	return nil
}

func deleteGroup(x *pipeline.Exchange) *pipeline.Fault {
	g, f := findGroup(x, x.Params.Get("security_group_id"))
	if f != nil {
		return f
	}
	r := ask(x, openapi.Network, http.MethodDelete, "/security-groups/"+g.ID, nil)
	switch {
	case r.OK():
		return nil
	case r.Status == http.StatusConflict:
		return pipeline.BadRequest("%s", networkText(x, r.Fault))
	}
	return unexpected(r.Fault)
}
