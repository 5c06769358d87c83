// Package export writes a stack down as abandoning gives it out, and as snapshots keep it.
package export

import (
	"maps"
	"slices"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/record"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// Of is a stack as abandoning gives it out, those inside in place of their resources.
func Of(x *pipeline.Exchange, s *state.Stack) *state.StackExport {
	resources := map[string]any{}
	for name, r := range record.Present(x, s.ID) {
		if child := state.Stacks.Get(x.Txn, r.PhysicalID); child != nil {
			resources[name] = Of(x, child)
			continue
		}
		resources[name] = &state.StackResourceExport{
			Name: name, Type: r.Type, Action: r.Action, Status: r.Status, Metadata: record.OrEmpty(r.Metadata),
			ResourceID: record.NonEmpty(r.PhysicalID), Data: record.OrEmpty(r.Data),
		}
	}
	environment := hot.Settings(s.Environment).Whole()
	delete(environment, "encrypted_param_names")
	return &state.StackExport{
		Name: s.Name, ID: s.ID, Action: s.Action, Status: s.Status, Environment: environment, Files: record.OrEmpty(maps.Clone(s.Files)),
		Template: s.Template, Resources: resources, ProjectID: s.ProjectID, UserProject: record.UserProject(s), Tags: slices.Clone(s.Tags),
	}
}
