package software

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/configs"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/plain"
	"plumbline/internal/mockcloud/state"
)

// deployment is OS::Heat::SoftwareDeployment: a configuration on a server. It is complete when the server signals so. With a
// structured one, OS::Heat::StructuredDeployment, the configuration is a map, in which inputs are filled in.
func deployment(structured bool) *kind.Kind {
	begin := func(t *kind.Task) *kind.Failure { return deploy(t, structured) }
	k := &kind.Kind{
		Does: map[string]kind.Handler{},
		Shows: func(t *kind.Task) kind.Values {
			d := state.SoftwareDeployments.Get(t.Txn, t.Resource.PhysicalID)
			if d == nil {
				return kind.Values{}
			}
			return kind.Values{"show": object(configs.DeploymentViewOf(d))}
		},
		Signal: signalled, Cancels: cancelled,
		Attribute: func(t *kind.Task, name string, path []any) (any, []any, bool) {
			d := state.SoftwareDeployments.Get(t.Txn, t.Resource.PhysicalID)
			if d == nil {
				return nil, path, name != "show"
			}
			value, known := body.As[kind.Values](d.OutputValues.Decoded())[name]
			return value, path, known || name != "show"
		},
	}
	for _, action := range []string{record.Create, record.Update, record.Suspend, record.Resume} {
		k.Does[action] = kind.Handler{Begin: begin, Done: isDeployed}
	}
	k.Does[record.Delete] = kind.Handler{Begin: begin, Done: isUndeployed}
	return k
}

// object is a view as functions of templates take values.
func object(view any) kind.Values { return body.As[kind.Values](plain.Value(view)) }

// deployments are the properties of a deployment.
type deployments struct {
	Actions   []string    `json:"actions"`
	Transport string      `json:"signal_transport"`
	Config    string      `json:"config"`
	Server    string      `json:"server"`
	Name      string      `json:"name"`
	Values    kind.Values `json:"input_values"`
	// InputKey is the key of a map that stands for an input, whose name is the value; with STRICT there has to be one.
	InputKey string `json:"input_key"`
	Strict   string `json:"input_values_validate"`
}

// fill is a structured configuration with the values of inputs in the places of maps that stand for them.
func fill(v any, p deployments, inputs []state.SoftwareInput) (any, *kind.Failure) {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var why *kind.Failure
			if out[i], why = fill(v[i], p, inputs); why != nil {
				return nil, why
			}
		}
		return out, nil
	case kind.Values:
		if name := body.As[*string](v[p.InputKey]); name != nil && len(v) == 1 {
			at := slices.IndexFunc(inputs, func(i state.SoftwareInput) bool { return i.Name == *name })
			switch {
			case at >= 0:
				return inputs[at].Value.Decoded(), nil
			case p.Strict == "STRICT":
				return nil, kind.Failf("UserParameterMissing", "The Parameter (%s) was not provided.", *name)
			}
			return nil, nil
		}
		out := kind.Values{}
		for key := range v {
			var why *kind.Failure
			if out[key], why = fill(v[key], p, inputs); why != nil {
				return nil, why
			}
		}
		return out, nil
	}
	return v, nil
}

// deploy gives the server a configuration of its own for the action, made from the one that the template names.
func deploy(t *kind.Task, structured bool) *kind.Failure {
	p := body.As[deployments](t.Resource.Properties)
	action := t.Resource.Action
	if !slices.Contains(p.Actions, action) {
		return nil
	}
	source := state.SoftwareConfigs.Get(t.Txn, p.Config)
	if p.Config != "" && source == nil {
		return kind.Failf("NotFound", "Software config with id %s not found", p.Config)
	}
	if source == nil {
		source = &state.SoftwareConfig{Config: state.JSONOf("")}
		if structured {
			source.Config = state.JSONOf(kind.Values{})
		}
	}
	if t.Resource.Data["key"] == nil {
		t.Resource.Data = record.WithKey(t.Resource.Data, "key", t.Env.IDs.Secret(32))
	}
	derived := *source
	derived.Name, derived.Group = cmp.Or(optional(p.Name), source.Name, &t.Resource.PhysicalName), cmp.Or(source.Group, optional(ungrouped))
	derived.Inputs = inputsFor(t, p, source.Inputs)
	if structured {
		filled, why := fill(derived.Config.Decoded(), p, derived.Inputs)
		if why != nil {
			return why
		}
		derived.Config = state.JSONOf(filled)
	}
	config := configs.Keep(t.Exchange, &derived)

	status, reason := record.InProgress, "Deploy data available"
	if p.Transport == "NO_SIGNAL" {
		status, reason = record.Complete, "Not waiting for outputs signal"
	}
	before := state.SoftwareDeployments.Get(t.Txn, t.Resource.PhysicalID)
	if before == nil {
		t.Resource.PhysicalID = t.Env.IDs.UUID()
		d := &state.SoftwareDeployment{
			ID: t.Resource.PhysicalID, ServerID: p.Server, ConfigID: config.ID, Action: &action, Status: &status, StatusReason: reason,
		}
		if p.Values != nil {
			d.InputValues = state.JSONOf(p.Values)
		}
		configs.Deploy(t.Exchange, d)
		return nil
	}
	now := *before
	now.ConfigID, now.Action, now.Status, now.StatusReason = config.ID, &action, &status, reason
	if len(p.Values) > 0 {
		now.InputValues = state.JSONOf(p.Values)
	}
	configs.Change(t.Exchange, &now)
	state.SoftwareConfigs.Delete(t.Txn, before.ConfigID)
	return nil
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// inputsFor are the inputs of a configuration with their values on a server, and what its agent has to know to answer.
func inputsFor(t *kind.Task, p deployments, known []state.SoftwareInput) (out []state.SoftwareInput) {
	values := maps.Clone(p.Values)
	for _, input := range known {
		value, given := values[input.Name]
		delete(values, input.Name)
		if !given {
			value = input.Default.Decoded()
		}
		input.Value = state.JSONOf(value)
		out = append(out, input)
	}
	with := func(name, description string, value any) {
		out = append(out, state.SoftwareInput{Name: name, Description: optional(description), Type: "String", Value: state.JSONOf(value)})
	}
	for _, name := range hot.Keys(values) {
		with(name, "", values[name])
	}
	with("deploy_server_id", "ID of the server being deployed to", p.Server)
	with("deploy_action", "Name of the current action being deployed", t.Resource.Action)
	with("deploy_stack_id", "ID of the stack this deployment belongs to", t.Stack.Name+"/"+t.Stack.ID)
	with("deploy_resource_name", "Name of this deployment resource in the stack", t.Resource.Name)
	with("deploy_signal_transport", "How the server should signal to heat with the deployment output values.", p.Transport)
	switch p.Transport {
	case "CFN_SIGNAL":
		with("deploy_signal_id", "ID of signal to use for signaling output values", record.SignalURLs(t.Exchange, t.Stack, t.Resource).Signed)
		with("deploy_signal_verb", "HTTP verb to use for signaling output values", "POST")
	case "HEAT_SIGNAL", "ZAQAR_SIGNAL":
		with("deploy_auth_url", "URL for API authentication", record.AuthURL(t.Exchange))
		with("deploy_username", "Username for API authentication", t.Resource.PhysicalName)
		with("deploy_user_id", "User ID for API authentication", strings.ReplaceAll(t.Env.IDs.UUID(), "-", ""))
		with("deploy_password", "Password for API authentication", t.Env.IDs.Secret(32))
		with("deploy_project_id", "ID of project for API authentication", record.UserProject(t.Stack))
		with("deploy_region_name", "Region name for API authentication", t.Env.Region)
	}
	return out
}

func isDeployed(t *kind.Task) (bool, *kind.Failure) {
	d := state.SoftwareDeployments.Get(t.Txn, t.Resource.PhysicalID)
	if d == nil || d.Status == nil || *d.Action != t.Resource.Action {
		return true, nil
	}
	if *d.Status == record.Failed {
		return false, kind.Failf("Error", "Deployment to server failed: %s", d.StatusReason)
	}
	return *d.Status == record.Complete, nil
}

// cancelled ends a deployment that its server has not answered in time.
func cancelled(t *kind.Task) {
	before := state.SoftwareDeployments.Get(t.Txn, t.Resource.PhysicalID)
	if before == nil || before.Status == nil || *before.Status != record.InProgress {
		return
	}
	now, failed := *before, record.Failed
	now.Status, now.StatusReason = &failed, "Deployment cancelled."
	configs.Change(t.Exchange, &now)
}

// isUndeployed deletes the deployment once its server has done what there is to do, or is gone.
func isUndeployed(t *kind.Task) (bool, *kind.Failure) {
	d := state.SoftwareDeployments.Get(t.Txn, t.Resource.PhysicalID)
	if d == nil {
		return true, nil
	}
	if state.Servers.Get(t.Txn, d.ServerID) != nil {
		if done, why := isDeployed(t); why != nil || !done {
			return false, why
		}
	}
	configs.Undeploy(t.Exchange, d)
	state.SoftwareConfigs.Delete(t.Txn, d.ConfigID)
	return true, nil
}

// signalled is a signal of the server: it carries the outputs, and whether the configuration ended well.
func signalled(t *kind.Task) (string, *kind.Failure) {
	before := state.SoftwareDeployments.Get(t.Txn, t.Resource.PhysicalID)
	if before == nil || before.Status == nil || *before.Status != record.InProgress {
		return "", nil
	}
	d := *before
	said := "deployment " + d.ID + " succeeded"
	var wrong []string
	if code := hot.Text(t.Details["deploy_status_code"]); code != "" && code != "0" {
		wrong = append(wrong, "deploy_status_code : Deployment exited with non-zero status code: "+code)
		said = "deployment " + d.ID + " failed (" + code + ")"
	}
	values := kind.Values{}
	maps.Copy(values, body.As[kind.Values](d.OutputValues.Decoded()))
	var known []state.SoftwareOutput
	if c := state.SoftwareConfigs.Get(t.Txn, d.ConfigID); c != nil {
		known = c.Outputs
	}
	for _, output := range known {
		value, given := t.Details[output.Name]
		if !given {
			continue
		}
		values[output.Name] = value
		if output.Error {
			wrong = append(wrong, output.Name+" : "+hot.Text(value))
			said = "deployment " + d.ID + " failed"
		}
	}
	for _, name := range []string{"deploy_stdout", "deploy_stderr", "deploy_status_code"} {
		values[name] = t.Details[name]
	}
	status := record.Complete
	d.OutputValues, d.Status, d.StatusReason = state.JSONOf(values), &status, "Outputs received"
	if wrong != nil {
		status, d.StatusReason = record.Failed, strings.Join(wrong, ", ")
	}
	configs.Change(t.Exchange, &d)
	return said, nil
}
