package status

import (
	"plumbline/internal/mockcloud/blockstorage/attachments"
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds the actions that set a volume's status, bootable and read-only flags.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"volumes.reset-status": pipeline.OperationOf[resetting]{
			Formats: statusesKnown,
			Steps: []pipeline.StepOf[resetting]{
				{Name: "the status can be set", Run: canReset},
				{Name: "set the status", Requirements: []string{"BFV-16"}, Run: setStatus},
			},
			Answer: record.Accepted[resetting],
		}.Operation(),
		"volumes.set-bootable": pipeline.OperationOf[booting]{
			Steps: []pipeline.StepOf[booting]{
				{Name: "not in maintenance", Run: record.NotInMaintenance[booting]},
				{Name: "set whether it can be booted from", Run: setBootable},
			},
			Answer: record.AnswerEmpty[booting],
		}.Operation(),
		"volumes.set-readonly": pipeline.OperationOf[writing]{
			Steps: []pipeline.StepOf[writing]{
				{Name: "the volume is available", Run: isAvailable},
				{Name: "set whether it can be written", Run: setReadonly},
			},
			Answer: record.Accepted[writing],
		}.Operation(),
	}}
}

// booting holds the values that the steps of volumes.set-bootable share.
type booting struct {
	Request struct {
		Bootable body.Bool `json:"bootable"`
	} `body:"os-set_bootable"`
}

// writing holds the values that the steps of volumes.set-readonly share.
type writing struct {
	Request struct {
		Readonly body.Bool `json:"readonly"`
	} `body:"os-update_readonly_flag"`
}

func setBootable(x *pipeline.Exchange, w *booting) *pipeline.Fault {
	record.Change(x, func(v *state.Volume) { v.Bootable = bool(w.Request.Bootable) })
	return nil
}

func isAvailable(x *pipeline.Exchange, _ *writing) *pipeline.Fault {
	if v := record.Volume(x); v.Status != state.VolumeAvailable {
		return record.InvalidVolume("Volume %s status must be available to update readonly flag, but current status is: %s.", v.ID, v.Status)
	}
	return nil
}

func setReadonly(x *pipeline.Exchange, w *writing) *pipeline.Fault {
	readonly := "False"
	if w.Request.Readonly {
		readonly = "True"
	}
	record.Change(x, func(v *state.Volume) { record.SetAdminMetadata(v, "readonly", readonly) })
	return nil
}

func canReset(x *pipeline.Exchange, w *resetting) *pipeline.Fault {
	switch status := w.Request.Status.Lower(); status {
	case "deleting", "error_deletingdetaching": // a comma is missing in the service's own list
		return pipeline.BadRequest("Cannot reset-state to %s", status)
	case "in-use":
		if len(record.Attachments(x, record.Volume(x).ID)) == 0 {
			return pipeline.BadRequest("Cannot reset-state to in-use because volume does not have any attachments.")
		}
	}
	return nil
}

func setStatus(x *pipeline.Exchange, w *resetting) *pipeline.Fault {
	status, attached := w.Request.Status.Lower(), w.Request.AttachStatus.Lower()
	v := record.Change(x, func(v *state.Volume) {
		if status != "" {
			v.Status = state.VolumeStatus(status)
		}
		if attached != "" {
			v.AttachStatus = state.AttachStatus(attached)
		}
		switch migration := w.Request.MigrationStatus.Lower(); migration {
		case "":
		case "none":
			v.MigrationStatus = ""
		default:
			v.MigrationStatus = migration
		}
		if attached == "detached" {
			record.SetAdminMetadata(v, "attached_mode", "")
		}
	})
	if attached == "detached" {
		for _, a := range record.Attachments(x, v.ID) {
			attachments.Detach(x, a)
		}
	}
	return nil
}
