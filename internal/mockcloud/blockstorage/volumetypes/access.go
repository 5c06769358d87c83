package volumetypes

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// sharing is the object in requests to give a project access to a type, or to take it away.
type sharing struct {
	Project string `json:"project"`
}

type adding struct {
	sharing `body:"addProjectAccess"`
}

type removing struct {
	sharing `body:"removeProjectAccess"`
}

// shownAccess is the access of a project to a type in answers.
type shownAccess struct {
	TypeID    string `json:"volume_type_id"`
	ProjectID string `json:"project_id"`
}

// AccessOperations holds the operations on the access of projects to volume types that are not public.
func AccessOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"type-access.list": {Answer: listAccess},
		"type-access.add": pipeline.OperationOf[adding]{
			Steps: []pipeline.StepOf[adding]{
				{Name: "the type is not public", Run: notPublic[adding]},
				{Name: "give the project access", Run: func(x *pipeline.Exchange, w *adding) *pipeline.Fault { return allow(x, w.Project) }},
			},
			Answer: record.Accepted[adding],
		}.Operation(),
		"type-access.remove": pipeline.OperationOf[removing]{
			Steps: []pipeline.StepOf[removing]{
				{Name: "the type is not public", Run: notPublic[removing]},
				{Name: "take the access away", Run: func(x *pipeline.Exchange, w *removing) *pipeline.Fault { return forbid(x, w.Project) }},
			},
			Answer: record.Accepted[removing],
		}.Operation(),
	}}
}

func listAccess(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	t := kind(x)
	if t.Public {
		return nil, pipeline.NotFound("Access list not available for public volume types.")
	}
	all := []shownAccess{}
	for _, project := range t.Access {
		all = append(all, shownAccess{t.ID, project})
	}
	return pipeline.Answer(200, "volume_type_access", all), nil
}

func notPublic[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault {
	if kind(x).Public {
		return pipeline.BadRequest("Invalid volume type: Type access modification is not applicable to public volume type.")
	}
	return nil
}

func allow(x *pipeline.Exchange, project string) *pipeline.Fault {
	t := kind(x)
	if slices.Contains(t.Access, project) {
		return pipeline.Conflict("Volume type access for %s / %s combination already exists.", t.ID, project)
	}
	put(x, func(t *state.VolumeType) { t.Access = append(slices.Clone(t.Access), project) })
	return nil
}

func forbid(x *pipeline.Exchange, project string) *pipeline.Fault {
	t := kind(x)
	if !slices.Contains(t.Access, project) {
		return pipeline.NotFound("Volume type access not found for %s / %s combination.", t.ID, project)
	}
	put(x, func(t *state.VolumeType) {
		t.Access = slices.DeleteFunc(slices.Clone(t.Access), func(p string) bool { return p == project })
	})
	return nil
}
