// Package deletion holds the operation that deletes stacks.
package deletion

import (
	"plumbline/internal/mockcloud/orchestration/locks"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/work"
	"plumbline/internal/mockcloud/pipeline"
)

// Operations holds stacks.delete.
func Operations(table locks.Table) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stacks.delete": {
			Steps:  []pipeline.Step{table.Guard("delete"), {Name: "begin to delete the stack", Run: begin}},
			Answer: record.AnswerNoContent,
		},
	}}
}

func begin(x *pipeline.Exchange) *pipeline.Fault {
	if s := record.Stack(x); s.Action != record.Delete || s.Status != record.InProgress {
		work.Start(x, s, work.Work{Action: record.Delete, Opens: record.HasLockState(s)})
	}
	return nil
}
