package attachments

import (
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds the operations on the volumes attached to servers.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: operations(),
		Async:      work(),
	}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"volume-attachments.list":   {Answer: listAttachments},
		"volume-attachments.show":   {Answer: showAttachment},
		"volume-attachments.create": pipeline.OperationOf[attachment]{Steps: attachSteps(), Answer: answerAttached}.Operation(),
		"volume-attachments.update": pipeline.OperationOf[update]{
			Policy: updatePolicy, Steps: updateSteps(), Answer: record.AcceptedOf[update],
		}.Operation(),
		"volume-attachments.delete": {Steps: detachSteps(), Answer: record.Accepted},
	}
}

func listAttachments(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s := record.Server(x)
	all := s.Volumes()
	// If a key is repeated, the last value counts; a missing limit and 0 both mean the largest page.
	from, limit := min(record.LastNumber(x, "offset"), len(all)), record.LastNumber(x, "limit")
	if limit == 0 || limit > record.MostPerPage(x) {
		limit = record.MostPerPage(x)
	}
	var out []shownAttachment
	for _, d := range all[from:min(from+limit, len(all))] {
		out = append(out, shownView(s, d))
	}
	return pipeline.Answer(200, "volumeAttachments", out), nil
}

func showAttachment(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	s, id := record.Server(x), x.Params.Get("volume_id")
	d := s.Volume(id)
	if d == nil {
		return nil, notAttached(s, id)
	}
	return pipeline.Answer(200, "volumeAttachment", shownView(s, *d)), nil
}

func notAttached(s *state.Server, volume string) *pipeline.Fault {
	return pipeline.NotFound("Instance %s is not attached to volume %s", s.ID, volume)
}

// attachmentView is a volume of a server.
type attachmentView struct {
	ID                  string  `json:"id"`
	VolumeID            string  `json:"volumeId"`
	ServerID            string  `json:"serverId"`
	Tag                 *string `json:"tag"`
	DeleteOnTermination bool    `json:"delete_on_termination"`
	AttachmentID        *string `json:"attachment_id"`
	DiskID              string  `json:"bdm_uuid"`
}

func view(s *state.Server, d state.BlockDevice) attachmentView {
	return attachmentView{
		ID: d.VolumeID, VolumeID: d.VolumeID, ServerID: s.ID, Tag: d.Tag,
		DeleteOnTermination: d.DeleteOnTermination, AttachmentID: record.NonEmpty(d.AttachmentID), DiskID: d.ID,
	}
}

// shownAttachment is an attachment with its device; the device is left out until it is known.
type shownAttachment struct {
	attachmentView
	Device string `json:"device,omitzero"`
}

func shownView(s *state.Server, d state.BlockDevice) shownAttachment {
	return shownAttachment{attachmentView: view(s, d), Device: d.Device}
}
