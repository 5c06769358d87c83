package volumes

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// The first microversions that have some of the filters.
var (
	filterByBoolean = openapi.MustVersion("3.2")
	filterByImage   = openapi.MustVersion("3.4")
	filterByGroup   = openapi.MustVersion("3.10")
	filterByTime    = openapi.MustVersion("3.31")
)

var volumeList = listing.List[state.Volume]{
	Key: "volumes", Links: "volumes_links",
	ID:     func(v *state.Volume) string { return v.ID },
	Serial: func(v *state.Volume) int64 { return v.Serial },
	Fields: map[string]func(*state.Volume) any{
		"id":                  func(v *state.Volume) any { return v.ID },
		"name":                func(v *state.Volume) any { return v.Name },
		"display_name":        func(v *state.Volume) any { return v.Name },
		"display_description": func(v *state.Volume) any { return v.Description },
		"replication_status":  func(*state.Volume) any { return nil },
		"status":              func(v *state.Volume) any { return string(v.Status) },
		"size":                func(v *state.Volume) any { return v.Size },
		"availability_zone":   func(v *state.Volume) any { return v.Zone },
		"bootable":            func(v *state.Volume) any { return v.Bootable },
		"multiattach":         func(v *state.Volume) any { return v.Multiattach },
		"user_id":             func(v *state.Volume) any { return v.UserID },
		"project_id":          func(v *state.Volume) any { return v.ProjectID },
		"host":                func(v *state.Volume) any { return v.Host },
		"volume_type_id":      func(v *state.Volume) any { return v.TypeID },
		"snapshot_id":         func(v *state.Volume) any { return record.OrNull(v.SnapshotID) },
		"source_volid":        func(v *state.Volume) any { return record.OrNull(v.SourceVolumeID) },
		"attach_status":       func(v *state.Volume) any { return string(v.AttachStatus) },
		"migration_status":    func(v *state.Volume) any { return record.OrNull(v.MigrationStatus) },
		"group_id":            func(v *state.Volume) any { return record.OrNull(v.GroupID) },
		"consistencygroup_id": func(*state.Volume) any { return nil },
		"created_at":          func(v *state.Volume) any { return &v.Created },
		"updated_at":          func(v *state.Volume) any { return v.Updated },
		"metadata":            func(v *state.Volume) any { return v.Metadata },
		"glance_metadata":     func(v *state.Volume) any { return v.ImageMetadata },
		"use_quota":           func(*state.Volume) any { return true },
	},
	Sorts: []string{
		"updated_at", "name", "size", "status", "bootable", "availability_zone", "display_description", "display_name", "user_id",
		"project_id", "replication_status", "host", "volume_type_id", "multiattach", "attach_status", "snapshot_id", "source_volid",
		"migration_status", "group_id",
	},
	Find: func(x *pipeline.Exchange, id string) *state.Volume { return state.Volumes.Get(x.Txn, id) },
	Missing: func(x *pipeline.Exchange, marker string) *pipeline.Fault {
		if state.Volumes.Get(x.Txn, marker) == nil {
			return record.NotFound(marker)
		}
		return nil
	},
}

func list(x *pipeline.Exchange, view func(*state.Volume) any) (*pipeline.Response, *pipeline.Fault) {
	p, f := listing.ReadPage(x)
	if f == nil {
		f = p.ReadCount(x)
	}
	if f == nil {
		f = readFilters(x, p)
	}
	if f != nil {
		return nil, f
	}
	all, f := p.AskedProjects(x)
	if f != nil {
		return nil, f
	}
	return volumeList.Answer(x, p, record.VisibleVolumes(x, all), view)
}

// readFilters prepares the filters for the comparison.
func readFilters(x *pipeline.Exchange, p *listing.Page) *pipeline.Fault {
	strict := listing.RefusesUnknownFilters(x)
	if !strict {
		for key, since := range map[string]openapi.Version{
			"glance_metadata": filterByImage, "group_id": filterByGroup, "created_at": filterByTime, "updated_at": filterByTime,
		} {
			if !x.Version.AtLeast(since) {
				delete(p.Filters, key)
			}
		}
	}
	if f := p.Reject(x, strict, listing.FiltersOf("volume")...); f != nil {
		return f
	}
	for key := range p.Filters {
		if strings.HasSuffix(key, "~") && !strict {
			delete(p.Filters, key)
		}
	}
	if strict {
		if f := p.ConsumesQuota(); f != nil {
			return f
		}
	}
	if f := p.Times("created_at", "updated_at"); f != nil {
		return f
	}
	return p.Booleans(x.Version.AtLeast(filterByBoolean), "bootable", "multiattach")
}
