package migration

import (
	"plumbline/internal/mockcloud/blockstorage/attachments"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// completion holds the values that the steps of volumes.complete-migration share: compute has copied a volume of a server to another one.
type completion struct {
	Request struct {
		New   string      `json:"new_volume"`
		Error record.Word `json:"error"`
	} `body:"os-migrate_volume_completion"`
	next *state.Volume
}

func findNew(x *pipeline.Exchange, w *completion) *pipeline.Fault {
	if w.next = record.Visible(x, w.Request.New); w.next == nil {
		return record.NotFound(w.Request.New)
	}
	return nil
}

// neitherMigrates refuses volumes in the middle of a migration: the mock's own migrations need nobody to complete them.
func neitherMigrates(x *pipeline.Exchange, w *completion) *pipeline.Fault {
	v := record.Volume(x)
	switch from, to := v.MigrationStatus, w.next.MigrationStatus; {
	case from == "" && to == "":
		return nil
	case from == "":
		return record.InvalidVolume("Source volume not mid-migration.")
	case to == "":
		return record.InvalidVolume("Destination volume not mid-migration.")
	default:
		return record.InvalidVolume("Destination has migration_status %s, expected target:%s.", to, v.ID)
	}
}

func canSwap(x *pipeline.Exchange, w *completion) *pipeline.Fault {
	v := record.Volume(x)
	all := record.Attachments(x, v.ID)
	if w.Request.Error.True || len(all) == 0 {
		return nil
	}
	for _, a := range all {
		if f := attachments.NotUsed(x, a); f != nil {
			return f
		}
	}
	switch {
	case v.Status == state.VolumeMaintenance:
		return record.InvalidVolume("The volume cannot be detached in maintenance mode.")
	case w.next.Status == state.VolumeMaintenance:
		return record.InvalidVolume("The volume cannot be attached in maintenance mode.")
	case w.next.Status == state.VolumeInUse && !w.next.Multiattach:
		return pipeline.Refuse(500, record.Erred)
	}
	return nil
}

func swap(x *pipeline.Exchange, w *completion) *pipeline.Fault {
	if w.Request.Error.True {
		return nil
	}
	for _, a := range record.Attachments(x, record.Volume(x).ID) {
		attachments.Detach(x, a)
		attachments.Attach(x, state.Volumes.Get(x.Txn, w.next.ID), &state.VolumeAttachment{
			ServerID: a.ServerID, Host: a.Host, Mode: "rw", Mountpoint: a.Mountpoint,
		})
	}
	return nil
}

func answerCompletion(_ *pipeline.Exchange, w *completion) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "save_volume_id", w.next.ID), nil
}
