package image

import (
	"encoding/json"
	"mime"
	"net/http"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/authtoken"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/openapi"
)

// patchType is the media type of a list of changes to an image.
const patchType = "application/openstack-images-v2.1-json-patch"

// unauthorised refuses requests without a valid token, with a page instead of the JSON object of other services.
func unauthorised(x *pipeline.Exchange) *pipeline.Fault {
	return &pipeline.Fault{
		Status: http.StatusUnauthorized,
		Message: "This server could not verify that you are authorized to access the document you requested. Either you supplied the " +
			"wrong credentials (e.g., bad password), or your browser does not understand how to supply the credentials required.",
		Header: authtoken.Challenge(x),
		Bare:   true,
	}
}

// route refuses unknown paths, and methods that a path does not have.
func route(chain *openapi.Chain) pipeline.Stage {
	return pipeline.Stage{Name: "route", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if x.Route != nil && x.PathProject == "" {
			return nil
		}
		if _, _, allowed := chain.Routes().Match(x.Request.Method, x.Path); allowed != nil {
			fault := pipeline.Refuse(405, "The method %s is not allowed for this resource. ", x.Request.Method)
			fault.Header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
			return fault
		}
		return pipeline.NotFound("The resource could not be found.")
	}}
}

// decode reads the body in the form that the operation takes: data, a list of changes, an object, or none.
func decode() pipeline.Stage {
	return pipeline.Stage{Name: "body", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		switch x.Operation.ID {
		case "images.upload":
			return wants(x, "application/octet-stream")
		case "images.update":
			if fault := wants(x, patchType); fault != nil {
				return fault
			}
			if fault := readBody(x); fault != nil {
				return fault
			}
			entries, isList := x.Body.([]any)
			if !isList {
				return pipeline.BadRequest("Request body must be a JSON array of operation objects.")
			}
			_, fault := readPatch(entries)
			return fault
		case "images.create":
			if fault := readBody(x); fault != nil {
				return fault
			}
			return refuseReadOnly(x)
		}
		return nil
	}}
}

func wants(x *pipeline.Exchange, kind string) *pipeline.Fault {
	given := x.Header("Content-Type")
	if got, _, err := mime.ParseMediaType(given); err == nil && got == kind {
		return nil
	}
	return pipeline.Refuse(415, "The request media type %s is not supported by this server. ", given)
}

func readBody(x *pipeline.Exchange) *pipeline.Fault {
	if len(x.Raw) == 0 {
		return pipeline.BadRequest("Body expected in request.")
	}
	if json.Unmarshal(x.Raw, &x.Body) != nil {
		return pipeline.BadRequest("Malformed JSON in request body.")
	}
	return nil
}

// readOnly are the keys of an image that only the service sets.
var readOnly = []string{
	"checksum", "created_at", "direct_url", "file", "locations", "os_hash_algo", "os_hash_value", "schema", "self", "size", "status",
	"stores", "updated_at", "virtual_size",
}

func refuseReadOnly(x *pipeline.Exchange) *pipeline.Fault {
	object := body.As[map[string]any](x.Body)
	for _, key := range readOnly {
		if _, given := object[key]; given {
			return pipeline.Forbidden("Attribute '%s' is read-only.", key)
		}
	}
	return nil
}

func isReadOnly(key string) bool { return key == "id" || slices.Contains(readOnly, key) }
