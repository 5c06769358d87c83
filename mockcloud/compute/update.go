package compute

import (
	"plumbline/mockcloud/notification"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func updateSteps() []pipeline.Step {
	return []pipeline.Step{
		{Name: "zone is the pinned one or none", Run: updateKeepsPin},
		{Name: "change what is given", Run: applyUpdate},
	}
}

// updateKeepsPin lets a server be unpinned, and its pin be repeated, but not moved (2.104).
func updateKeepsPin(x *pipeline.Exchange) *pipeline.Fault {
	zone, given := x.Inner("server")["pinned_availability_zone"]
	if !given || zone == nil {
		return nil
	}
	s := serverOf(x)
	if s.PinnedZone == nil || *s.PinnedZone != zone {
		return pipeline.Conflict("Cannot pin instance %s to the availability zone %v.", s.ID, zone)
	}
	return nil
}

func applyUpdate(x *pipeline.Exchange) *pipeline.Fault {
	body := x.Inner("server")
	s := change(x, func(s *state.Server) {
		setText(body, "name", &s.Name)
		setText(body, "hostname", &s.Hostname)
		setText(body, "accessIPv4", &s.AccessIPv4)
		setText(body, "accessIPv6", &s.AccessIPv6)
		setText(body, "OS-DCF:diskConfig", &s.DiskConfig)
		setTextOrNull(body, "description", &s.Description)
		if zone, given := body["pinned_availability_zone"]; given && zone == nil {
			s.PinnedZone = nil
		}
	})
	x.Notify(notification.API(), "instance.update", notification.Info, told(x, s).Action)
	return nil
}

// setText sets a field that a body may leave out.
func setText(body map[string]any, key string, field *string) {
	if v, ok := body[key].(string); ok {
		*field = v
	}
}

// setTextOrNull is setText for fields that may be null.
func setTextOrNull(body map[string]any, key string, field **string) {
	v, given := body[key]
	if !given {
		return
	}
	if s, ok := v.(string); ok {
		*field = &s
		return
	}
	*field = nil
}
