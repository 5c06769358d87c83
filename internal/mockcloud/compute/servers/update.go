package servers

import (
	"cmp"
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
		{Name: "zone is the pinned one, or the current one of a server without a pin", Run: updatePin},
		{Name: "change what is given", Run: applyUpdate},
	}
}

// updatePin allows a request to remove or repeat the server's pin to a zone, and to pin one that has no pin to the zone it is in (2.104).
func updatePin(x *pipeline.Exchange, w *update) *pipeline.Fault {
	zone, given := w.Request.PinnedZone.Get()
	if !given {
		return nil
	}
	s := record.Server(x)
	switch {
	case s.PinnedZone != nil && *s.PinnedZone != zone:
		return pipeline.Conflict("Cannot change pinned availability zone directly. Unpin first by setting pinned_availability_zone to null.")
	case s.PinnedZone == nil && s.Zone != zone:
		return pipeline.Conflict("Server can only be pinned to its current availability zone '%s', but '%s' was requested.",
			cmp.Or(s.Zone, "None"), zone)
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
		r.PinnedZone.SetOrClear(&s.PinnedZone)
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
