package rescue

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// volumesToo is the microversion from which servers that boot from a volume can be rescued, with an image whose properties say how.
var volumesToo = openapi.MustVersion("2.87")

const (
	workRescue   = "servers.rescued"
	workUnrescue = "servers.unrescued"
)

// rescue is the request, and the password, which only this answer contains.
type rescue struct {
	Request struct {
		Password body.Opt[string] `json:"adminPass"`
		Image    string           `json:"rescue_image_ref"`
	} `body:"rescue"`
	password string
}

// Operations holds rescue and unrescue.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"servers.rescue": pipeline.OperationOf[rescue]{
				Steps: []pipeline.StepOf[rescue]{
					{Name: "image will do", Run: imageSuits},
					{Name: "begin to rescue", Run: begin},
				},
				Answer: func(_ *pipeline.Exchange, w *rescue) (*pipeline.Response, *pipeline.Fault) {
					return pipeline.Answer(200, "adminPass", w.password), nil
				},
			}.Operation(),
			"servers.unrescue": {Steps: []pipeline.Step{{Name: "begin to unrescue", Run: beginUnrescue}}, Answer: record.Accepted},
		},
		Async: map[string]pipeline.Async{
			workRescue:   {Steps: []pipeline.Step{{Name: "boot the rescue image", Run: finishRescue}}},
			workUnrescue: {Steps: []pipeline.Step{{Name: "boot its own disk", Run: finishUnrescue}}},
		},
	}
}

// imageSuits refuses an image that does not exist, and a server that boots from a volume if the image, its own or the given one, has
// no properties for rescue.
func imageSuits(x *pipeline.Exchange, w *rescue) *pipeline.Fault {
	s := record.Server(x)
	properties := s.ImageProperties
	if w.Request.Image != "" {
		image := state.Images.Get(x.Txn, w.Request.Image)
		if image == nil {
			return pipeline.BadRequest("Requested rescue image '%s' is not supported", w.Request.Image)
		}
		properties = image.Properties
	}
	_, bus := properties["hw_rescue_bus"]
	_, device := properties["hw_rescue_device"]
	if s.VolumeBacked() && (x.Version.Less(volumesToo) || !bus || !device) {
		return pipeline.BadRequest("Instance %s cannot be rescued: Cannot rescue a volume-backed instance", s.ID)
	}
	return nil
}

func begin(x *pipeline.Exchange, w *rescue) *pipeline.Fault {
	w.password = record.Password(x, w.Request.Password)
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskRescuing })
	record.ActionBegan(x, s.ID, "rescue")
	x.Schedule(workRescue, s.ID, nil)
	return nil
}

func finishRescue(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	record.Notify(x, s, "rescue.start")
	s = record.Change(x, func(s *state.Server) {
		now := x.Now()
		s.VMState, s.TaskState, s.PowerState, s.Launched = state.VMRescued, state.TaskNone, state.PowerRunning, &now
	})
	record.EventEnded(x, s.ID, "compute_rescue_instance", s.Host, record.Succeeded)
	record.Notify(x, s, "rescue.end")
	return nil
}

func beginUnrescue(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Change(x, func(s *state.Server) { s.TaskState = state.TaskUnrescuing })
	record.ActionBegan(x, s.ID, "unrescue")
	x.Schedule(workUnrescue, s.ID, nil)
	return nil
}

func finishUnrescue(x *pipeline.Exchange) *pipeline.Fault {
	s := record.Server(x)
	if s == nil {
		return nil
	}
	record.Notify(x, s, "unrescue.start")
	s = record.Change(x, func(s *state.Server) {
		s.VMState, s.TaskState, s.PowerState = state.VMActive, state.TaskNone, state.PowerRunning
	})
	record.EventEnded(x, s.ID, "compute_unrescue_instance", s.Host, record.Succeeded)
	record.Notify(x, s, "unrescue.end")
	return nil
}
