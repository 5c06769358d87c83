package volumetypes

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// choosing holds the values that the steps of default-types.set share; Request is nil where the body names no type.
type choosing struct {
	Request *struct {
		Type record.Word `json:"volume_type"`
	} `body:"default_type"`
}

// shownDefault is the default type of a project in answers.
type shownDefault struct {
	ProjectID string `json:"project_id"`
	TypeID    string `json:"volume_type_id"`
}

type nothing = pipeline.Nothing

// DefaultOperations holds the operations on the default types of projects.
func DefaultOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"default-types.list": pipeline.OperationOf[nothing]{Policy: mayAct[nothing], Answer: listDefaults}.Operation(),
		"default-types.show": pipeline.OperationOf[nothing]{Policy: mayActOnProject[nothing], Answer: showDefault}.Operation(),
		"default-types.set": pipeline.OperationOf[choosing]{
			Formats: typeNotBlank,
			Steps:   []pipeline.StepOf[choosing]{{Name: "choose the type", Run: choose}},
			Policy:  mayChoose,
			Answer:  answerDefault[choosing],
		}.Operation(),
		"default-types.unset": pipeline.OperationOf[nothing]{
			Steps: []pipeline.StepOf[nothing]{{Name: "forget the choice", Run: func(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
				state.VolumeDefaultTypes.Delete(x.Txn, projectOf(x))
				return nil
			}}},
			Policy: mayActOnProject[nothing],
			Answer: record.NoContent[nothing],
		}.Operation(),
	}}
}

// projectOf is the project in the path.
func projectOf(x *pipeline.Exchange) string { return x.Params.Get("project_id") }

func mayAct[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault {
	if !x.Allows(x.Operation.Policy) {
		return pipeline.Forbidden("You are not authorized to perform this operation.")
	}
	return nil
}

// mayActOnProject asks the identity service for the project first, in the name of the caller, who may not be allowed to see it: block
// storage does not expect that.
func mayActOnProject[W any](x *pipeline.Exchange, w *W) *pipeline.Fault {
	reply := x.Call(pipeline.Call{Service: openapi.Identity, Method: "GET", Path: "/projects/" + projectOf(x)})
	switch {
	case reply.Status == 404:
		return pipeline.NotFound("Project with id %s not found.", projectOf(x))
	case !reply.OK():
		return pipeline.Refuse(500, record.Erred)
	}
	return mayAct(x, w)
}

func listDefaults(x *pipeline.Exchange, _ *nothing) (*pipeline.Response, *pipeline.Fault) {
	out := []*shownDefault{}
	for d := range state.VolumeDefaultTypes.All(x.Txn) {
		out = append(out, &shownDefault{d.ProjectID, d.TypeID})
	}
	return pipeline.Answer(200, "default_types", out), nil
}

func showDefault(x *pipeline.Exchange, w *nothing) (*pipeline.Response, *pipeline.Fault) {
	if state.VolumeDefaultTypes.Get(x.Txn, projectOf(x)) == nil {
		return nil, pipeline.NotFound("Default type for project %s not found.", projectOf(x))
	}
	return answerDefault(x, w)
}

func answerDefault[W any](x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) {
	d := state.VolumeDefaultTypes.Get(x.Txn, projectOf(x))
	return pipeline.Answer(200, "default_type", &shownDefault{d.ProjectID, d.TypeID}), nil
}

func typeNotBlank(_ *pipeline.Exchange, w *choosing) *pipeline.Fault {
	if w.Request != nil && w.Request.Type.Text != "" && strings.TrimSpace(w.Request.Type.Text) == "" {
		return blankName()
	}
	return nil
}

// mayChoose refuses a body without a choice with an error of the service: the schema does not ask for one.
func mayChoose(x *pipeline.Exchange, w *choosing) *pipeline.Fault {
	if w.Request == nil {
		return pipeline.Refuse(500, record.Erred)
	}
	return mayActOnProject(x, w)
}

func choose(x *pipeline.Exchange, w *choosing) *pipeline.Fault {
	t, f := ByNameOrID(x, w.Request.Type.Text)
	if f != nil {
		return pipeline.BadRequest("%s", f.Message)
	}
	state.VolumeDefaultTypes.Insert(x.Txn, &state.VolumeDefaultType{ProjectID: projectOf(x), TypeID: t.ID})
	return nil
}
