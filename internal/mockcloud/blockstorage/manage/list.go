package manage

import (
	"plumbline/internal/mockcloud/blockstorage/listing"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// found is something in the storage, in answers.
type found struct {
	Reference map[string]string `json:"reference"`
	Source    map[string]string `json:"source_reference,omitzero"`
	Size      int               `json:"size"`
	Safe      bool              `json:"safe_to_manage"`
}

// details is something in the storage, with all fields.
type details struct {
	found
	Reason *string `json:"reason_not_safe"`
	ID     *string `json:"cinder_id"`
	Extra  *string `json:"extra_info"`
}

func (f found) view(detail, managed bool, id string) any {
	if !detail {
		return &f
	}
	d := &details{found: f}
	if managed {
		reason := "already managed"
		d.Reason, d.ID = &reason, &id
	}
	return d
}

func named(kind, id string) map[string]string {
	return map[string]string{"source-name": kind + "-" + id}
}

// listVolumes lists the volumes in the storage: those that are managed, and the others.
func listVolumes(detail bool) pipeline.Behaviour {
	return lists("manageable-volumes", func(x *pipeline.Exchange) (all []any) {
		for v := range state.Volumes.All(x.Txn) {
			all = append(all, found{Reference: named("volume", v.ID), Size: v.Size}.view(detail, true, v.ID))
		}
		for v := range state.UnmanagedVolumes.All(x.Txn) {
			all = append(all, found{Reference: named("volume", v.ID), Size: v.Size, Safe: true}.view(detail, false, ""))
		}
		return all
	})
}

func listSnapshots(detail bool) pipeline.Behaviour {
	return lists("manageable-snapshots", func(x *pipeline.Exchange) (all []any) {
		for s := range state.VolumeSnapshots.All(x.Txn) {
			f := found{Reference: named("snapshot", s.ID), Source: named("volume", s.VolumeID), Size: s.Size}
			all = append(all, f.view(detail, true, s.ID))
		}
		for s := range state.UnmanagedSnapshots.All(x.Txn) {
			f := found{Reference: named("snapshot", s.ID), Source: named("volume", s.VolumeID), Size: s.Size, Safe: true}
			all = append(all, f.view(detail, false, ""))
		}
		return all
	})
}

const oneOfThem = "One and only one of cluster and host must be set."

// clusters is the first microversion that lists what a cluster has.
var clusters = openapi.MustVersion("3.17")

func lists(key string, all func(*pipeline.Exchange) []any) pipeline.Behaviour {
	return func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		host, _ := record.Asked(x, "host")
		cluster, _ := record.Asked(x, "cluster")
		clustered := x.Version.AtLeast(clusters)
		switch {
		case clustered && (host == "") == (cluster == ""):
			return nil, record.InvalidInput(oneOfThem)
		case !clustered && host == "":
			return nil, record.InvalidInput("Host field is missing.")
		}
		p, f := listing.ReadPage(x)
		if f == nil {
			f = p.SortedBy("reference", "size")
		}
		switch {
		case f != nil:
			return nil, f
		case clustered && host == "":
			return nil, pipeline.NotFound("Service cinder-volume could not be found.")
		case host == record.VolumeService, host == record.Host:
			return pipeline.Answer(200, key, append([]any{}, all(x)...)), nil
		}
		return nil, pipeline.NotFound("Service cinder-volume could not be found on host %s.", host)
	}
}
