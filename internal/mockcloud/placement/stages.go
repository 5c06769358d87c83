package placement

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/pipeline/stages"
)

// route refuses unknown paths, and methods that a path does not have.
func route() pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		switch {
		case x.Route != nil:
			return nil
		case x.Allowed == nil:
			return pipeline.NotFound("")
		}
		return &pipeline.Fault{
			Status: http.StatusMethodNotAllowed, Header: http.Header{"Allow": {strings.Join(x.Allowed, ", ")}},
			Message: "The method " + x.Request.Method +
				" is not allowed for this resource. \n\n The method specified is not allowed for this resource.",
		}
	}}
}

func mediaType() pipeline.Stage {
	return pipeline.Stage{Name: "media type", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		declared, _ := x.Operation.HasBody()
		if !declared && len(x.Raw) == 0 {
			return nil
		}
		media, _, _ := strings.Cut(x.Header("Content-Type"), ";")
		if media = strings.TrimSpace(media); media == "application/json" {
			return nil
		}
		media = cmp.Or(media, "None")
		return pipeline.Refuse(415, "The request media type %s is not supported by this server. \n\n The media type %s is "+
			"not supported, use application/json", media, media)
	}}
}

// decode reads the body of operations that have one; other bodies are ignored.
func decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if declared, _ := x.Operation.HasBody(); declared && len(x.Raw) > 0 && json.Unmarshal(x.Raw, &x.Body) != nil {
			return pipeline.BadRequest("Malformed JSON: it cannot be read")
		}
		return nil
	}}
}

// query refuses a query without the mandatory keys, even if there is no query at all.
func query() pipeline.Stage {
	return pipeline.Stage{Name: "query", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if v := x.Operation.CheckQuery(x.Query); v != nil {
			return schemaFault(x, v, true)
		}
		return nil
	}}
}

// findFirst looks up the provider in the path before the body is read. Only provider-traits.update has its body read first.
func findFirst() pipeline.Stage {
	find := stages.Find()
	return pipeline.Stage{Name: "find first", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Operation.ID == "provider-traits.update" {
			return nil
		}
		return find.Run(x)
	}}
}

// refuseUnknownMethod refuses operations that do not exist at the microversion: with 405 for the deletion of all inventories of a
// provider, with 404 otherwise.
func refuseUnknownMethod() pipeline.Stage {
	there := stages.Exists()
	return pipeline.Stage{Name: there.Name, Run: func(x *pipeline.Exchange) *pipeline.Fault {
		f := there.Run(x)
		switch {
		case f == nil || f.Status != http.StatusNotFound:
			return f
		case x.Request.Method == http.MethodDelete && strings.HasSuffix(x.Request.URL.Path, "/inventories"):
			return pipeline.Refuse(http.StatusMethodNotAllowed, "The method DELETE is not allowed for this resource. \n\n ")
		}
		return pipeline.NotFound("")
	}}
}
