package export

// Map is the stack as snapshots store it; stored snapshots (state.StackSnapshot) have this form.
func (s *Stack) Map() map[string]any {
	resources := map[string]any{}
	for name, r := range s.Resources {
		resources[name] = r.Map()
	}
	return map[string]any{
		"name": s.Name, "id": s.ID, "action": s.Action, "status": s.Status, "environment": s.Environment, "files": s.Files,
		"template": s.Template, "resources": resources, "project_id": s.ProjectID, "stack_user_project_id": s.UserProject, "tags": s.Tags,
	}
}

// Map is the resource as snapshots store it.
func (r *Resource) Map() map[string]any {
	v := map[string]any{
		"name": r.Name, "type": r.Type, "action": r.Action, "status": r.Status, "metadata": r.Metadata, "resource_id": nil,
		"resource_data": r.Data,
	}
	if r.ID != nil {
		v["resource_id"] = *r.ID
	}
	return v
}
