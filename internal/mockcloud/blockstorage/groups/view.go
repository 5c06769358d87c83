package groups

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// withVolumes is the first microversion that can show the volumes of a group.
var withVolumes = openapi.MustVersion("3.25")

// shownBrief is a group in a list without details.
type shownBrief struct {
	ID   string  `json:"id"`
	Name *string `json:"name"`
}

// shown is a group with details.
type shown struct {
	shownBrief
	Status      string    `json:"status"`
	Zone        *string   `json:"availability_zone"`
	Created     *string   `json:"created_at"`
	Description *string   `json:"description"`
	Type        string    `json:"group_type"`
	Types       []string  `json:"volume_types"`
	SnapshotID  *string   `json:"group_snapshot_id"`
	SourceID    *string   `json:"source_group_id"`
	Volumes     *[]string `json:"volumes,omitzero"`
	Replication string    `json:"replication_status"`
	ProjectID   string    `json:"project_id"`
}

// AnswerCreated is the answer to a request for a new group.
func AnswerCreated(x *pipeline.Exchange) *pipeline.Response {
	return pipeline.Answer(202, "group", brief(x, Group(x)))
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	if f := RefuseReserved(x, Group(x)); f != nil {
		return nil, f
	}
	if _, f := showsVolumes(x); f != nil {
		return nil, f
	}
	return pipeline.Answer(200, "group", detailed(x, Group(x))), nil
}

// showsVolumes tells whether the query asks for the volumes of groups.
func showsVolumes(x *pipeline.Exchange) (bool, *pipeline.Fault) {
	if !x.Version.AtLeast(withVolumes) {
		return false, nil
	}
	return record.Flag(x, "list_volume")
}

func brief(_ *pipeline.Exchange, g *state.VolumeGroup) any { return &shownBrief{g.ID, g.Name} }

func detailed(x *pipeline.Exchange, g *state.VolumeGroup) any {
	out := &shown{
		shownBrief: shownBrief{g.ID, g.Name}, Status: g.Status, Zone: record.OrNull(g.Zone), Created: record.Time(&g.Created),
		Description: g.Description, Type: g.TypeID, Types: g.VolumeTypes, SnapshotID: record.OrNull(g.SnapshotID),
		SourceID: record.OrNull(g.SourceID), Replication: "disabled", ProjectID: g.ProjectID,
	}
	if asked, _ := showsVolumes(x); asked {
		ids := []string{}
		for _, v := range Volumes(x, g.ID) {
			ids = append(ids, v.ID)
		}
		out.Volumes = &ids
	}
	return out
}
