package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// InstanceAction is the record of an action on a server. It outlives the server.
type InstanceAction struct {
	Serial    int64
	ServerID  string
	RequestID string
	Action    string
	UserID    string
	ProjectID string
	Start     time.Time
	Updated   time.Time
	Message   *string
	Events    []ActionEvent
}

// ActionEvent is one event of an action. Result is "" until it ends, then Success or Error.
type ActionEvent struct {
	Event     string
	Start     time.Time
	Finish    *time.Time
	Result    string
	Traceback *string
	Host      string
	Details   *string
}

// InstanceActionID is the id of an action in the table.
func InstanceActionID(serverID, requestID string) string { return serverID + "/" + requestID }

// InstanceActions are the actions of all servers, deleted ones included.
var InstanceActions = engine.Register(engine.Table[InstanceAction]{
	Name:  "instance-actions",
	ID:    func(a *InstanceAction) string { return InstanceActionID(a.ServerID, a.RequestID) },
	Under: "server",
})
