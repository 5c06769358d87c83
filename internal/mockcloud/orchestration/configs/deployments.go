package configs

import (
	"cmp"
	"slices"
	"time"

	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/plain"
	"plumbline/internal/mockcloud/state"
)

// DeploymentView is a deployment in an answer.
type DeploymentView struct {
	ID           string     `json:"id"`
	Server       string     `json:"server_id"`
	Config       string     `json:"config_id"`
	Inputs       state.JSON `json:"input_values"`
	Outputs      state.JSON `json:"output_values"`
	Action       *string    `json:"action"`
	Status       *string    `json:"status"`
	StatusReason string     `json:"status_reason"`
	Created      time.Time  `json:"creation_time"`
	Updated      *time.Time `json:"updated_time,omitzero"`
}

// DeploymentViewOf is a deployment in an answer.
func DeploymentViewOf(d *state.SoftwareDeployment) *DeploymentView {
	return &DeploymentView{
		ID: d.ID, Server: d.ServerID, Config: d.ConfigID, Inputs: d.InputValues, Outputs: d.OutputValues, Action: d.Action,
		Status: d.Status, StatusReason: d.StatusReason, Created: d.Created, Updated: d.Updated,
	}
}

// listDeployments answers the deployments of the caller's project, oldest first.
func listDeployments(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	views := []*DeploymentView{}
	for _, d := range deployments(x, query.Value(x, "server_id")) {
		views = append(views, DeploymentViewOf(d))
	}
	return pipeline.Answer(200, "software_deployments", views), nil
}

// deployments are those on a server that the caller sees, oldest first; on all servers for "".
func deployments(x *pipeline.Exchange, server string) (found []*state.SoftwareDeployment) {
	for d := range state.SoftwareDeployments.All(x.Txn) {
		if (server == "" || d.ServerID == server) && (d.ProjectID == x.Caller.ProjectID || x.Caller.Admin()) {
			found = append(found, d)
		}
	}
	slices.SortFunc(found, func(a, b *state.SoftwareDeployment) int { return cmp.Compare(a.Serial, b.Serial) })
	return found
}

// showMetadata answers the configurations on a server.
func showMetadata(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "metadata", onServer(x, x.Params.Get("server_id"))), nil
}

// onServer are the configurations on a server, by name.
func onServer(x *pipeline.Exchange, server string) []*View {
	views := []*View{}
	for _, d := range deployments(x, server) {
		if c := state.SoftwareConfigs.Get(x.Txn, d.ConfigID); c != nil {
			views = append(views, ViewOf(c))
		}
	}
	slices.SortStableFunc(views, func(a, b *View) int { return cmp.Compare(hot.Text(a.Name), hot.Text(b.Name)) })
	return views
}

func findDeployment(x *pipeline.Exchange) (*state.SoftwareDeployment, *pipeline.Fault) {
	id := x.Params.Get("deployment_id")
	d := state.SoftwareDeployments.Get(x.Txn, id)
	if d == nil || d.ProjectID != x.Caller.ProjectID && !x.Caller.Admin() {
		return nil, faults.Of(404, "NotFound", "Deployment with id %s not found", id)
	}
	return d, nil
}

func showDeployment(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	d, f := findDeployment(x)
	if f != nil {
		return nil, f
	}
	return pipeline.Answer(200, "software_deployment", DeploymentViewOf(d)), nil
}

// deploying holds the body of software-deployments.create and update, and the deployment.
type deploying struct {
	Request struct {
		Config       column     `json:"config_id"`
		Server       column     `json:"server_id"`
		Inputs       state.JSON `json:"input_values"`
		Outputs      state.JSON `json:"output_values"`
		Action       column     `json:"action"`
		Status       column     `json:"status"`
		StatusReason reason     `json:"status_reason"`
	} `body:""`
	made *state.SoftwareDeployment
}

func deployed(_ *pipeline.Exchange, w *deploying) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "software_deployment", DeploymentViewOf(w.made)), nil
}

// deploy makes a deployment. What the database refuses, a configuration that is unknown and no server, is an error of the engine.
func deploy(x *pipeline.Exchange, w *deploying) *pipeline.Fault {
	r := w.Request
	if f := refuseBroken(r.Server, r.Config, r.Action, r.Status); f != nil {
		return f
	}
	if r.Server.text == nil || r.Config.text == nil || state.SoftwareConfigs.Get(x.Txn, *r.Config.text) == nil {
		return faults.Unsafe(500, "RemoteError")
	}
	w.made = &state.SoftwareDeployment{
		ID: x.Env.IDs.UUID(), ServerID: *r.Server.text, ConfigID: *r.Config.text, InputValues: r.Inputs, Action: r.Action.text,
		Status: r.Status.text, StatusReason: "None",
	}
	if r.StatusReason.given {
		w.made.StatusReason = r.StatusReason.text
	}
	Deploy(x, w.made)
	return nil
}

// Deploy stores a new deployment of the caller's project, and tells its server of it.
func Deploy(x *pipeline.Exchange, d *state.SoftwareDeployment) {
	d.ProjectID, d.Serial, d.Created = x.Caller.ProjectID, x.Txn.Next("software-deployments"), x.Now()
	if isEmpty(d.InputValues) {
		d.InputValues = "{}"
	}
	d.OutputValues = cmp.Or(d.OutputValues, state.Null)
	state.SoftwareDeployments.Insert(x.Txn, d)
	push(x, d.ServerID)
}

// change changes what a request names; another server is none of that.
func change(x *pipeline.Exchange, w *deploying) *pipeline.Fault {
	before, f := findDeployment(x)
	if f != nil {
		return f
	}
	r, d := w.Request, *before
	config, action, status := r.Config.unlessEmpty(), r.Action.unlessEmpty(), r.Status.unlessEmpty()
	if f := refuseBroken(config, action, status); f != nil {
		return f
	}
	if config.text != nil {
		if state.SoftwareConfigs.Get(x.Txn, *config.text) == nil {
			return faults.Unsafe(500, "RemoteError")
		}
		d.ConfigID = *config.text
	}
	if !isEmpty(r.Inputs) {
		d.InputValues = r.Inputs
	}
	if !isEmpty(r.Outputs) {
		d.OutputValues = r.Outputs
	}
	d.Action, d.Status = cmp.Or(action.text, d.Action), cmp.Or(status.text, d.Status)
	if !r.StatusReason.empty && r.StatusReason.given {
		d.StatusReason = r.StatusReason.text
	}
	w.made = Change(x, &d)
	return nil
}

// Change stores a deployment that has changed, and tells its server where that has another configuration.
func Change(x *pipeline.Exchange, d *state.SoftwareDeployment) *state.SoftwareDeployment {
	before, now := state.SoftwareDeployments.Get(x.Txn, d.ID), x.Now()
	d.Updated = &now
	state.SoftwareDeployments.Insert(x.Txn, d)
	if before.ConfigID != d.ConfigID {
		push(x, d.ServerID)
	}
	return d
}

func undeploy(x *pipeline.Exchange) *pipeline.Fault {
	d, f := findDeployment(x)
	if f != nil {
		return f
	}
	Undeploy(x, d)
	return nil
}

// Undeploy deletes a deployment, and tells its server.
func Undeploy(x *pipeline.Exchange, d *state.SoftwareDeployment) {
	state.SoftwareDeployments.Delete(x.Txn, d.ID)
	push(x, d.ServerID)
}

// push writes the configurations on a server into the metadata of the resource that stands for it, where its agent finds them.
func push(x *pipeline.Exchange, server string) {
	for r := range state.StackResources.All(x.Txn) {
		if r.PhysicalID != server || r.Action == record.Delete {
			continue
		}
		told := *r
		told.Metadata = record.WithKey(r.Metadata, "deployments", plain.Value(onServer(x, server)))
		state.StackResources.Insert(x.Txn, &told)
		return
	}
}
