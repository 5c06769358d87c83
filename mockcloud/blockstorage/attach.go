package blockstorage

import (
	"slices"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/policy"
	"plumbline/mockcloud/state"
	"plumbline/openapi"
)

// attaching is the scratch of what makes attachments.
type attaching struct {
	volume *state.Volume
	info   map[string]any
}

func findAttachedVolume(x *pipeline.Exchange) *pipeline.Fault {
	id, _ := x.Inner("attachment")["volume_uuid"].(string)
	v := volumeFor(x, id)
	if v == nil {
		return noVolume(id)
	}
	pipeline.Work[attaching](x).volume = v
	x.Target = policy.Target{ProjectID: v.ProjectID}
	return nil
}

func notInError(x *pipeline.Exchange) *pipeline.Fault {
	if v := pipeline.Work[attaching](x).volume; strings.Contains(string(v.Status), "error") {
		return invalidVolume("Volume attachments can not be created if the volume is in an error state. "+
			"The Volume %s currently has a status of: %s ", v.ID, v.Status)
	}
	return nil
}

func mayShareBoot(x *pipeline.Exchange) *pipeline.Fault {
	if v := pipeline.Work[attaching](x).volume; v.Multiattach && v.Status == state.VolumeInUse && v.Bootable {
		return x.Demand("volume:multiattach_bootable_volume")
	}
	return nil
}

// reservable are the states of a volume that becomes reserved (contract 40 §3).
func reservable(v *state.Volume) []state.VolumeStatus {
	if v.Multiattach {
		return []state.VolumeStatus{state.VolumeAvailable, state.VolumeInUse, state.VolumeDownloading}
	}
	return []state.VolumeStatus{state.VolumeAvailable, state.VolumeDownloading}
}

// canReserve lets a server that has the volume reserve it once more, whatever for: compute does so when it moves or
// rebuilds the server. The volume stays as it is then.
func canReserve(x *pipeline.Exchange) *pipeline.Fault {
	v, server := pipeline.Work[attaching](x).volume, serverOf(x)
	if slices.Contains(reservable(v), v.Status) {
		return nil
	}
	if server != "" && (v.Status == state.VolumeInUse || v.Status == state.VolumeReserved) {
		for _, a := range attachmentsOf(x, v.ID) {
			if a.ServerID == server {
				return nil
			}
		}
	}
	words := make([]string, 0, 3)
	for _, s := range reservable(v) {
		words = append(words, string(s))
	}
	return invalidVolume("Volume %s status must be %s to reserve, but the current status is %s.", v.ID, strings.Join(words, " or "), v.Status)
}

func serverOf(x *pipeline.Exchange) string {
	id, _ := x.Inner("attachment")["instance_uuid"].(string)
	return id
}

func reserveVolume(x *pipeline.Exchange) *pipeline.Fault {
	work := pipeline.Work[attaching](x)
	if v := work.volume; slices.Contains(reservable(v), v.Status) {
		work.volume = put(x, v, func(v *state.Volume) { v.Status = state.VolumeReserved })
	}
	mode, _ := x.Inner("attachment")["mode"].(string)
	if mode == "" {
		mode = "null"
	}
	if work.volume.AdminMetadata["readonly"] != "" { // "False" as well: the service asks whether it was ever set
		mode = "ro"
	}
	a := &state.VolumeAttachment{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("volume-attachments"), VolumeID: work.volume.ID, ServerID: serverOf(x),
		Status: state.AttachReserved, Mode: mode, Created: x.Now(),
	}
	state.VolumeAttachments.Insert(x.Txn, a)
	x.Found(a, policy.Target{ProjectID: work.volume.ProjectID})
	return nil
}

func connectAtOnce(x *pipeline.Exchange) *pipeline.Fault {
	if connector, ok := x.Inner("attachment")["connector"].(map[string]any); ok && len(connector) > 0 {
		connect(x, pipeline.Subject[state.VolumeAttachment](x), connector)
	}
	return nil
}

func namesHost(x *pipeline.Exchange) *pipeline.Fault {
	connector, _ := x.Inner("attachment")["connector"].(map[string]any)
	if _, named := connector["host"]; !named {
		return pipeline.Refuse(500, "Unable to update the attachment.")
	}
	return nil
}

func canConnect(x *pipeline.Exchange) *pipeline.Fault {
	a := pipeline.Subject[state.VolumeAttachment](x)
	v := volumeFor(x, a.VolumeID)
	refuse := func(why string) *pipeline.Fault {
		return pipeline.Refuse(500, "Unable to update attachment.(%s).", why)
	}
	if v == nil {
		return refuse(noVolume(a.VolumeID).Message)
	}
	if strings.Contains(string(v.Status), "error") {
		return refuse("Invalid volume: Volume attachments can not be updated if the volume is in an error state. The Volume " + v.ID +
			" currently has a status of: " + string(v.Status) + " ")
	}
	all := attachmentsOf(x, v.ID)
	connected := slices.ContainsFunc(all, func(a *state.VolumeAttachment) bool { return a.ConnectionInfo != nil })
	if len(all) > 1 && !v.Multiattach && connected {
		return refuse("Invalid volume: duplicate connectors detected on volume " + v.ID)
	}
	return nil
}

// connect tells a host how to connect; the server is about to have the volume.
func connect(x *pipeline.Exchange, a *state.VolumeAttachment, connector map[string]any) {
	info := connection(a.VolumeID)
	info["driver_volume_type"], info["attachment_id"] = "local", a.ID
	mode := "rw"
	if given, ok := connector["mode"].(string); ok {
		mode = given
	}
	if a.Mode != "null" {
		mode = a.Mode
	}
	now := x.Now()
	putAttachment(x, a, func(a *state.VolumeAttachment) {
		a.Status, a.Mode, a.Attached, a.Connector, a.ConnectionInfo = state.AttachAttaching, mode, &now, connector, info
		a.Host, _ = connector["host"].(string)
		if a.Mountpoint, _ = connector["mountpoint"].(string); a.Mountpoint == "" {
			a.Mountpoint = "na"
		}
	})
	put(x, state.Volumes.Get(x.Txn, a.VolumeID), func(v *state.Volume) { v.Status, v.AttachStatus = state.VolumeAttaching, state.AttachAttaching })
	pipeline.Work[attaching](x).info = info
}

// connection is what a host is told: a file that nobody opens.
func connection(volumeID string) map[string]any {
	return map[string]any{
		"device_path": "/var/lib/volumes/volume-" + volumeID, "access_mode": "rw", "qos_specs": nil, "encrypted": false, "cacheable": false,
		"enforce_multipath": false,
	}
}

// detach takes an attachment away; the volume is what the ones that are left make it.
func detach(x *pipeline.Exchange, a *state.VolumeAttachment) {
	state.VolumeAttachments.Delete(x.Txn, a.ID)
	before := state.Volumes.Get(x.Txn, a.VolumeID)
	if before == nil {
		return
	}
	status, attached := statusFrom(attachmentsOf(x, a.VolumeID))
	put(x, before, func(v *state.Volume) {
		v.AttachStatus = attached
		if attached != state.AttachDetached || v.Status != state.VolumeUploading {
			v.Status = status
		}
		note(v, "attached_mode", "")
	})
}

// statusFrom is what a volume with these attachments is (contract 40 §3): the first of attached, attaching,
// detaching and reserved that there is; without any it is available. Those that failed do not count.
func statusFrom(all []*state.VolumeAttachment) (state.VolumeStatus, state.AttachStatus) {
	for _, s := range []struct {
		attachment state.AttachStatus
		volume     state.VolumeStatus
	}{
		{state.AttachAttached, state.VolumeInUse},
		{state.AttachAttaching, state.VolumeAttaching},
		{state.AttachDetaching, state.VolumeDetaching},
		{state.AttachReserved, state.VolumeReserved},
	} {
		if slices.ContainsFunc(all, func(a *state.VolumeAttachment) bool { return a.Status == s.attachment }) {
			return s.volume, s.attachment
		}
	}
	return state.VolumeAvailable, state.AttachDetached
}

// asksForAttachment is the first microversion of compute that tells the id of an attachment.
var asksForAttachment = openapi.MustVersion("2.89")

// notUsed refuses to take an attachment away that compute uses, unless a service asks: the server would go on using
// what is somebody else's by then.
func notUsed(x *pipeline.Exchange, a *state.VolumeAttachment) *pipeline.Fault {
	if x.Caller.Service || a.ServerID == "" || a.ConnectionInfo == nil {
		return nil
	}
	reply := x.Call(pipeline.Call{
		Service: openapi.Compute, Method: "GET", Path: "/servers/" + a.ServerID + "/os-volume_attachments/" + a.VolumeID,
		Version: asksForAttachment, Caller: pipeline.AsService(),
	})
	if !reply.OK() || reply.Text("volumeAttachment", "attachment_id") != a.ID {
		return nil
	}
	return usedByCompute(a.ServerID)
}

func usedByCompute(serverID string) *pipeline.Fault {
	return pipeline.Conflict("ConflictNovaUsingAttachment: Detach volume from instance %s using the Compute API", serverID)
}
