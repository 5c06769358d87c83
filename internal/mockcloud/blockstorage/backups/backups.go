package backups

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// Scheduled work on backups.
const (
	workCreated  = "backups.created"
	workRestored = "backups.restored"
	workDeleted  = "backups.deleted"
)

type nothing = pipeline.Nothing

// Operations holds the operations on backups.
func Operations() pipeline.OperationSet {
	deletion := func(byForce bool, answer func(*pipeline.Exchange, *nothing) (*pipeline.Response, *pipeline.Fault)) pipeline.Operation {
		return pipeline.OperationOf[nothing]{
			Steps: []pipeline.StepOf[nothing]{{Name: "delete the backup", Run: func(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
				return beginDeleting(x, byForce)
			}}},
			Answer: answer,
		}.Operation()
	}
	return pipeline.OperationSet{
		Lookups: map[string]pipeline.Lookup{"backup_id": find},
		Operations: map[string]pipeline.Operation{
			"backups.list":   {Answer: list(brief)},
			"backups.detail": {Answer: list(detailed)},
			"backups.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "backup", detailed(x, backup(x))), nil
			}},
			"backups.create": pipeline.OperationOf[creation]{
				Steps: []pipeline.StepOf[creation]{
					{Name: "find the volume", Run: findVolume},
					{Name: "the source is ready", Run: sourceReady},
					{Name: "quota", Run: quotaAllows},
					{Name: "find the parent", Run: findParent},
					{Name: "back up", Run: create},
				},
				Policy: func(*pipeline.Exchange, *creation) *pipeline.Fault { return nil }, // checked after the look-up of the volume
				Answer: answerBrief[creation](202),
			}.Operation(),
			"backups.update": pipeline.OperationOf[update]{
				Steps: []pipeline.StepOf[update]{{Name: "change the backup", Run: rename}}, Answer: answerBrief[update](200),
			}.Operation(),
			"backups.delete":       deletion(false, record.AnswerDeleted[nothing]),
			"backups.force-delete": deletion(true, record.Accepted[nothing]),
			"backups.reset-status": pipeline.OperationOf[resetting]{
				Formats: statusKnown, Steps: []pipeline.StepOf[resetting]{{Name: "set the status", Run: reset}}, Answer: record.Accepted[resetting],
			}.Operation(),
			"backups.restore": pipeline.OperationOf[restoring]{
				Steps: []pipeline.StepOf[restoring]{
					{Name: "the backup is available", Run: canRestore}, {Name: "find the volume", Run: findTarget}, {Name: "restore", Run: restore},
				},
				Answer: answerRestoring,
			}.Operation(),
			"backups.export": {Answer: export},
			"backups.import": pipeline.OperationOf[importing]{
				Steps: []pipeline.StepOf[importing]{{Name: "know the backup again", Run: importRecord}}, Answer: answerBrief[importing](201),
			}.Operation(),
		},
		Async: map[string]pipeline.Async{
			workCreated:  {Steps: []pipeline.Step{{Name: "back up", Run: created}}, Failed: failed},
			workRestored: {Steps: []pipeline.Step{{Name: "restore", Run: restored}}, Failed: failed},
			workDeleted:  {Steps: []pipeline.Step{{Name: "delete the backup", Run: deleted}}},
		},
	}
}

// invalid is 400 for an action that the backup's state does not allow.
func invalid(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid backup: "+format, args...)
}

func notFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Backup %s could not be found.", id)
}

// backup is the backup of the request's path, or the new one.
func backup(x *pipeline.Exchange) *state.VolumeBackup { return pipeline.Subject[state.VolumeBackup](x) }

func visible(x *pipeline.Exchange, id string) *state.VolumeBackup {
	b := state.VolumeBackups.Get(x.Txn, id)
	if b == nil || !x.Caller.Admin() && b.ProjectID != x.Caller.ProjectID {
		return nil
	}
	return b
}

func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	b := visible(x, id)
	if b == nil {
		return notFound(id)
	}
	focus(x, b)
	return nil
}

func focus(x *pipeline.Exchange, b *state.VolumeBackup) {
	x.SetSubject(b, policy.Target{ProjectID: b.ProjectID, UserID: b.UserID})
}

// put stores a changed copy of a backup.
func put(x *pipeline.Exchange, before *state.VolumeBackup, how func(*state.VolumeBackup)) *state.VolumeBackup {
	b, now := *before, x.Now()
	how(&b)
	b.Updated = &now
	state.VolumeBackups.Insert(x.Txn, &b)
	return &b
}

// change stores a changed copy of the backup of the request's path.
func change(x *pipeline.Exchange, how func(*state.VolumeBackup)) { focus(x, put(x, backup(x), how)) }

// update holds the values that the steps of backups.update share.
type update struct {
	Request struct {
		Name        body.Opt[string]            `json:"name"`
		Description body.Opt[string]            `json:"description"`
		Metadata    body.Opt[map[string]string] `json:"metadata"`
	} `body:"backup"`
}

func rename(x *pipeline.Exchange, w *update) *pipeline.Fault {
	change(x, func(b *state.VolumeBackup) {
		record.TrimSpace(w.Request.Name).SetOrClear(&b.Name)
		record.TrimSpace(w.Request.Description).SetOrClear(&b.Description)
		w.Request.Metadata.Set(&b.Metadata)
	})
	return nil
}

func beginDeleting(x *pipeline.Exchange, byForce bool) *pipeline.Fault {
	b := backup(x)
	if !byForce && b.Status != "available" && b.Status != "error" {
		return invalid("Backup status must be available or error")
	}
	if len(state.VolumeBackups.List(x.Txn, "parent", b.ID)) > 0 {
		return invalid("Incremental backups exist for this backup.")
	}
	change(x, func(b *state.VolumeBackup) { b.Status = "deleting" })
	x.Schedule(workDeleted, b.ID, nil)
	return nil
}

func deleted(x *pipeline.Exchange) *pipeline.Fault {
	state.VolumeBackups.Delete(x.Txn, x.Event.Resource)
	return nil
}

// resetting holds the values that the steps of backups.reset-status share.
type resetting struct {
	Request struct {
		Status record.Word `json:"status"`
	} `body:"os-reset_status"`
}

// statuses are those that administrators can give to a backup.
var statuses = []string{"available", "error"}

func statusKnown(_ *pipeline.Exchange, w *resetting) *pipeline.Fault {
	if word := w.Request.Status; word.IsText && !slices.Contains(statuses, word.Lower()) {
		return pipeline.BadRequest("Backup status: %s is invalid, valid statuses are: [%s].", word.Text, record.PythonTuple(statuses))
	}
	return nil
}

func reset(x *pipeline.Exchange, w *resetting) *pipeline.Fault {
	change(x, func(b *state.VolumeBackup) { b.Status = w.Request.Status.Lower() })
	return nil
}
