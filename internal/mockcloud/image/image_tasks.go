package image

import (
	"time"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// listImports answers the imports of an image, with the fields of the database record.
func listImports(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	all := []importView{}
	for _, t := range state.ImageTasks.List(x.Txn, "image", pipeline.Subject[state.Image](x).ID) {
		all = append(all, importView{
			ID: t.ID, Type: t.Type, Status: t.Status, Owner: t.Owner, Expires: recordTime(t.Expires), Created: *recordTime(&t.Created),
			Updated: *recordTime(&t.Updated), ImageID: t.ImageID, RequestID: t.RequestID, UserID: t.UserID, Input: t.Input,
			Result: t.Result, Message: t.Message,
		})
	}
	return pipeline.Answer(200, "tasks", all), nil
}

// importView is an import in the list of an image's.
type importView struct {
	ID        string     `json:"id"`
	Type      string     `json:"type"`
	Status    string     `json:"status"`
	Owner     string     `json:"owner"`
	Expires   *string    `json:"expires_at"`
	Created   string     `json:"created_at"`
	Updated   string     `json:"updated_at"`
	DeletedAt *string    `json:"deleted_at"`
	Deleted   bool       `json:"deleted"`
	ImageID   string     `json:"image_id"`
	RequestID string     `json:"request_id"`
	UserID    string     `json:"user_id"`
	Input     state.JSON `json:"input"`
	Result    state.JSON `json:"result"`
	Message   string     `json:"message"`
}

func recordTime(t *time.Time) *string {
	if t == nil {
		return nil
	}
	text := t.UTC().Format("2006-01-02T15:04:05.000000")
	return &text
}
