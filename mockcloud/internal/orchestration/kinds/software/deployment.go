package software

import (
	"maps"
	"slices"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
)

// deployment is OS::Heat::SoftwareDeployment: a configuration on a server. It is complete when the server signals so.
func deployment() *kind.Kind {
	k := &kind.Kind{
		Does:   map[string]kind.Handler{},
		Shows:  func(t *kind.Task) kind.Values { return outputs(t.Resource.Data["outputs"]) },
		Signal: deployed,
		Attribute: func(t *kind.Task, name string, path []any) (any, []any, bool) {
			value, known := outputs(t.Resource.Data["outputs"])[name]
			return value, path, known
		},
	}
	for _, action := range []string{record.Create, record.Update, record.Suspend, record.Resume, record.Delete} {
		k.Does[action] = kind.Handler{Begin: deploy, Done: isDeployed}
	}
	return k
}

// deployments are the properties of a deployment.
type deployments struct {
	Actions   []string `json:"actions"`
	Transport string   `json:"signal_transport"`
}

func deploy(t *kind.Task) *kind.Failure {
	p := body.As[deployments](t.Resource.Properties)
	if t.Resource.PhysicalID == "" {
		t.Resource.PhysicalID = t.Env.IDs.UUID()
	}
	status := "COMPLETE"
	if slices.Contains(p.Actions, t.Resource.Action) && p.Transport != "NO_SIGNAL" {
		status = "IN_PROGRESS"
	}
	data := kind.Values{"key": t.Env.IDs.Secret(32)}
	maps.Copy(data, t.Resource.Data)
	data["status"] = status
	t.Resource.Data = data
	return nil
}

func isDeployed(t *kind.Task) (bool, *kind.Failure) {
	if t.Resource.Data["status"] == "FAILED" {
		return false, kind.Failf("Error", "Deployment to server failed: %s", hot.Text(t.Resource.Data["reason"]))
	}
	return t.Resource.Data["status"] == "COMPLETE", nil
}

// deployed is a signal of the server: it carries the outputs, and whether the configuration ended well.
func deployed(t *kind.Task) (string, *kind.Failure) {
	if t.Resource.Data["status"] != "IN_PROGRESS" {
		return "", nil
	}
	now := *t.Resource
	now.Data = maps.Clone(t.Resource.Data)
	now.Data["outputs"], now.Data["status"] = t.Details, "COMPLETE"
	reason := "deployment " + now.PhysicalID + " succeeded"
	if code := hot.Text(t.Details["deploy_status_code"]); code != "" && code != "0" {
		now.Data["status"] = "FAILED"
		now.Data["reason"] = "deploy_status_code : Deployment exited with non-zero status code: " + code
		reason = "deployment " + now.PhysicalID + " failed (" + code + ")"
	}
	keep(t, &now)
	return reason, nil
}

func outputs(of any) kind.Values {
	out := kind.Values{"deploy_stdout": nil, "deploy_stderr": nil, "deploy_status_code": nil}
	maps.Copy(out, body.As[kind.Values](of))
	return out
}
