package attachments

import (
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

var attachmentList = listing.List[state.VolumeAttachment]{
	Key:    "attachments",
	ID:     func(a *state.VolumeAttachment) string { return a.ID },
	Serial: func(a *state.VolumeAttachment) int64 { return a.Serial },
	Fields: map[string]func(*state.VolumeAttachment) any{
		"id":            func(a *state.VolumeAttachment) any { return a.ID },
		"volume_id":     func(a *state.VolumeAttachment) any { return a.VolumeID },
		"attach_status": func(a *state.VolumeAttachment) any { return string(a.Status) },
		"instance_id":   func(a *state.VolumeAttachment) any { return record.OrNull(a.ServerID) },
		"instance_uuid": func(a *state.VolumeAttachment) any { return record.OrNull(a.ServerID) },
		"mountpoint":    func(a *state.VolumeAttachment) any { return record.OrNull(a.Mountpoint) },
		"attached_host": func(a *state.VolumeAttachment) any { return record.OrNull(a.Host) },
	},
	Sorts: []string{"volume_id", "attach_status", "instance_uuid", "mountpoint", "attached_host", "updated_at"},
	Missing: func(x *pipeline.Exchange, marker string) *pipeline.Fault {
		if state.VolumeAttachments.Get(x.Txn, marker) == nil {
			return notFound(marker)
		}
		return nil
	},
}

func list(x *pipeline.Exchange, view func(*state.VolumeAttachment) any) (*pipeline.Response, *pipeline.Fault) {
	p, f := listing.ReadPage(x)
	if f == nil {
		f = p.Reject(x, listing.RefusesUnknownFilters(x), listing.FiltersOf("attachment")...)
	}
	if f != nil {
		return nil, f
	}
	all := x.Caller.Admin() && p.Filters.Has("all_tenants")
	delete(p.Filters, "all_tenants")
	if !all {
		delete(p.Filters, "project_id") // the caller's own counts
	}
	seen := func(yield func(*state.VolumeAttachment) bool) {
		for v := range record.VisibleVolumes(x, all) {
			for _, a := range record.Attachments(x, v.ID) {
				if !yield(a) {
					return
				}
			}
		}
	}
	return attachmentList.Answer(x, p, seen, view)
}
