package orchestration

import (
	"plumbline/mockcloud/internal/orchestration/stacks"
	"plumbline/mockcloud/internal/orchestration/stages"
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// checks are the stages in Heat's order, each adjacent pair asked of the real one: token, path, body, the action's name,
// the project in the URL, policy, what the operation reads of query and body itself, then the stack.
func checks(chain *openapi.Chain) []pipeline.Stage {
	return []pipeline.Stage{
		pipeline.Token(),
		pipeline.Size(pipeline.MostBody), // so many bytes are not read for anybody
		stages.Route(chain),
		stages.Decode(),
		stages.Action(chain),
		stages.OwnProject(),
		pipeline.OnlyVersion(),
		pipeline.Exists(),
		stages.Hooked(),
		pipeline.Authorise(),
		stages.Presence(stacks.Redirects),
		pipeline.Schema(),
		pipeline.Formats(),
		pipeline.Find(),
	}
}
