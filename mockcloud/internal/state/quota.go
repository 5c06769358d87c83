package state

import "plumbline/mockcloud/internal/state/engine"

// QuotaSet is what an administrator chose for a project, or for a user in one: limits by the names of compute's quotas.
type QuotaSet struct {
	ProjectID, UserID string
	Limits            map[string]int
}

// QuotaSetID is how a choice is found; user is "" for a project's.
func QuotaSetID(project, user string) string { return project + "/" + user }

// QuotaSets are the choices. Those of the project "" are the defaults of all.
var QuotaSets = engine.Register(engine.Table[QuotaSet]{
	Name:    "quota-sets",
	ID:      func(q *QuotaSet) string { return QuotaSetID(q.ProjectID, q.UserID) },
	Indexes: []engine.Index[QuotaSet]{{Name: "project", Of: func(q *QuotaSet) []string { return []string{q.ProjectID} }}},
})
