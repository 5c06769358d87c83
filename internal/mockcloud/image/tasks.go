package image

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Tasks that have ended are kept for two days.
const taskKept = 48 * time.Hour

// workFailTask is the scheduled work that ends a task which nothing can perform.
const workFailTask = "tasks.fail"

var taskStatuses = []string{"pending", "processing", "success", "failure"}

type newTask struct {
	Type  string     `json:"type"`
	Input state.JSON `json:"input"`
}

var tasks = &collection.Of[state.ImageTask, newTask, newTask]{
	In: plain, Noun: "task", Plural: "tasks", Table: state.ImageTasks,
	Filters: []string{"status", "type"}, Sorts: []string{"id", "type", "status", "created_at", "updated_at", "expires_at"},
	Order: func(a, b *state.ImageTask) int { return int(b.Serial - a.Serial) },
	View:  func(_ *pipeline.Exchange, t *state.ImageTask) any { return viewTask(t) },
	Created: func(x *pipeline.Exchange, t *state.ImageTask) any {
		x.Schedule(workFailTask, t.ID, nil)
		return viewTask(t)
	},
	New: func(x *pipeline.Exchange, r *newTask) (*state.ImageTask, *pipeline.Fault) {
		return startTask(x, r.Type, r.Input), nil
	},
	Deletes: true,
	Keep: []pipeline.StepOf[state.ImageTask]{{
		Name: "refuse to delete a task", Refuses: 405,
		Run: func(*pipeline.Exchange, *state.ImageTask) *pipeline.Fault {
			fault := pipeline.Refuse(405, "This operation is currently not permitted on Glance Tasks. "+
				"They are auto deleted after reaching the time based on their expires_at property.")
			fault.Header = map[string][]string{"Allow": {"GET"}}
			return fault
		},
	}},
}

// taskOperationSet holds the operations on tasks. The query of a list is judged as a whole before anything is listed.
func taskOperationSet() pipeline.OperationSet {
	set := tasks.Operations()
	list := set.Operations["tasks.list"]
	list.Steps = []pipeline.Step{{Name: "check the query", Run: checkTaskQuery}}
	set.Operations["tasks.list"] = list
	located(set, "tasks.create")
	set.Async = map[string]pipeline.Async{workFailTask: {Steps: []pipeline.Step{{Name: "fail the task", Run: failTask}}}}
	return set
}

// failTask ends a task: the mock has nowhere to fetch data from.
func failTask(x *pipeline.Exchange) *pipeline.Fault {
	if t := state.ImageTasks.Get(x.Txn, x.Event.Resource); t != nil {
		endTask(x, t, "failure", "Task failed due to Internal Error", state.Null)
	}
	return nil
}

func checkTaskQuery(x *pipeline.Exchange) *pipeline.Fault {
	query := x.Request.URL.Query()
	if status := query.Get("status"); status != "" && !slices.Contains(taskStatuses, status) {
		return pipeline.BadRequest("Invalid status value: %s", status)
	}
	if kind := query.Get("type"); kind != "" && kind != "import" {
		return pipeline.BadRequest("Invalid type value: %s", kind)
	}
	if marker := query.Get("marker"); marker != "" && uuid.Validate(marker) != nil {
		return pipeline.BadRequest("Invalid marker format")
	}
	return nil
}

func startTask(x *pipeline.Exchange, kind string, input state.JSON) *state.ImageTask {
	now := x.Now()
	return &state.ImageTask{
		ID: x.Env.IDs.UUID(), Serial: x.Txn.Next("image-tasks"), Type: kind, Status: "pending", Owner: x.Caller.ProjectID,
		RequestID: x.RequestID, UserID: x.Caller.UserID, Input: input, Result: state.Null, Created: now, Updated: now,
	}
}

func endTask(x *pipeline.Exchange, t *state.ImageTask, status, message string, result state.JSON) {
	ended, now := *t, x.Now()
	expires := now.Add(taskKept)
	ended.Status, ended.Message, ended.Result, ended.Updated, ended.Expires = status, message, result, now, &expires
	state.ImageTasks.Insert(x.Txn, &ended)
}

type taskView struct {
	ID        string     `json:"id"`
	Type      string     `json:"type"`
	Status    string     `json:"status"`
	Owner     string     `json:"owner"`
	Message   string     `json:"message"`
	Input     state.JSON `json:"input"`
	Result    state.JSON `json:"result"`
	RequestID string     `json:"request_id"`
	UserID    string     `json:"user_id"`
	ImageID   string     `json:"image_id,omitzero"`
	Expires   *time.Time `json:"expires_at,omitzero"`
	Created   time.Time  `json:"created_at"`
	Updated   time.Time  `json:"updated_at"`
	Self      string     `json:"self"`
	Schema    string     `json:"schema"`
}

func viewTask(t *state.ImageTask) *taskView {
	return &taskView{
		ID: t.ID, Type: t.Type, Status: t.Status, Owner: t.Owner, Message: t.Message, Input: t.Input, Result: t.Result,
		RequestID: t.RequestID, UserID: t.UserID, ImageID: t.ImageID, Expires: t.Expires, Created: t.Created, Updated: t.Updated,
		Self: "/v2/tasks/" + t.ID, Schema: "/v2/schemas/task",
	}
}
