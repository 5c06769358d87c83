package servers

import (
	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
)

// Operations holds the operations on servers as a resource: list, show, update.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{
		Lookups:    map[string]pipeline.Lookup{"server_id": record.FindServer},
		Operations: operations(),
	}
}

func operations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"servers.list":   pipeline.OperationOf[listing]{Steps: listSteps(), Answer: listServers}.Operation(),
		"servers.detail": pipeline.OperationOf[listing]{Steps: listSteps(), Answer: detailServers}.Operation(),
		"servers.show":   {Answer: show},
		"servers.update": pipeline.OperationOf[update]{Steps: updateSteps(), Answer: answerUpdated}.Operation(),
	}
}

func show(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "server", ViewOf(x, record.Server(x))), nil
}
