package locks

import (
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
)

// rows are the requirements of the table's rows and of nested stacks.
var rows = []string{"LCK-50", "LCK-51", "LCK-52", "LCK-53", "LCK-54", "LCK-55", "LCK-57", "LCK-62", "LCK-64"}

// Guard refuses a request (column) that the table does not allow in the stack's state, a request to a stack inside a locked one, and
// a request that would affect a locked stack inside.
func (t Table) Guard(column string) pipeline.Step {
	return pipeline.Step{
		Name: "refuse what the lock forbids", Requirements: rows, Refuses: 409,
		Run: func(x *pipeline.Exchange) *pipeline.Fault {
			s := record.Stack(x)
			switch {
			case t.outcome(s, column) == Refuses:
				return record.NotNow(column, s)
			case column == "lock" || column == "unlock":
				return nil // the stacks around it are checked by AroundFirst
			case record.HeldAround(x, s) != nil:
				return record.NotNow(column, record.HeldAround(x, s))
			case !record.HasLockState(s) && record.HeldInside(x, s) != nil:
				return record.NotNow(column, record.HeldInside(x, s))
			}
			return nil
		},
	}
}

// GuardOf is Guard for operations whose steps share values.
func GuardOf[W any](t Table, column string) pipeline.StepOf[W] { return of[W](t.Guard(column)) }

// AroundFirst refuses to lock or unlock a stack inside a locked one by itself: the request has to be made to the outer stack, and
// applies to all stacks inside.
func AroundFirst(column string) pipeline.Step {
	return pipeline.Step{
		Name: "refuse what is inside a locked stack", Requirements: []string{"LCK-57D"}, Refuses: 409,
		Run: func(x *pipeline.Exchange) *pipeline.Fault {
			if around := record.HeldAround(x, record.Stack(x)); around != nil {
				return record.NotNow(column, around)
			}
			return nil
		},
	}
}

// AroundFirstOf is AroundFirst for operations whose steps share values.
func AroundFirstOf[W any](column string) pipeline.StepOf[W] { return of[W](AroundFirst(column)) }

func of[W any](s pipeline.Step) pipeline.StepOf[W] {
	return pipeline.StepOf[W]{Name: s.Name, Requirements: s.Requirements, Refuses: s.Refuses, Run: pipeline.Ignoring[W](s.Run)}
}
