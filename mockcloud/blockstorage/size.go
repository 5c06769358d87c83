package blockstorage

import (
	"strconv"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// extendInUse is the first microversion that makes volumes larger while servers have them; the server's compute
// service is told so with the event of toldOfSize.
var (
	extendInUse = openapi.MustVersion("3.42")
	toldOfSize  = openapi.MustVersion("2.51")
)

var sizeOperations = map[string]pipeline.Operation{
	"volumes.extend": {
		Steps: []pipeline.Step{
			{Name: "may extend", Run: mayExtend},
			{Name: "the size is larger", Run: isLarger},
			{Name: "the volume can be extended", Run: canExtend},
			{Name: "quota", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				v := pipeline.Subject[state.Volume](x)
				return allowsGigabytes(x, v.ProjectID, newSize(x)-v.Size)
			}},
			{Name: "extend the volume", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				v := change(x, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, state.VolumeExtending })
				x.Later("volumes.extended", v.ID, newSize(x))
				return nil
			}},
		},
		Answer: accepted,
	},
	"volumes.retype": {
		Steps: []pipeline.Step{
			{Name: "find the type", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				name, _ := x.Inner("os-retype")["new_type"].(string)
				kind, f := typeByNameOrID(x, name)
				if f == nil {
					*pipeline.Work[state.VolumeType](x) = *kind
				}
				return f
			}},
			{Name: "the type can be changed", Run: canRetype},
			{Name: "change the type", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				v := change(x, func(v *state.Volume) { v.PreviousStatus, v.Status = v.Status, state.VolumeRetyping })
				x.Later("volumes.retyped", v.ID, pipeline.Work[state.VolumeType](x).ID)
				return nil
			}},
		},
		Answer: accepted,
	},
}

var sizeWork = map[string]pipeline.Async{
	"volumes.extended": {
		Steps: []pipeline.Step{{Name: "extend the volume", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			v := dueVolume(x)
			if v == nil {
				return nil
			}
			put(x, v, func(v *state.Volume) {
				v.Size, v.Status, v.PreviousStatus = pipeline.Payload[int](x), v.PreviousStatus, ""
			})
			tellOfSize(x, v)
			return nil
		}}},
		Failed: func(x *pipeline.Exchange, _ *pipeline.Fault) {
			if v := dueVolume(x); v != nil {
				put(x, v, func(v *state.Volume) { v.Status = "error_extending" })
			}
		},
	},
	"volumes.retyped": {Steps: []pipeline.Step{{Name: "change the type", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if v := dueVolume(x); v != nil {
			kind := state.VolumeTypes.Get(x.Txn, pipeline.Payload[string](x))
			put(x, v, func(v *state.Volume) {
				v.TypeID, v.Multiattach, v.Status, v.PreviousStatus = kind.ID, kind.Multiattach(), v.PreviousStatus, ""
			})
		}
		return nil
	}}}, Failed: failed},
}

func newSize(x *pipeline.Exchange) int {
	switch size := x.Inner("os-extend")["new_size"].(type) {
	case float64:
		return int(size)
	case string:
		n, _ := strconv.Atoi(size) // digits: the schema says so
		return n
	}
	return 0
}

func extendsInUse(x *pipeline.Exchange) bool {
	return x.Version.AtLeast(extendInUse) && pipeline.Subject[state.Volume](x).Status == state.VolumeInUse
}

func mayExtend(x *pipeline.Exchange) *pipeline.Fault {
	if extendsInUse(x) {
		return x.Demand("volume:extend_attached_volume")
	}
	return x.Demand("volume:extend")
}

func isLarger(x *pipeline.Exchange) *pipeline.Fault {
	if v := pipeline.Subject[state.Volume](x); newSize(x) <= v.Size {
		return invalidInput("New size for extend must be greater than current size. (current: %d, extended: %d).", v.Size, newSize(x))
	}
	return nil
}

func canExtend(x *pipeline.Exchange) *pipeline.Fault {
	if v := pipeline.Subject[state.Volume](x); v.Status != state.VolumeAvailable && !extendsInUse(x) {
		return invalidVolume("Volume %s status must be '{'status': 'available'}' to extend, currently %s.", v.ID, v.Status)
	}
	return nil
}

// tellOfSize tells compute of the new size, once for each server that has the volume. Nobody waits for an answer.
func tellOfSize(x *pipeline.Exchange, v *state.Volume) {
	var events []any
	for _, a := range attachmentsOf(x, v.ID) {
		if a.Status == state.AttachAttached && a.ServerID != "" {
			events = append(events, map[string]any{"name": "volume-extended", "server_uuid": a.ServerID, "tag": v.ID})
		}
	}
	if len(events) > 0 {
		x.Call(eventCall(toldOfSize, events))
	}
}

func canRetype(x *pipeline.Exchange) *pipeline.Fault {
	v, kind := pipeline.Subject[state.Volume](x), pipeline.Work[state.VolumeType](x)
	if kind.Multiattach() != v.Multiattach && v.Status != state.VolumeAvailable {
		return invalidInput("Invalid volume_type passed, retypes affecting multiattach are only allowed on available volumes, "+
			"the specified volume however currently has a status of: %s.", v.Status)
	}
	if v.Status != state.VolumeAvailable && v.Status != state.VolumeInUse || kind.ID == v.TypeID {
		return invalidVolume("Retype needs volume to be in available or in-use state, not be part of an active migration or a consistency group, " +
			"requested type has to be different that the one from the volume, and for in-use volumes front-end qos specs cannot change.")
	}
	return nil
}

// aimAtProject makes the project in the path whom policy asks about.
func aimAtProject(x *pipeline.Exchange, id string) *pipeline.Fault {
	x.Target = policy.Target{ProjectID: id}
	return nil
}
