package create

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/images"
	"plumbline/internal/mockcloud/blockstorage/quotas"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/blockstorage/snapshots"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

func typeFitsSource(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	refuse := func(typeID, advice string) *pipeline.Fault {
		if w.kind == nil || typeID == w.kind.ID || state.VolumeTypes.Get(x.Txn, typeID).Multiattach() == w.kind.Multiattach() {
			return nil
		}
		return record.InvalidInput("Invalid volume_type provided: %s (requested type is not compatible; %s).", w.kind.ID, advice)
	}
	if w.source != nil {
		if f := refuse(w.source.TypeID, "either match source volume, or omit type argument"); f != nil {
			return f
		}
	}
	if w.snapshot != nil {
		return refuse(w.snapshot.TypeID, "recommend omitting the type argument")
	}
	return nil
}

func oneSource(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	sources := 0
	for _, given := range []bool{w.snapshot != nil, w.source != nil, w.image != nil} {
		if given {
			sources++
		}
	}
	if sources > 1 {
		return record.InvalidInput("May specify only one of backup, imageRef, snapshot, source volume")
	}
	return nil
}

func sourceReady(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.snapshot != nil && w.snapshot.Status != "available" {
		return snapshots.Invalid("Originating snapshot status must be one of 'available' values")
	}
	if w.source != nil && w.source.Status != state.VolumeAvailable && w.source.Status != state.VolumeInUse {
		return record.InvalidVolume("Originating source volume status must be one of 'available, in-use' values")
	}
	return nil
}

func sizeFitsSource(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	switch {
	case w.source != nil && w.size < w.source.Size:
		return record.InvalidInput("Volume size '%d'GB cannot be smaller than original volume size  %dGB. "+
			"They must be >= original volume size.", w.size, w.source.Size)
	case w.source == nil && w.snapshot != nil && w.size < w.snapshot.Size:
		return record.InvalidInput("Volume size '%d'GB cannot be smaller than the snapshot size %dGB. "+
			"They must be >= original snapshot size.", w.size, w.snapshot.Size)
	}
	return nil
}

func imageFits(_ *pipeline.Exchange, w *creation) *pipeline.Fault {
	if w.image == nil {
		return nil
	}
	return images.CheckFits(w.image, w.size)
}

func zoneThere(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	if zone := w.Request.Zone; zone != "" && !slices.Contains(record.Zones(x), zone) {
		return pipeline.BadRequest("Availability zone '%s' is invalid.", zone)
	}
	return nil
}

func quotaAllows(x *pipeline.Exchange, w *creation) *pipeline.Fault {
	return quotas.AllowVolume(x, x.Caller.ProjectID, w.size)
}
