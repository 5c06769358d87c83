package orchestration

import (
	"plumbline/internal/mockcloud/authtoken"
	"plumbline/internal/mockcloud/orchestration/stacks"
	"plumbline/internal/mockcloud/orchestration/stages"
	"plumbline/internal/mockcloud/pipeline"
	shared "plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/openapi"
)

// checks are the stages in Heat's order, of which each adjacent pair was tried on a real one: token, path, body, the action's name,
// the project in the URL, policy, values of query and body that the operation reads itself, then the stack.
func checks(chain *openapi.Chain) []pipeline.Stage {
	return []pipeline.Stage{
		shared.Token(authtoken.Refuse),
		shared.Size(pipeline.MostBody), // larger bodies are not read at all
		stages.Route(chain),
		stages.Decode(),
		stages.Action(chain),
		stages.OwnProject(),
		shared.OnlyVersion(),
		shared.Exists(),
		stages.SignedURL(),
		shared.Authorise(),
		stages.BodyPresence(stacks.Redirects),
		shared.AnswerFromKept(),
		shared.Schema(),
		shared.Formats(),
		shared.Find(),
	}
}
