// Package configs holds what servers are configured with: configurations and their deployments on servers, with the operations on
// them. Resources of stacks make such records, too.
package configs

import (
	"cmp"
	"slices"
	"time"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds software-configs.* and software-deployments.*.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"software-configs.list": pipeline.OperationOf[listing]{
			Formats: readListing, Answer: list,
		}.Operation(),
		"software-configs.show": {Answer: show},
		"software-configs.create": pipeline.OperationOf[making]{
			Steps: []pipeline.StepOf[making]{{Name: "make the configuration", Run: create}},
			Answer: func(_ *pipeline.Exchange, w *making) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "software_config", ViewOf(w.made)), nil
			},
		}.Operation(),
		"software-configs.delete": {
			Steps: []pipeline.Step{{Name: "delete the configuration", Run: remove}}, Answer: record.AnswerNoContent,
		},
		"software-deployments.list":     {Answer: listDeployments},
		"software-deployments.metadata": {Answer: showMetadata},
		"software-deployments.show":     {Answer: showDeployment},
		"software-deployments.create": pipeline.OperationOf[deploying]{
			Steps:  []pipeline.StepOf[deploying]{{Name: "deploy the configuration", Run: deploy}},
			Answer: deployed,
		}.Operation(),
		"software-deployments.update": pipeline.OperationOf[deploying]{
			Steps:  []pipeline.StepOf[deploying]{{Name: "change the deployment", Run: change}},
			Answer: deployed,
		}.Operation(),
		"software-deployments.delete": {
			Steps: []pipeline.Step{{Name: "delete the deployment", Run: undeploy}}, Answer: record.AnswerNoContent,
		},
	}}
}

// View is a configuration in an answer, and in what a server's agent polls.
type View struct {
	ID      string                 `json:"id"`
	Name    *string                `json:"name"`
	Group   *string                `json:"group"`
	Created time.Time              `json:"creation_time"`
	Config  state.JSON             `json:"config"`
	Inputs  []state.SoftwareInput  `json:"inputs"`
	Outputs []state.SoftwareOutput `json:"outputs"`
	Options state.JSON             `json:"options"`
}

// ViewOf is a configuration in an answer.
func ViewOf(c *state.SoftwareConfig) *View {
	return &View{
		ID: c.ID, Name: c.Name, Group: c.Group, Created: c.Created, Config: c.Config, Inputs: c.Inputs, Outputs: c.Outputs, Options: c.Options,
	}
}

// summary is a configuration in a list.
type summary struct {
	ID      string    `json:"id"`
	Name    *string   `json:"name"`
	Group   *string   `json:"group"`
	Created time.Time `json:"creation_time"`
	Project *string   `json:"project,omitzero"`
}

// listing are the values of the query of a list.
type listing struct {
	limited bool
	limit   int
}

func readListing(x *pipeline.Exchange, q *listing) *pipeline.Fault {
	all, f := query.StrictFlag(x, "global_tenant")
	if f == nil && all {
		f = x.Demand("software_configs:global_index")
	}
	if f != nil {
		return f
	}
	q.limited = query.Value(x, "limit") != ""
	q.limit, f = query.Number(x, "limit")
	return f
}

// list answers the configurations of the caller's project, newest first; administrators see those of all projects.
func list(x *pipeline.Exchange, q *listing) (*pipeline.Response, *pipeline.Fault) {
	var found []*state.SoftwareConfig
	for c := range state.SoftwareConfigs.All(x.Txn) {
		if c.ProjectID == x.Caller.ProjectID || x.Caller.Admin() {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b *state.SoftwareConfig) int {
		return cmp.Or(b.Created.Truncate(time.Second).Compare(a.Created.Truncate(time.Second)), cmp.Compare(b.ID, a.ID))
	})
	if at := slices.IndexFunc(found, func(c *state.SoftwareConfig) bool { return c.ID == query.Value(x, "marker") }); at >= 0 {
		found = found[at+1:]
	}
	if q.limited && q.limit < len(found) {
		found = found[:q.limit]
	}
	views := make([]summary, len(found))
	for i, c := range found {
		views[i] = summary{ID: c.ID, Name: c.Name, Group: c.Group, Created: c.Created}
		if x.Caller.Admin() {
			views[i].Project = &c.ProjectID
		}
	}
	return pipeline.Answer(200, "software_configs", views), nil
}

// find finds the configuration that the path names.
func find(x *pipeline.Exchange) (*state.SoftwareConfig, *pipeline.Fault) {
	id := x.Params.Get("config_id")
	c := state.SoftwareConfigs.Get(x.Txn, id)
	if c == nil || c.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return nil, faults.Of(404, "NotFound", "Software config with id %s not found", id)
	}
	return c, nil
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	c, f := find(x)
	if f != nil {
		return nil, f
	}
	return pipeline.Answer(200, "software_config", ViewOf(c)), nil
}

// making holds the body of software-configs.create, and the configuration.
type making struct {
	Request struct {
		Name    column     `json:"name"`
		Group   column     `json:"group"`
		Config  state.JSON `json:"config"`
		Inputs  any        `json:"inputs"`
		Outputs any        `json:"outputs"`
		Options state.JSON `json:"options"`
	} `body:""`
	made *state.SoftwareConfig
}

func create(x *pipeline.Exchange, w *making) *pipeline.Fault {
	r := w.Request
	f := refuseBroken(r.Name, r.Group)
	if f != nil {
		return f
	}
	c := &state.SoftwareConfig{Name: r.Name.text, Group: r.Group.text, Config: r.Config, Options: r.Options}
	if c.Inputs, f = inputsOf(r.Inputs); f != nil {
		return f
	}
	if c.Outputs, f = outputsOf(r.Outputs); f != nil {
		return f
	}
	w.made = Keep(x, c)
	return nil
}

// Keep stores a new configuration of the caller's project.
func Keep(x *pipeline.Exchange, c *state.SoftwareConfig) *state.SoftwareConfig {
	c.ID, c.ProjectID, c.Created = x.Env.IDs.UUID(), x.Caller.ProjectID, x.Now()
	c.Config = cmp.Or(c.Config, state.Null)
	if isEmpty(c.Options) {
		c.Options = "{}"
	}
	state.SoftwareConfigs.Insert(x.Txn, c)
	return c
}

// isEmpty tells that a value is missing, or false to Python.
func isEmpty(v state.JSON) bool {
	switch v {
	case "", state.Null, `""`, "0", "false", "[]", "{}":
		return true
	}
	return false
}

// remove deletes a configuration; one that is deployed stays.
func remove(x *pipeline.Exchange) *pipeline.Fault {
	c, f := find(x)
	if f != nil {
		return f
	}
	for range state.SoftwareDeployments.ByKey(x.Txn, "config", c.ID) {
		return faults.Of(500, "InvalidRestrictedAction", "Software config with id %s can not be deleted as it is referenced.", c.ID)
	}
	state.SoftwareConfigs.Delete(x.Txn, c.ID)
	return nil
}
