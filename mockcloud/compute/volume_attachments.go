package compute

import (
	"strconv"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func volumeAttachmentOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"volume-attachments.list":   {Answer: listAttachments},
		"volume-attachments.show":   {Answer: showAttachment},
		"volume-attachments.create": {Steps: attachSteps(), Answer: answerAttached},
		"volume-attachments.update": {Steps: updateAttachmentSteps(), Answer: accepted, Policy: attachmentPolicy},
		"volume-attachments.delete": {Steps: detachSteps(), Answer: accepted},
	}
}

func listAttachments(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := serverOf(x)
	all := s.Volumes()
	// The last one of several values counts; no limit and 0 are the most there is.
	from, limit := min(lastNumber(x, "offset"), len(all)), lastNumber(x, "limit")
	if limit == 0 || limit > mostPerPage {
		limit = mostPerPage
	}
	out := []any{}
	for _, d := range all[from:min(from+limit, len(all))] {
		out = append(out, attachmentView(s, d))
	}
	return pipeline.Answer(200, "volumeAttachments", out), nil
}

// lastNumber is the number that a query key was last given, 0 for none.
func lastNumber(x *pipeline.Exchange, key string) int {
	values := x.Query[key]
	if len(values) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(values[len(values)-1])
	return n
}

func showAttachment(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s, id := serverOf(x), x.Params.Get("volume_id")
	d := s.Volume(id)
	if d == nil {
		return nil, notAttached(s, id)
	}
	return pipeline.Answer(200, "volumeAttachment", attachmentView(s, *d)), nil
}

func notAttached(s *state.Server, volume string) *pipeline.Fault {
	return pipeline.NotFound("Instance %s is not attached to volume %s", s.ID, volume)
}

// attachmentView is a volume of a server; the device is told once it is known.
func attachmentView(s *state.Server, d state.BlockDevice) map[string]any {
	v := map[string]any{
		"id": d.VolumeID, "volumeId": d.VolumeID, "serverId": s.ID, "tag": textOrNil(d.Tag),
		"delete_on_termination": d.DeleteOnTermination, "attachment_id": nonEmpty(d.AttachmentID), "bdm_uuid": d.ID,
	}
	if d.Device != "" {
		v["device"] = d.Device
	}
	return v
}
