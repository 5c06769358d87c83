package record

import (
	"strings"

	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// Prefix is where the service is mounted.
const Prefix = "/orchestration"

// StacksURL is where the caller's stacks are: the versioned root with the project.
func StacksURL(x *pipeline.Exchange) string { return x.Base + "/" + x.PathProject }

// PathOf is where a stack is: in its own project, whoever asks.
func PathOf(x *pipeline.Exchange, s *state.Stack) string {
	return x.Base + "/" + s.ProjectID + "/stacks/" + s.Name + "/" + s.ID
}

// SelfLink is the one link to what an answer shows.
func SelfLink(href string) []pipeline.Link { return []pipeline.Link{{Rel: "self", Href: href}} }

// UserProject is the project of a stack's own users, which nested stacks share.
func UserProject(s *state.Stack) string {
	return strings.ReplaceAll(RootOf(s), "-", "")
}
