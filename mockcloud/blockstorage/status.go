package blockstorage

import (
	"maps"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var statusOperations = map[string]pipeline.Operation{
	"volumes.reset-status": {
		Steps: []pipeline.Step{
			{Name: "the status can be set", Run: canReset},
			{Name: "set the status", Requirements: []string{"BFV-16"}, Run: resetStatus},
		},
		Answer: accepted,
	},
	"volumes.set-bootable": {
		Steps: []pipeline.Step{
			{Name: "not in maintenance", Run: notInMaintenance},
			{Name: "set whether it can be booted from", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				change(x, func(v *state.Volume) { v.Bootable = truth(x.Inner("os-set_bootable")["bootable"]) })
				return nil
			}},
		},
		Answer: done,
	},
	"volumes.set-readonly": {
		Steps: []pipeline.Step{
			{Name: "the volume is available", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				if v := pipeline.Subject[state.Volume](x); v.Status != state.VolumeAvailable {
					return invalidVolume("Volume %s status must be available to update readonly flag, but current status is: %s.", v.ID, v.Status)
				}
				return nil
			}},
			{Name: "set whether it can be written", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				readonly := "False"
				if truth(x.Inner("os-update_readonly_flag")["readonly"]) {
					readonly = "True"
				}
				change(x, func(v *state.Volume) { note(v, "readonly", readonly) })
				return nil
			}},
		},
		Answer: accepted,
	},
}

// note sets what the service itself notes about a volume; "" takes it away.
func note(v *state.Volume, key, value string) {
	noted := maps.Clone(v.AdminMetadata)
	if noted == nil {
		noted = map[string]string{}
	}
	if noted[key] = value; value == "" {
		delete(noted, key)
	}
	v.AdminMetadata = noted
}

func resetTo(x *pipeline.Exchange, key string) string {
	word, _ := x.Inner("os-reset_status")[key].(string)
	return strings.ToLower(word)
}

func canReset(x *pipeline.Exchange) *pipeline.Fault {
	switch status := resetTo(x, "status"); status {
	case "deleting", "error_deletingdetaching": // the service's own list has a comma missing
		return pipeline.BadRequest("Cannot reset-state to %s", status)
	case "in-use":
		if len(attachmentsOf(x, pipeline.Subject[state.Volume](x).ID)) == 0 {
			return pipeline.BadRequest("Cannot reset-state to in-use because volume does not have any attachments.")
		}
	}
	return nil
}

func resetStatus(x *pipeline.Exchange) *pipeline.Fault {
	status, attached := resetTo(x, "status"), resetTo(x, "attach_status")
	v := change(x, func(v *state.Volume) {
		if status != "" {
			v.Status = state.VolumeStatus(status)
		}
		if attached != "" {
			v.AttachStatus = state.AttachStatus(attached)
		}
		if attached == "detached" {
			note(v, "attached_mode", "")
		}
	})
	if attached == "detached" {
		for _, a := range attachmentsOf(x, v.ID) {
			detach(x, a)
		}
	}
	return nil
}
