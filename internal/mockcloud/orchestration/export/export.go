// Package export describes a stack as data, for abandoning and for snapshots.
package export

import (
	"maps"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Stack is the data of an abandoned stack. Nested stacks are in place of the resources that they belong to.
type Stack struct {
	Name        string          `json:"name"`
	ID          string          `json:"id"`
	Action      string          `json:"action"`
	Status      string          `json:"status"`
	Environment map[string]any  `json:"environment"`
	Files       map[string]any  `json:"files"`
	Template    map[string]any  `json:"template"`
	Resources   map[string]Part `json:"resources"`
	ProjectID   string          `json:"project_id"`
	UserProject string          `json:"stack_user_project_id"`
	Tags        []string        `json:"tags"`
}

// Part is a resource of a stack, or the stack nested in it.
type Part interface{ Map() map[string]any }

// Resource is a resource without a nested stack.
type Resource struct {
	Name     string         `json:"name"`
	Type     string         `json:"type"`
	Action   string         `json:"action"`
	Status   string         `json:"status"`
	Metadata map[string]any `json:"metadata"`
	ID       *string        `json:"resource_id"`
	Data     map[string]any `json:"resource_data"`
}

// Of is the data of a stack as it is now.
func Of(x *pipeline.Exchange, s *state.Stack) *Stack {
	resources := map[string]Part{}
	for name, r := range record.PresentResources(x, s.ID) {
		if child := state.Stacks.Get(x.Txn, r.PhysicalID); child != nil {
			resources[name] = Of(x, child)
			continue
		}
		resources[name] = &Resource{
			Name: name, Type: r.Type, Action: r.Action, Status: r.Status, Metadata: record.OrEmpty(r.Metadata),
			ID: record.NonEmpty(r.PhysicalID), Data: record.OrEmpty(r.Data),
		}
	}
	environment := hot.Settings(s.Environment).AllSections()
	delete(environment, "encrypted_param_names")
	return &Stack{
		Name: s.Name, ID: s.ID, Action: s.Action, Status: s.Status, Environment: environment, Files: record.OrEmpty(maps.Clone(s.Files)),
		Template: s.Template, Resources: resources, ProjectID: s.ProjectID, UserProject: record.UserProject(s),
		Tags: append([]string{}, s.Tags...),
	}
}
