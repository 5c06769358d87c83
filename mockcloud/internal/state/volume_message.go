package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// VolumeMessage is a user message of block storage about the failure of an accepted request.
type VolumeMessage struct {
	ID                       string
	Serial                   int64
	ProjectID, RequestID     string
	ResourceType, ResourceID string
	// Action and Detail are numbers as in "003" and "006"; EventID is composed of them.
	Action, Detail   string
	Level            string
	Created, Expires time.Time
}

// VolumeMessages are all messages to users that were not deleted.
var VolumeMessages = engine.Register(engine.Table[VolumeMessage]{
	Name:    "volume-messages",
	ID:      func(m *VolumeMessage) string { return m.ID },
	Indexes: []engine.Index[VolumeMessage]{{Name: "project", Of: func(m *VolumeMessage) []string { return []string{m.ProjectID} }}},
})

// VolumeQuota holds a project's limits in block storage, by name of the resource; a missing one has the default limit. -1 is no
// limit.
type VolumeQuota struct {
	ProjectID string
	Limits    map[string]int
}

// VolumeQuotas are the quotas that were set for projects.
var VolumeQuotas = engine.Register(engine.Table[VolumeQuota]{
	Name: "volume-quotas",
	ID:   func(q *VolumeQuota) string { return q.ProjectID },
})
