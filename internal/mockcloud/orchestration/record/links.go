package record

import (
	"cmp"
	"net/url"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Prefix is the path under which the service is mounted.
const Prefix = "/orchestration"

// StacksURL is the URL of the caller's stacks: the versioned root with the project.
func StacksURL(x *pipeline.Exchange) string { return x.Base + "/" + x.PathProject }

// PathOf is the path of a stack, with the stack's own project.
func PathOf(x *pipeline.Exchange, s *state.Stack) string {
	return x.Base + "/" + s.ProjectID + "/stacks/" + s.Name + "/" + s.ID
}

// SelfLink is the link "self" as the only one of a list.
func SelfLink(href string) []pipeline.Link { return []pipeline.Link{{Rel: "self", Href: href}} }

// UserProject is the project of a stack's own users, which nested stacks share.
func UserProject(s *state.Stack) string {
	return strings.ReplaceAll(RootOf(s), "-", "")
}

// AuthURL is where an agent gets a token.
func AuthURL(x *pipeline.Exchange) string { return Root(x) + "/identity/v3/" }

// Root is the URL of the cloud.
func Root(x *pipeline.Exchange) string { return cmp.Or(x.Root, x.Env.BaseURL) }

// Signals are the URLs at which a resource is signalled: the signed one needs no token.
type Signals struct{ Plain, Signed string }

// SignalURLs are the URLs at which a resource is signalled.
func SignalURLs(x *pipeline.Exchange, s *state.Stack, r *state.StackResource) Signals {
	at := Root(x)
	rest := s.Name + "/" + s.ID + "/resources/" + r.Name
	return Signals{
		Plain:  at + Prefix + "/v1/" + s.ProjectID + "/stacks/" + rest + "/signal",
		Signed: at + Prefix + "/v1/signal/" + rest + "?Signature=" + url.QueryEscape(Signature(r)),
	}
}
