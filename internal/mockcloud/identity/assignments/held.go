package assignments

import (
	"slices"

	"plumbline/internal/mockcloud/held"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// ProjectsOf makes a predicate that tells whether a user has a role in a project.
func ProjectsOf(x *pipeline.Exchange, userID string) func(*state.Project) bool {
	all := held.Of(x.Txn, userID)
	return func(p *state.Project) bool {
		return slices.ContainsFunc(all, func(a *state.Assignment) bool { return held.Counts(x.Txn, a, held.Scope{ProjectID: p.ID}, p) })
	}
}

// DomainsOf makes a predicate that tells whether a user has a role in a domain.
func DomainsOf(x *pipeline.Exchange, userID string) func(*state.Domain) bool {
	all := held.Of(x.Txn, userID)
	return func(d *state.Domain) bool {
		return slices.ContainsFunc(all, func(a *state.Assignment) bool { return held.Counts(x.Txn, a, held.Scope{DomainID: d.ID}, nil) })
	}
}

// Forget deletes all assignments that meet a condition.
func Forget(x *pipeline.Exchange, which func(*state.Assignment) bool) {
	for _, a := range slices.Collect(state.Assignments.All(x.Txn)) {
		if which(a) {
			state.Assignments.Delete(x.Txn, a.ID())
		}
	}
}
