package contents

import (
	"cmp"

	"plumbline/internal/mockcloud/state"
)

// stackView is a stack; Locked is the level of its lock.
type stackView struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Project   string `json:"project"`
	Status    string `json:"status"`
	Reason    string `json:"reason,omitempty"`
	Locked    string `json:"locked,omitempty"`
	Parent    string `json:"parent,omitempty"`
	Resources int    `json:"resources"`
}

func (v stackView) searchedText() []string {
	return []string{v.ID, v.Name, v.Project, v.Status, v.Reason, v.Locked, v.Parent}
}

// stackRecords are listed in the order of creation. Deleted ones are left out.
var stackRecords = source[*state.Stack]{
	all: func(l *Look) (out []*state.Stack) {
		for s := range state.Stacks.All(l.txn) {
			if s.Deleted == nil {
				out = append(out, s)
			}
		}
		return out
	},
	order: by(func(a, b *state.Stack) int { return cmp.Compare(a.Serial, b.Serial) }),
	show:  func(l *Look, s *state.Stack) row { return l.stack(s) },
}

func (l *Look) stack(s *state.Stack) stackView {
	out := stackView{
		ID: s.ID, Name: s.Name, Project: l.project(s.ProjectID), Status: s.Action + "_" + s.Status, Reason: s.StatusReason,
		Locked: s.Locked, Parent: s.ParentID,
	}
	for range state.StackResources.ByKey(l.txn, "stack", s.ID) {
		out.Resources++
	}
	return out
}
