package orchestration

import (
	"bytes"
	"encoding/json"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// route refuses paths that are not there, and methods that a path does not have.
func route(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Route != nil && (x.PathProject != "" || signed(x)) {
			return nil
		}
		_, rest, found := strings.Cut(strings.TrimPrefix(x.Path, "/"), "/")
		if found && x.Route == nil {
			if _, _, allowed := chain.Routes().Match(x.Request.Method, "/"+rest); allowed != nil {
				return pipeline.Refuse(405, "")
			}
		}
		return unknownPath(x)
	}}
}

// signed tells whether the path is that of a signed URL, which has no project in front.
func signed(x *pipeline.Exchange) bool {
	return x.PathProject == "" && strings.HasPrefix(x.Route.Path, "/signal/")
}

// ownProject refuses a project in the URL that is not the token's.
func ownProject() pipeline.Stage {
	check := pipeline.OwnProject(otherProject)
	return pipeline.Stage{Name: check.Name, Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if signed(x) || x.Caller.Admin() {
			return nil
		}
		return check.Run(x)
	}}
}

// mostBody is the largest body that Heat reads as JSON (bytes).
const mostBody = 1048576

// decode reads the body as JSON where it begins like an object; any other body is none.
func decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		kind, _, _ := strings.Cut(x.Header("Content-Type"), ";")
		if kind != "" && kind != "application/json" && kind != "JSON" && !strings.HasPrefix(kind, "text/plain") || !bytes.HasPrefix(x.Raw, []byte("{")) {
			return nil
		}
		if len(x.Raw) > mostBody {
			return fault(400, "RequestLimitExceeded", "Request limit exceeded: JSON body size (%d bytes) exceeds maximum allowed size (%d bytes).", len(x.Raw), mostBody)
		}
		if err := json.Unmarshal(x.Raw, &x.Body); err != nil {
			return pipeline.BadRequest("%s", hot.JSONError(string(x.Raw)))
		}
		return nil
	}}
}

// presence refuses a request without the body that its operation wants, or with one that it does not: Python cannot
// call the function then.
func presence() pipeline.Stage {
	return pipeline.Stage{Name: "presence", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Body == nil && bodied[x.Operation.ID] || x.Body != nil && !bodied[x.Operation.ID] && !open(x.Operation.ID) && !x.Route.Actions {
			return uncallable()
		}
		return nil
	}}
}

func uncallable() *pipeline.Fault { return pipeline.BadRequest("%s", explanations[400]) }

// bodied are the operations that want a body.
var bodied = map[string]bool{
	"stacks.create": true, "stacks.preview": true, "stacks.update": true, "stacks.patch": true, "stacks.preview-update": true,
	"stacks.preview-patch": true, "templates.validate": true, "stack-resources.mark-unhealthy": true, "stack-snapshots.create": true,
}

// open tells whether an operation does not mind a body.
func open(operation string) bool {
	_, redirects := short[operation]
	return redirects || operation == "stack-resources.signal" || operation == "signals.deliver"
}

// action finds the action that a body asks for. Its name is checked before anything else is known
// about the request (LCK-01 … LCK-04).
func action(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "action", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if !x.Route.Actions {
			return nil
		}
		body, _ := x.Body.(map[string]any)
		switch len(body) {
		case 0:
			return pipeline.BadRequest("No action specified")
		case 1:
		default:
			return pipeline.BadRequest("Multiple actions specified")
		}
		for x.Action = range body {
			break
		}
		if !chain.KnownAction(x.Route, x.Action) {
			return pipeline.BadRequest("Invalid action %s specified", x.Action)
		}
		return nil
	}}
}
