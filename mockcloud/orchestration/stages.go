package orchestration

import (
	"encoding/json"
	"errors"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// route refuses paths that are not there, and methods that a path does not have.
func route(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Route != nil && x.PathProject != "" {
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

// decode reads the body as JSON whatever its media type says.
func decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if len(x.Raw) == 0 || x.Request.Method == "GET" || x.Request.Method == "HEAD" {
			return nil
		}
		if err := json.Unmarshal(x.Raw, &x.Body); err != nil {
			return pipeline.BadRequest("%s", inPython(x.Raw, err))
		}
		return nil
	}}
}

// inPython words an error of JSON the way Python's decoder does: what was expected, and where.
func inPython(raw []byte, err error) string {
	at := len(raw)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && int(syntax.Offset) <= len(raw) && !strings.Contains(syntax.Error(), "unexpected end") {
		at = int(syntax.Offset) - 1
	}
	before := strings.TrimSpace(string(raw[:at]))
	expected := "Expecting value"
	switch {
	case strings.HasSuffix(before, "{"), strings.HasSuffix(before, ",") && strings.LastIndexByte(before, '{') > strings.LastIndexByte(before, '['):
		expected = "Expecting property name enclosed in double quotes"
	case strings.HasSuffix(before, `"`):
		expected = "Expecting ',' delimiter"
	}
	line := strings.Count(string(raw[:at]), "\n") + 1
	column := at - strings.LastIndexByte(string(raw[:at]), '\n')
	return pipeline.Refuse(400, "%s: line %d column %d (char %d)", expected, line, column, at).Message
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
