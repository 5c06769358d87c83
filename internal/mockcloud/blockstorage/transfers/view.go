package transfers

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// shownBrief is a transfer in a list without details.
type shownBrief struct {
	ID       string          `json:"id"`
	VolumeID string          `json:"volume_id"`
	Name     *string         `json:"name"`
	Links    []pipeline.Link `json:"links"`
}

// shown is a transfer with all fields. An accepted one is gone, so that nobody sees where it went.
type shown struct {
	shownBrief
	Created     *string `json:"created_at"`
	NoSnapshots bool    `json:"no_snapshots"`
	Source      string  `json:"source_project_id"`
	Destination *string `json:"destination_project_id"`
	Accepted    bool    `json:"accepted"`
}

// shownNew is a new transfer with its key, which no other answer has.
type shownNew struct {
	shown
	Key string `json:"auth_key"`
}

func briefView(x *pipeline.Exchange, t *state.VolumeTransfer) shownBrief {
	return shownBrief{t.ID, t.VolumeID, t.Name, record.Links(x, "os-volume-transfer", t.ID)}
}

func view(x *pipeline.Exchange, t *state.VolumeTransfer) shown {
	return shown{
		shownBrief: briefView(x, t), Created: record.Created(x, t.Created), NoSnapshots: t.NoSnapshots, Source: t.SourceProjectID,
	}
}

func brief(x *pipeline.Exchange, t *state.VolumeTransfer) any {
	b := briefView(x, t)
	return &b
}

func detailed(x *pipeline.Exchange, t *state.VolumeTransfer) any {
	d := view(x, t)
	return &d
}

func answerCreated(x *pipeline.Exchange, w *creation) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(202, "transfer", &shownNew{view(x, transfer(x)), w.key}), nil
}
