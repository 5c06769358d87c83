package proxies

import (
	"net/http"
	"net/url"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
)

// snapshot is what block storage says of a snapshot, as far as compute passes it on.
type snapshot struct {
	ID          string  `json:"id"`
	VolumeID    string  `json:"volume_id"`
	Status      string  `json:"status"`
	Size        int     `json:"size"`
	Created     string  `json:"created_at"`
	Name        *string `json:"name"`
	Description *string `json:"description"`
}

type snapshotView struct {
	ID          string  `json:"id"`
	VolumeID    string  `json:"volumeId"`
	Status      string  `json:"status"`
	Size        int     `json:"size"`
	Created     string  `json:"createdAt"`
	Name        *string `json:"displayName"`
	Description *string `json:"displayDescription"`
}

// snapshotCreation holds the values that the steps of snapshots.create share.
type snapshotCreation struct {
	Request struct {
		VolumeID    string    `json:"volume_id"`
		Name        *string   `json:"display_name"`
		Description *string   `json:"display_description"`
		Force       body.Bool `json:"force"`
	} `body:"snapshot"`
	made snapshot
}

type newSnapshot struct {
	VolumeID    string    `json:"volume_id"`
	Name        *string   `json:"name,omitzero"`
	Description *string   `json:"description,omitzero"`
	Force       body.Bool `json:"force"`
}

func snapshotOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"snapshots.list":   {Answer: listSnapshots},
		"snapshots.detail": {Answer: listSnapshots},
		"snapshots.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			id := x.Params.Get("snapshot_id")
			r := storage(x, http.MethodGet, "/snapshots/"+url.PathEscape(id), nil)
			if !r.OK() {
				return nil, noSnapshot(id)
			}
			return pipeline.Answer(200, "snapshot", snapshotView(read[snapshot](r, "snapshot"))), nil
		}},
		"snapshots.create": pipeline.OperationOf[snapshotCreation]{
			Steps: []pipeline.StepOf[snapshotCreation]{{Name: "begin to take the snapshot", Run: createSnapshot}},
			Answer: func(_ *pipeline.Exchange, w *snapshotCreation) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "snapshot", snapshotView(w.made)), nil
			},
		}.Operation(),
		"snapshots.delete": {
			Steps: []pipeline.Step{{Name: "begin to delete the snapshot", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				id := x.Params.Get("snapshot_id")
				return storageFault(x, storage(x, http.MethodDelete, "/snapshots/"+url.PathEscape(id), nil), noSnapshot(id))
			}}},
			Answer: record.Accepted,
		},
	}
}

func createSnapshot(x *pipeline.Exchange, w *snapshotCreation) *pipeline.Fault {
	r := storage(x, http.MethodPost, "/snapshots", map[string]newSnapshot{"snapshot": newSnapshot(w.Request)})
	if r.Status == http.StatusRequestEntityTooLarge {
		return pipeline.Forbidden("Quota exceeded for resources: snapshots")
	}
	w.made = read[snapshot](r, "snapshot")
	return storageFault(x, r, record.UnexpectedFault("nova.exception.VolumeNotFound"))
}

func listSnapshots(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	r := storage(x, http.MethodGet, "/snapshots/detail", nil)
	if f := storageFault(x, r, record.UnexpectedFault("cinderclient.exceptions.NotFound")); f != nil {
		return nil, f
	}
	out := []snapshotView{}
	for _, s := range page(x, read[[]snapshot](r, "snapshots")) {
		out = append(out, snapshotView(s))
	}
	return pipeline.Answer(200, "snapshots", out), nil
}
