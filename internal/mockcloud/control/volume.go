package control

import (
	"fmt"
	"net/http"

	"plumbline/internal/mockcloud/state"
)

// Volume is a volume's record, with fields that no API shows; nil when there is none.
func (c *Control) Volume(id string) *state.Volume {
	c.env.RunDue()
	return state.Volumes.Get(c.env.Store.Read(), id)
}

// volumeRecord is a volume over HTTP. Content is the marker of its content: the checksum of the image that was last written to it, or
// a text that stands for the data of a blank volume.
type volumeRecord struct {
	ID             string             `json:"id"`
	ProjectID      string             `json:"project_id"`
	Status         state.VolumeStatus `json:"status"`
	PreviousStatus state.VolumeStatus `json:"previous_status"`
	AttachStatus   state.AttachStatus `json:"attach_status"`
	Size           int                `json:"size"`
	Host           string             `json:"host"`
	Content        string             `json:"content"`
	ImageMetadata  map[string]string  `json:"volume_image_metadata"`
	Attachments    []attachmentRecord `json:"attachments"`
}

type attachmentRecord struct {
	ID       string             `json:"id"`
	ServerID string             `json:"server_id"`
	Status   state.AttachStatus `json:"status"`
}

func (c *Control) getVolume(r *http.Request) (int, any, error) {
	id := r.PathValue("id")
	v := c.Volume(id)
	if v == nil {
		return 0, nil, notFound(fmt.Sprintf("there is no volume %q", id))
	}
	out := volumeRecord{
		ID: v.ID, ProjectID: v.ProjectID, Status: v.Status, PreviousStatus: v.PreviousStatus, AttachStatus: v.AttachStatus, Size: v.Size,
		Host: v.Host, Content: v.Content, ImageMetadata: v.ImageMetadata, Attachments: []attachmentRecord{},
	}
	for _, a := range state.VolumeAttachments.List(c.env.Store.Read(), "volume", id) {
		out.Attachments = append(out.Attachments, attachmentRecord{ID: a.ID, ServerID: a.ServerID, Status: a.Status})
	}
	return namedAnswer("volume", out)
}
