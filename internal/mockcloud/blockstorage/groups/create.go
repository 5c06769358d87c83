package groups

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/volumetypes"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// Names are the name and the description of a group in a request.
type Names struct {
	Name        body.Opt[string] `json:"name"`
	Description body.Opt[string] `json:"description"`
}

// creation holds the values that the steps of groups.create share.
type creation struct {
	Request struct {
		Names
		Type  record.Word `json:"group_type"`
		Types []string    `json:"volume_types"`
		Zone  record.Word `json:"availability_zone"`
	} `body:"group"`
	kind  *state.VolumeGroupType
	types []string
}

// wellFormed refuses texts that the service has functions for: blank ones, and those that are too long. It runs ahead of the schema.
func wellFormed(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if t := w.Request.Type.Text; w.Request.Type.IsText && !isGroupName(t) {
		return pipeline.BadRequest("Invalid input for field/attribute group_type. Value: %s. %s is not a 'group_type'", t, python.Repr(t))
	}
	zone, given := w.Request.Zone.Text, w.Request.Zone.IsText
	length := utf8.RuneCountInString(strings.TrimSpace(zone))
	switch {
	case !given || isGroupName(zone):
		return nil
	case zone == "":
		return pipeline.BadRequest("The 'availability_zone' can not be None.")
	case length == 0:
		return record.InvalidInput("availability_zone has 0 characters, less than 1.")
	}
	return record.InvalidInput("availability_zone has %d characters, more than 255.", length)
}

// isGroupName tells whether a text is neither blank nor too long.
func isGroupName(text string) bool {
	length := utf8.RuneCountInString(strings.TrimSpace(text))
	return length > 0 && length <= 255
}

// findTypes finds the type of the group, and those of its volumes: the reserved type is refused in between.
func findTypes(x *pipeline.Exchange, w *creation) (f *pipeline.Fault) {
	named := w.Request.Type.Text
	if w.kind = state.VolumeGroupTypes.Get(x.Txn, named); w.kind == nil {
		w.kind = state.VolumeGroupTypes.FirstByKey(x.Txn, "name", named)
	}
	if w.kind == nil && uuid.Validate(named) != nil {
		return pipeline.NotFound("Group type with name %s could not be found.", named)
	}
	if w.kind != nil {
		if f := refuseReserved(w.kind); f != nil {
			return f
		}
	}
	if f := findVolumeTypes(x, w); f != nil {
		return f
	}
	switch {
	case w.kind == nil:
		return pipeline.NotFound("Group type %s could not be found.", named)
	case !w.kind.Public && !x.Caller.Admin():
		return pipeline.NotFound("Group type %s could not be found.", w.kind.ID)
	}
	return nil
}

// findVolumeTypes finds the types of the volumes: the service does not ask whether the caller can see them.
func findVolumeTypes(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	for _, name := range w.Request.Types {
		t, f := volumetypes.AnyByNameOrID(x, name)
		if f != nil {
			return f
		}
		if !slices.Contains(w.types, t.ID) {
			w.types = append(w.types, t.ID)
		}
	}
	return nil
}

func zoneThere(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if zone := w.Request.Zone.Text; w.Request.Zone.IsText && zone != record.Zone {
		return record.InvalidInput("Availability zone '%s' is invalid.", zone)
	}
	return nil
}

func quotaAllows(x *pipeline.Exchange, _ *creation) *pipeline.Fault {
	return quotas.AllowGroup(x, x.Caller.ProjectID)
}

func create(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	g := New(x, w.Request.Names)
	g.Zone, g.TypeID, g.VolumeTypes = record.Zone, w.kind.ID, w.types
	state.VolumeGroups.Insert(x.Txn, g)
	Focus(x, g)
	x.Schedule(workCreated, g.ID, nil)
	return nil
}

// New is a group of the caller's that is being created.
func New(x *pipeline.Exchange, names Names) *state.VolumeGroup {
	return &state.VolumeGroup{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-groups"), ProjectID: x.Caller.ProjectID, UserID: x.Caller.UserID, Status: "creating",
		Name: record.TrimSpace(names.Name).Pointer(), Description: record.TrimSpace(names.Description).Pointer(), Created: x.Now(),
	}
}

// created makes a group available. The storage has no consistency groups: they have a host all the same, and end in error.
func created(x *pipeline.Exchange) *pipeline.Fault {
	if g := Due(x); g != nil && g.Status == "creating" {
		Put(x, g, func(g *state.VolumeGroup) {
			if g.Status, g.Host = "available", record.Host; IsReserved(x, g.TypeID) {
				g.Status = "error"
			}
		})
	}
	return nil
}
