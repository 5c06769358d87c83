package move

import (
	"slices"

	"plumbline/internal/mockcloud/compute/quota"
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/compute/schedule"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds the operations that move servers: resize, migrate, live migration, evacuate, and the list of migrations.
func Operations(q quota.Limits) pipeline.OperationSet {
	return pipeline.OperationSet{
		Operations: map[string]pipeline.Operation{
			"servers.resize": pipeline.OperationOf[resize]{Steps: resizeSteps(q), Answer: record.AcceptedOf[resize]}.Operation(),
			"servers.migrate": pipeline.OperationOf[migrate]{
				Policy: mayName, Steps: migrateSteps(), Answer: record.AcceptedOf[migrate],
			}.Operation(),
			"servers.confirm-resize": {
				Steps:  []pipeline.Step{{Name: "begin to confirm", Run: confirm}},
				Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
			},
			"servers.revert-resize": {Steps: []pipeline.Step{{Name: "begin to revert", Run: revert(q)}}, Answer: record.Accepted},
			"servers.migrate-live": pipeline.OperationOf[live]{
				Policy: mayNameLive, Steps: liveSteps(), Answer: record.AcceptedOf[live],
			}.Operation(),
			"servers.evacuate": pipeline.OperationOf[evacuation]{
				Blocks: evacuationMakesSense, Steps: evacuateSteps(), Answer: answerEvacuated,
			}.Operation(),
			"migrations.list":                  {Answer: listAll},
			"server-migrations.list":           {Answer: listOfServer},
			"server-migrations.show":           {Answer: show},
			"server-migrations.abort":          {Steps: []pipeline.Step{{Name: "abort", Run: abort}}, Answer: record.Accepted},
			"server-migrations.force-complete": {Steps: []pipeline.Step{{Name: "have it end", Run: complete}}, Answer: record.Accepted},
		},
		Async: map[string]pipeline.Async{
			workResize:  pipeline.AsyncOf[goal]{Steps: []pipeline.StepOf[goal]{{Name: "move it", Run: finishResize}}}.Async(),
			workConfirm: {Steps: []pipeline.Step{{Name: "confirm", Run: finishConfirm}}},
			workRevert:  {Steps: []pipeline.Step{{Name: "go back", Run: finishRevert}}},
			workLive:    pipeline.AsyncOf[goal]{Steps: []pipeline.StepOf[goal]{{Name: "move it", Run: liveMigrated}}}.Async(),
			workEvacuate: pipeline.AsyncOf[evacuationWork]{
				Steps: []pipeline.StepOf[evacuationWork]{{Name: "rebuild it there", Run: finishEvacuate}},
			}.Async(),
		},
	}
}

// destination chooses the host that a server moves to, other than its own; nil if there is none.
func destination(x *pipeline.Exchange, s *state.Server, p schedule.Placement) *schedule.Candidate {
	p.Project, p.Image = schedule.IsolatedProject(x, s), s.ImageProperties
	all := slices.DeleteFunc(schedule.Candidates(x), func(c schedule.Candidate) bool { return c.Host.Name == s.Host })
	return schedule.Choose(schedule.ByGroups(x, s, all), p)
}

// newMigration is the record of a migration that starts on the server's host.
func newMigration(x *pipeline.Exchange, s *state.Server, kind, status string) *state.Migration {
	return &state.Migration{
		Serial: x.Txn.Next("migrations"), UUID: x.Env.IDs.UUID(), ServerID: s.ID, Type: kind, Status: status,
		SourceHost: s.Host, SourceNode: s.Node, OldFlavor: flavorNumber(x,
			s), UserID: x.Caller.UserID, ProjectID: x.Caller.ProjectID, Created: x.Now(),
	}
}

// setStatus changes the status of a record.
func setStatus(x *pipeline.Exchange, serial int64, status string) {
	changeRecord(x, serial, func(m *state.Migration) { m.Status = status })
}

// recordArrival records the destination and the status of a migration.
func recordArrival(x *pipeline.Exchange, serial int64, to *schedule.Candidate, status string) {
	changeRecord(x, serial, func(m *state.Migration) { m.DestHost, m.DestNode, m.Status = to.Host.Name, to.Host.Node, status })
}

func changeRecord(x *pipeline.Exchange, serial int64, how func(*state.Migration)) {
	known := state.Migrations.Get(x.Txn, state.MigrationID(serial))
	if known == nil {
		return
	}
	m, now := *known, x.Now()
	how(&m)
	m.Updated = &now
	state.Migrations.Insert(x.Txn, &m)
}

// noHost ends a move for which no host was found: the server stays as it was, with a fault.
func noHost(x *pipeline.Exchange, s *state.Server, serial int64, event string) {
	setStatus(x, serial, "error")
	record.EventEnded(x, s.ID, event, record.Controller, record.Failed)
	record.Change(x, func(s *state.Server) {
		s.TaskState = state.TaskNone
		s.Fault = &state.Fault{Code: 500, Message: "No valid host was found. ", Created: x.Now()}
	})
}
