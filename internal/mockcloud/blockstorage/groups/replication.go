package groups

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
)

// addReplication adds the operations on the replication of groups. The mock's storage replicates nothing: they refuse all groups.
func addReplication(to map[string]pipeline.Operation) {
	for _, name := range []string{"enable-replication", "disable-replication", "failover-replication", "list-replication-targets"} {
		to["groups."+name] = pipeline.OperationOf[pipeline.Nothing]{
			Steps:  []pipeline.StepOf[pipeline.Nothing]{{Name: "the group is replicated", Run: isReplicated}},
			Answer: record.AnswerDeleted[pipeline.Nothing],
		}.Operation()
	}
}

func isReplicated(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
	return pipeline.BadRequest("Invalid group type: Group %s is not a replication group type.", Group(x).ID)
}
