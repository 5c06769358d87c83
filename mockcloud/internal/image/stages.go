package image

import (
	"encoding/json"
	"mime"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/authtoken"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// patchType is the media type of a list of changes to an image.
const patchType = "application/openstack-images-v2.1-json-patch"

// oldPatchType is its older form: each change has its path under the name of its kind.
const oldPatchType = "application/openstack-images-v2.0-json-patch"

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
		case "images.upload", "images.stage":
			return wants(x, "application/octet-stream")
		case "images.update":
			return decodePatch(x)
		}
		if declared, _ := x.Operation.HasBody(); !declared {
			return nil
		}
		if fault := readBody(x); fault != nil {
			return fault
		}
		switch resource, _, _ := strings.Cut(x.Operation.ID, "."); resource {
		case "images":
			if x.Operation.ID == "images.create" {
				return refuseReadOnly(x, readOnly...)
			}
			return nil
		case "image-members":
			return checkMemberBody(x)
		case "tasks":
			return needsKeys(x, "type", "input")
		case "namespaces", "objects":
			return refuseReadOnly(x, "self", "schema", "created_at", "updated_at")
		}
		return refuseReadOnly(x, "created_at", "updated_at")
	}}
}

func decodePatch(x *pipeline.Exchange) *pipeline.Fault {
	old := wants(x, oldPatchType) == nil
	if fault := wants(x, patchType); fault != nil && !old {
		return fault
	}
	if fault := readBody(x); fault != nil {
		return fault
	}
	entries, isList := x.Body.([]any)
	if !isList {
		return pipeline.BadRequest("Request body must be a JSON array of operation objects.")
	}
	if old {
		for i := range entries {
			if entries[i] = body.As[*oldEntry](entries[i]).renewed(); entries[i] == nil {
				return pipeline.BadRequest(`Operation objects must contain exactly one member named "add", "remove", or "replace".`)
			}
		}
	}
	_, fault := readPatch(entries)
	return fault
}

// checkMemberBody checks who is to become a member, or what a member says.
func checkMemberBody(x *pipeline.Exchange) *pipeline.Fault {
	sent := body.As[*struct {
		Member body.Opt[string] `json:"member"`
		Status body.Opt[string] `json:"status"`
	}](x.Body)
	switch creates := x.Operation.ID == "image-members.create"; {
	case sent == nil && creates:
		return pipeline.BadRequest(`Expected a member in the form: {"member": "image_id"}`)
	case sent == nil:
		return pipeline.BadRequest(`Expected a status in the form: {"status": "status"}`)
	case creates && !sent.Member.Given():
		return pipeline.BadRequest("Member to be added not specified")
	case creates && sent.Member.Or("") == "":
		return pipeline.BadRequest("Member can't be empty")
	case !creates && !sent.Status.Given():
		return pipeline.BadRequest("Status not specified")
	}
	return nil
}

func needsKeys(x *pipeline.Exchange, keys ...string) *pipeline.Fault {
	object := body.As[state.Extra](x.Body)
	for _, key := range keys {
		if _, given := object[key]; !given {
			return pipeline.BadRequest("Task '%s' is required", key)
		}
	}
	return nil
}

func wants(x *pipeline.Exchange, kind string) *pipeline.Fault {
	given := x.Header("Content-Type")
	if got, _, err := mime.ParseMediaType(given); err == nil && got == kind {
		return nil
	}
	return pipeline.Refuse(415, "The request media type %s is not supported by this server.\n", given)
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

func refuseReadOnly(x *pipeline.Exchange, keys ...string) *pipeline.Fault {
	object := body.As[state.Extra](x.Body)
	if _, given := object["locations"]; given && x.Operation.ID == "images.create" {
		return pipeline.Forbidden("Attribute 'locations' is reserved.")
	}
	for _, key := range keys {
		if _, given := object[key]; given {
			return pipeline.Forbidden("Attribute '%s' is read-only.", key)
		}
	}
	return nil
}

func isReadOnly(key string) bool { return key == "id" || slices.Contains(readOnly, key) }
