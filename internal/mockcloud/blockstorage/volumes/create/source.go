package create

import (
	"plumbline/internal/mockcloud/blockstorage/groups"
	"plumbline/internal/mockcloud/blockstorage/images"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/blockstorage/volumetypes"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// imageOfSnapshot is the first microversion that creates volumes from images that refer to a snapshot.
var imageOfSnapshot = openapi.MustVersion("3.46")

func findType(x *pipeline.Exchange, w *creation) (f *pipeline.Fault) {
	if w.Request.Type != "" {
		w.kind, f = volumetypes.ByNameOrID(x, w.Request.Type)
	}
	return f
}

func findSource(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	r := w.Request
	if r.SnapshotID != "" {
		if w.snapshot = snapshots.Visible(x, r.SnapshotID); w.snapshot == nil {
			return snapshots.NotFound(r.SnapshotID)
		}
	}
	if r.SourceID != "" {
		if w.source = record.Visible(x, r.SourceID); w.source == nil {
			return record.NotFound(r.SourceID)
		}
	}
	named := []string{}
	if r.ConsistencyGroup != "" {
		named = append(named, r.ConsistencyGroup)
	}
	if id, given := r.Group.Get(); given {
		named = append(named, id)
	}
	for _, id := range named {
		if w.group = groups.Visible(x, id); w.group == nil {
			return groups.NotFound(id)
		}
	}
	return nil
}

// findImage finds the image by id (which may be the end of a URL), or by name among those that the caller can see. An image that
// refers to a snapshot of a volume (as compute makes for a server that boots from one) stands for that snapshot.
func findImage(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	wanted := w.Request.ImageRef
	if w.Request.ImageID.Given() {
		wanted = w.Request.ImageID
	}
	if ref, given := wanted.Get(); given {
		w.image = images.FindByRef(x, ref)
		if w.image == nil {
			return pipeline.BadRequest("Invalid image identifier or unable to access requested image.")
		}
		if id := images.SnapshotOf(w.image); id != "" && x.Version.AtLeast(imageOfSnapshot) {
			if w.snapshot = snapshots.Visible(x, id); w.snapshot == nil {
				return pipeline.NotFound("Nova specific image is found, but boot volume snapshot id:%s not found.", id)
			}
			w.image = nil
		}
	}
	if id := w.Request.Backup; id != "" {
		return pipeline.NotFound("Backup %s could not be found.", id)
	}
	return nil
}

func refuseMultiattachFlag(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.Request.Multiattach.IsNull() {
		return pipeline.BadRequest("Value 'None' for 'multiattach' is not a boolean.")
	}
	if w.Request.Multiattach.Or(false) {
		return pipeline.BadRequest("multiattach parameter has been removed. The default behavior is to use multiattach enabled volume types. " +
			"Contact your administrator to create a multiattach enabled volume type and use it to create multiattach volumes.")
	}
	return nil
}

func mayCreate(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.image != nil {
		if f := x.Demand("volume:create_from_image"); f != nil {
			return f
		}
	}
	return x.Demand("volume:create")
}

// readSize uses the size of the source if the request has none.
func readSize(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	size, given := w.Request.Size.Get()
	switch {
	case given:
		w.size = size.GiB
	case w.snapshot != nil:
		w.size = w.snapshot.Size
	case w.source != nil:
		w.size = w.source.Size
	default:
		return pipeline.BadRequest(record.Malformed)
	}
	return nil
}
