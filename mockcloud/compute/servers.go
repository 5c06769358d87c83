package compute

import "plumbline/mockcloud/pipeline"

func (c *compute) serverOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"servers.list":    {Steps: listSteps(), Answer: listServers},
		"servers.detail":  {Steps: listSteps(), Answer: detailServers},
		"servers.show":    {Answer: showServer},
		"servers.create":  {Steps: c.createSteps(), Answer: answerCreated},
		"servers.update":  {Steps: updateSteps(), Answer: showServer},
		"servers.delete":  {Steps: deleteSteps(), Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil }},
		"servers.rebuild": {Steps: c.rebuildSteps(), Answer: answerRebuilt},
	}
}

func showServer(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Answer(200, "server", view(x, serverOf(x))), nil
}

// accepted answers actions that go on after the answer.
func accepted(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(202), nil
}
