package servers

import (
	"time"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// updateRequest is the object under "server" of a request that changes a server.
type updateRequest struct {
	Name        body.Opt[string] `json:"name"`
	Hostname    body.Opt[string] `json:"hostname"`
	AccessIPv4  body.Opt[string] `json:"accessIPv4"`
	AccessIPv6  body.Opt[string] `json:"accessIPv6"`
	DiskConfig  body.Opt[string] `json:"OS-DCF:diskConfig"`
	Description body.Opt[string] `json:"description"`
	PinnedZone  body.Opt[string] `json:"pinned_availability_zone"`
}

// update holds the values that the steps of servers.update share.
type update struct {
	Request updateRequest `body:"server"`
	// changed is when the server had been changed before.
	changed time.Time
}

func updateSteps() []pipeline.StepOf[update] {
	return []pipeline.StepOf[update]{
		{Name: "zone is the pinned one or none", Run: updateKeepsPin},
		{Name: "change what is given", Run: applyUpdate},
	}
}

// updateKeepsPin allows a request to remove or repeat the server's pin to a zone, and refuses another zone (2.104).
func updateKeepsPin(x *pipeline.Exchange, w *update) *pipeline.Fault {
	zone, given := w.Request.PinnedZone.Get()
	if !given {
		return nil
	}
	s := record.Server(x)
	if s.PinnedZone == nil || *s.PinnedZone != zone {
		return pipeline.Conflict("Cannot pin instance %s to the availability zone %s.", s.ID, zone)
	}
	return nil
}

func applyUpdate(x *pipeline.Exchange, w *update) *pipeline.Fault {
	r := &w.Request
	w.changed = record.Server(x).Updated
	s := record.Change(x, func(s *state.Server) {
		r.Name.Set(&s.Name)
		r.Hostname.Set(&s.Hostname)
		r.AccessIPv4.Set(&s.AccessIPv4)
		record.SetIPv6(&s.AccessIPv6, r.AccessIPv6)
		r.DiskConfig.Set(&s.DiskConfig)
		r.Description.SetOrClear(&s.Description)
		if r.PinnedZone.IsNull() {
			s.PinnedZone = nil
		}
	})
	record.NotifyUpdate(x, s)
	return nil
}

// answerUpdated answers the server with its new values and, as Zed and 2025.1 do, the time at which it had been changed before.
func answerUpdated(x *pipeline.Exchange, w *update) (*pipeline.Response, *pipeline.Fault) {
	view := ViewOf(x, record.Server(x))
	view.Updated = w.changed
	return pipeline.Answer(200, "server", view), nil
}
