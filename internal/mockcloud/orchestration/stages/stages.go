// Package stages holds the checks of Heat's API that run before an operation's own steps.
package stages

import (
	"bytes"
	"crypto/hmac"
	"encoding/json"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	shared "plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// SignedURL makes the stage in which a valid signed URL makes the stack's owner the caller.
func SignedURL() pipeline.Stage {
	return pipeline.Stage{Name: "signature", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Operation.ID != "signals.deliver" {
			return nil
		}
		txn := x.Env.Store.Read()
		s := state.Stacks.Get(txn, x.Params.Get("stack_id"))
		if s == nil || s.Deleted != nil {
			return faults.NoStack(x.Params.Get("stack_name"))
		}
		r := state.StackResources.Get(txn, state.StackResourceID(s.ID, x.Params.Get("resource_name")))
		if r == nil || r.Data["key"] == nil || !hmac.Equal([]byte(x.Request.URL.Query().Get("Signature")), []byte(record.Signature(r))) {
			return faults.Of(403, "AccessDenied", "User is not authorized to perform action")
		}
		x.Caller = &pipeline.Caller{UserID: s.UserID, ProjectID: s.ProjectID, Roles: s.Roles}
		return nil
	}}
}

// Route refuses unknown paths, and methods that a path does not have.
func Route(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Route != nil && (x.PathProject != "" || isSignedURL(x)) {
			return nil
		}
		_, rest, found := strings.Cut(strings.TrimPrefix(x.Path, "/"), "/")
		if found && x.Route == nil {
			if _, _, allowed := chain.Routes().Match(x.Request.Method, "/"+rest); allowed != nil {
				return pipeline.Refuse(405, "")
			}
		}
		return faults.UnknownPath(x)
	}}
}

// isSignedURL tells whether the path is that of a signed URL, which does not begin with a project.
func isSignedURL(x *pipeline.Exchange) bool {
	return x.PathProject == "" && strings.HasPrefix(x.Route.Path, "/signal/")
}

// OwnProject refuses a project in the URL that is not the token's; a signed URL has none.
func OwnProject() pipeline.Stage {
	check := shared.OwnProject(faults.OtherProject)
	return pipeline.Stage{Name: check.Name, Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Caller.Admin() {
			return nil
		}
		return check.Run(x)
	}}
}

// mostBody is the largest body that Heat reads as JSON (bytes).
const mostBody = 1048576

// Decode reads the body as JSON if it begins like an object; any other body counts as missing.
func Decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		kind, _, _ := strings.Cut(x.Header("Content-Type"), ";")
		if kind != "" && kind != "application/json" && kind != "JSON" && !strings.HasPrefix(kind, "text/plain") ||
			!bytes.HasPrefix(x.Raw, []byte("{")) {
			return nil
		}
		if len(x.Raw) > mostBody {
			const why = "Request limit exceeded: JSON body size (%d bytes) exceeds maximum allowed size (%d bytes)."
			return faults.Of(400, "RequestLimitExceeded", why, len(x.Raw), mostBody)
		}
		if err := json.Unmarshal(x.Raw, &x.Body); err != nil {
			return pipeline.BadRequest("%s", hot.JSONError(string(x.Raw)))
		}
		return nil
	}}
}

// BodyPresence refuses a missing body that the operation requires, and a body that it does not allow: Python could not call the
// operation's function.
func BodyPresence(redirects func(operation string) bool) pipeline.Stage {
	return pipeline.Stage{Name: "presence", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		wanted := bodied[x.Operation.ID]
		if x.Body == nil && wanted || x.Body != nil && !wanted && !open(x.Operation.ID, redirects) && !x.Route.Actions {
			return faults.Uncallable()
		}
		return nil
	}}
}

// bodied are the operations that require a body.
var bodied = map[string]bool{
	"stacks.create": true, "stacks.preview": true, "stacks.update": true, "stacks.patch": true, "stacks.preview-update": true,
	"stacks.preview-patch": true, "templates.validate": true, "stack-resources.mark-unhealthy": true, "stack-snapshots.create": true,
	"software-configs.create": true, "software-deployments.create": true, "software-deployments.update": true,
}

// open tells whether an operation ignores a body.
func open(operation string, redirects func(string) bool) bool {
	return redirects(operation) || operation == "stack-resources.signal" || operation == "signals.deliver"
}

// Action finds the action that a body names. Its name is checked before everything else about the request (LCK-01 … LCK-04).
func Action(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "action", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if !x.Route.Actions {
			return nil
		}
		named := body.ObjectIn(x.Body)
		switch len(named) {
		case 0:
			return pipeline.BadRequest("No action specified")
		case 1:
		default:
			return pipeline.BadRequest("Multiple actions specified")
		}
		for x.Action = range named {
			break
		}
		if !chain.KnownAction(x.Route, x.Action) {
			return pipeline.BadRequest("Invalid action %s specified", x.Action)
		}
		return nil
	}}
}
