package create

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

func typeFitsGroup(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	switch {
	case w.group == nil || w.kind != nil && slices.Contains(w.group.VolumeTypes, w.kind.ID):
		return nil
	case w.kind == nil:
		return record.InvalidInput("volume_type must be provided when creating a volume in a group.")
	}
	return record.InvalidInput("Invalid volume_type provided: %s (requested type must be supported by this group).", written(w.kind))
}

// written is a type as the service writes the object into a refusal.
func written(t *state.VolumeType) string {
	var specs []string
	for key, value := range t.ExtraSpecs {
		specs = append(specs, fmt.Sprintf("%s=%s", key, python.Repr(value)))
	}
	slices.Sort(specs)
	description := "None"
	if t.Description != nil {
		description = python.Repr(*t.Description)
	}
	return fmt.Sprintf("VolumeType(created_at=%s,deleted=False,deleted_at=None,description=%s,extra_specs={%s},id=%s,is_public=%s,name=%s,"+
		"projects=[],qos_specs=<?>,qos_specs_id=None,updated_at=None)", t.Created.UTC().Format(time.RFC3339), description,
		strings.Join(specs, ","), t.ID, python.Repr(t.Public), python.Repr(t.Name))
}

func groupReady(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.group == nil || w.group.Status == "available" || w.group.Status == "creating" {
		return nil
	}
	return groups.Invalid("Originating group status must be one of 'available, creating' values")
}
