package orchestration

import (
	"plumbline/mockcloud/compute"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// computeClient asks compute for what stacks need, inside the transaction of the work in hand: it takes
// the operations of a compute service through their own steps, without the request's stages.
type computeClient struct{ service *pipeline.Service }

func newComputeClient(env *pipeline.Env) (*computeClient, error) {
	service, err := compute.New(env)
	return &computeClient{service: service}, err
}

// call runs one operation for the exchange's caller. subject is the server that it is about, nil for none.
func (c *computeClient) call(x *pipeline.Exchange, operation string, at openapi.Version, body any, subject *state.Server) (map[string]any, *pipeline.Fault) {
	document, err := c.service.Chain.At(at)
	if err != nil {
		return nil, pipeline.Refuse(500, "%v", err)
	}
	inner := &pipeline.Exchange{
		Env: x.Env, Txn: x.Txn, Service: openapi.Compute, Caller: x.Caller, RequestID: x.RequestID, Root: x.Root,
		Base: x.Root + c.service.Prefix + c.service.Roots[0], Versioned: c.service.Roots[0], Version: at, Document: document,
		Operation: document.Operation(operation), Body: body, Target: policy.Target{ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID},
	}
	if v := inner.Operation.CheckBody(body); v != nil {
		return nil, pipeline.NovaViolation(v, false)
	}
	if subject != nil {
		inner.Found(subject, policy.Target{ProjectID: subject.ProjectID, UserID: subject.UserID})
	}
	does := c.service.Operations[operation]
	for _, step := range does.Steps {
		if f := step.Run(inner); f != nil {
			return nil, f
		}
	}
	answer, f := does.Answer(inner)
	if f != nil {
		return nil, f
	}
	granted := func(rule string) bool { return inner.Allows(rule) }
	value, _ := inner.Operation.Project(answer.Status, answer.Value, granted).(map[string]any)
	view, _ := value["server"].(map[string]any)
	return view, nil
}
