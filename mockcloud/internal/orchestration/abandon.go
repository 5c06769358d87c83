package orchestration

import (
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

func (h *heat) abandonOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"stacks.export": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Body(200, h.exported(x, stackOf(x))), nil
		}},
		"stacks.abandon": {
			Steps: []pipeline.Step{h.unlocked("abandon"), {Name: "export the stack", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				*pipeline.Work[map[string]any](x) = h.exported(x, stackOf(x))
				return nil
			}}, {Name: "forget the stack", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				h.forget(x, stackOf(x))
				return nil
			}}},
			Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Body(200, *pipeline.Work[map[string]any](x)), nil
			},
		},
	}
}

// abandons tells whether stacks may be abandoned and adopted: where the operator has enabled it, and always in the profile specified.
func abandons(x *pipeline.Exchange) bool {
	return x.Env.Settings().StackAbandon || x.Env.Profile == openapi.Specified
}

// offered refuses what the operator has not enabled, before the stack is looked up.
func offered(x *pipeline.Exchange) *pipeline.Fault {
	if abandons(x) {
		return nil
	}
	return fault(400, "NotSupported", "Stack Abandon is not supported.")
}

// forget takes a stack, and those inside, out of the records; what they made stays.
func (h *heat) forget(x *pipeline.Exchange, s *state.Stack) {
	x.Cancel(s.ID)
	for _, child := range nestedIn(x, s.ID) {
		h.forget(x, child)
	}
	for _, r := range state.StackResources.List(x.Txn, "stack", s.ID) {
		state.StackResources.Delete(x.Txn, state.StackResources.ID(r))
	}
	gone := *enter(x, s, remove, complete, "Stack DELETE completed successfully")
	now := x.Now()
	gone.Deleted = &now
	state.Stacks.Insert(x.Txn, &gone)
}

// exported is a stack as abandoning gives it out, those inside in place of their resources.
func (h *heat) exported(x *pipeline.Exchange, s *state.Stack) map[string]any {
	resources := map[string]any{}
	for name, r := range present(x, s.ID) {
		if child := state.Stacks.Get(x.Txn, r.PhysicalID); child != nil {
			resources[name] = h.exported(x, child)
			continue
		}
		one := map[string]any{
			"name": name, "type": r.Type, "action": r.Action, "status": r.Status, "metadata": orEmpty(r.Metadata),
			"resource_id": nil, "resource_data": orEmpty(r.Data),
		}
		if r.PhysicalID != "" {
			one["resource_id"] = r.PhysicalID
		}
		resources[name] = one
	}
	files := map[string]any{}
	for name, content := range s.Files {
		files[name] = content
	}
	environment := hot.Settings(s.Environment).Whole()
	delete(environment, "encrypted_param_names")
	return map[string]any{
		"name": s.Name, "id": s.ID, "action": s.Action, "status": s.Status, "environment": environment, "files": files,
		"template": s.Template, "resources": resources, "project_id": s.ProjectID, "stack_user_project_id": userProject(x, s), "tags": append([]string{}, s.Tags...),
	}
}

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// userProject is the project of a stack's own users, which nested stacks share.
func userProject(_ *pipeline.Exchange, s *state.Stack) string {
	return strings.ReplaceAll(rootOf(s), "-", "")
}

// adoptedTemplate is the template in the data of an abandoned stack.
func adoptedTemplate(data any) (any, *pipeline.Fault) {
	raw, ok := data.(map[string]any)
	if text, isText := data.(string); isText {
		decoded, wrong := hot.DecodeData(text)
		if wrong != nil {
			return nil, pipeline.BadRequest("Invalid adopt data: %s", wrong.Message)
		}
		raw, ok = decoded, true
	}
	if !ok || raw["template"] == nil {
		return nil, pipeline.BadRequest("Invalid adopt data: 'template'")
	}
	return raw["template"], nil
}
