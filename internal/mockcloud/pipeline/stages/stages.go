// Package stages are the checks of a request that several services make: each service lists those it makes, in its own
// order, with those that it alone makes (see pipeline.Service).
package stages

import (
	"encoding/json"
	"net/http"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
)

// Size reads the body and refuses one over a limit (bytes), in the words of the web framework.
func Size(limit int64) pipeline.Stage { return stage("size", limitBody(limit)) }

// Token finds out who calls, and refuses requests without a good token in the service's words. Operations that the document
// calls public go on without.
func Token(refuse func(*pipeline.Exchange) *pipeline.Fault) pipeline.Stage {
	return stage("token", func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Authenticate() || x.Public {
			return nil
		}
		return refuse(x)
	})
}

// MatchRoute refuses paths that no microversion has. A project's id may stand in front of the path.
func MatchRoute() pipeline.Stage {
	return stage("route", func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Route == nil {
			return pipeline.UnroutedFault(x)
		}
		return nil
	})
}

// Microversion settles the version of the request (docs/contract/60-microversions.md §1). The standard header wins where it
// has an entry for the service, then the service's own, then the oldest version is meant.
func Microversion() pipeline.Stage {
	return stage("microversion", func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Unversioned {
			return x.SettleVersion("")
		}
		text, empty := AskedVersion(x)
		if empty {
			return x.RefuseVersion("")
		}
		return x.SettleVersion(text)
	})
}

// OnlyVersion is Microversion for services without microversions.
func OnlyVersion() pipeline.Stage {
	return stage("version", func(x *pipeline.Exchange) *pipeline.Fault { return x.SettleVersion("") })
}

// MediaType refuses bodies that are not JSON, by what Content-Type says; nothing and text/plain are taken for JSON.
func MediaType(also ...string) pipeline.Stage { return stage("media type", mediaType(also)) }

// Decode parses the body; where the route has actions it finds the action. Bodies of GET, HEAD and
// DELETE are not looked at.
func Decode() pipeline.Stage {
	return stage("body", func(x *pipeline.Exchange) *pipeline.Fault {
		switch x.Request.Method {
		case http.MethodGet, http.MethodHead, http.MethodDelete:
			return nil
		}
		if f := x.ReadBody(pipeline.MostBody); f != nil {
			return f
		}
		if len(x.Raw) > 0 {
			if err := json.Unmarshal(x.Raw, &x.Body); err != nil {
				return pipeline.BadRequest("Malformed request body")
			}
		}
		if x.Route.Actions {
			return x.FindAction()
		}
		return nil
	})
}

// OwnProject refuses a project in the URL that is not the token's, in the service's words.
func OwnProject(refuse func(*pipeline.Exchange) *pipeline.Fault) pipeline.Stage {
	return stage("project", func(x *pipeline.Exchange) *pipeline.Fault {
		if x.PathProject != "" && x.PathProject != x.Caller.ProjectID {
			return refuse(x)
		}
		return nil
	})
}

// Exists refuses what is not there at the request's microversion.
func Exists() pipeline.Stage {
	return stage("operation", func(x *pipeline.Exchange) *pipeline.Fault {
		if !x.FindOperation() {
			return pipeline.NotFound("The resource could not be found.")
		}
		return x.Refusal()
	})
}

// AnswerFromKept answers a GET with what was answered before, where it is kept and nothing has changed that the answer was made from:
// the exchange ends here. What is kept was asked for by the same caller with the same query at the same microversion, so
// that the checks behind this stage would let it pass again; so it stands in front of the schema.
func AnswerFromKept() pipeline.Stage {
	return stage(pipeline.StageKept, func(x *pipeline.Exchange) *pipeline.Fault { x.TakeKept(); return nil })
}

// Formats runs what an operation checks with code of its own, in words of its own, ahead of the stage Schema.
func Formats() pipeline.Stage {
	return stage("formats", func(x *pipeline.Exchange) *pipeline.Fault { return run(x, x.DeclaredOperation().Formats) })
}

// Schema checks query and body against the operation. Query keys that the operation does not know are
// gone afterwards.
func Schema() pipeline.Stage { return stage(pipeline.StageSchema, checkSchema) }

// Find opens the transaction and looks up what the path names, outermost first.
func Find() pipeline.Stage { return stage("lookup", (*pipeline.Exchange).Find) }

// Authorise asks policy for the operation's rule.
func Authorise() pipeline.Stage {
	return stage("policy", func(x *pipeline.Exchange) *pipeline.Fault {
		if own := x.DeclaredOperation().Policy; own != nil {
			return own(x)
		}
		if x.Operation.Policy == "" {
			return nil
		}
		return x.Demand(x.Operation.Policy)
	})
}

// Blocks refuses what the deployment cannot do for a resource, whatever its state.
func Blocks() pipeline.Stage {
	return stage("blocks", func(x *pipeline.Exchange) *pipeline.Fault { return run(x, x.DeclaredOperation().Blocks) })
}

func stage(name string, check func(*pipeline.Exchange) *pipeline.Fault) pipeline.Stage {
	return pipeline.Stage{Name: name, Run: check}
}

// run runs a check of an operation's own, where it has one.
func run(x *pipeline.Exchange, check func(*pipeline.Exchange) *pipeline.Fault) *pipeline.Fault {
	if check == nil {
		return nil
	}
	return check(x)
}

// AskedVersion answers the text of the version that is asked for, "" where none is. empty tells that the service's own header asks for
// "", with nothing behind its last comma. Any blank stands between a service and its version.
func AskedVersion(x *pipeline.Exchange) (text string, empty bool) {
	for _, header := range x.Request.Header["Openstack-Api-Version"] {
		for part := range strings.SplitSeq(header, ",") {
			part = strings.TrimSpace(part)
			if end := strings.IndexAny(part, " \t"); end >= 0 && strings.EqualFold(part[:end], x.VersionHeader()) {
				text = strings.TrimSpace(part[end:])
			}
		}
	}
	own := x.LegacyVersion()
	if text != "" || len(own) == 0 {
		return text, false
	}
	last := own[len(own)-1]
	text = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	return text, text == ""
}
