package network

import (
	"encoding/json"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
)

// route refuses unknown paths, and methods that a path does not have.
func route(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Route != nil && x.PathProject == "" {
			return nil
		}
		if _, _, allowed := chain.Routes().Match(x.Request.Method, x.Path); allowed != nil {
			return pipeline.Refuse(405, "The server could not comply with the request since it is either malformed or otherwise incorrect.")
		}
		return pipeline.NotFound("The resource could not be found.")
	}}
}

// decode reads the body, whatever its media type: an object or nothing.
func decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if len(x.Raw) == 0 || x.Request.Method != "POST" && x.Request.Method != "PUT" {
			return nil
		}
		if err := json.Unmarshal(x.Raw, &x.Body); err != nil {
			return badRequest("Body contains invalid data")
		}
		if !body.IsObject(x.Body) {
			return badRequest("Body contains invalid data")
		}
		return nil
	}}
}

// attributes checks the attributes of a body; it runs before any look-up.
func attributes() pipeline.Stage {
	return pipeline.Stage{Name: "attributes", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if check := x.DeclaredOperation().Formats; check != nil {
			return check(x)
		}
		return nil
	}}
}
