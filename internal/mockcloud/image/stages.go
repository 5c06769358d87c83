package image

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"plumbline/internal/mockcloud/authtoken"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
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
		case "image-tags.add":
			return checkTag(x)
		}
		if declared, _ := x.Operation.HasBody(); !declared {
			return nil
		}
		if fault := readBody(x); fault != nil {
			return fault
		}
		switch resource, _, _ := strings.Cut(x.Operation.ID, "."); resource {
		case "images":
			switch x.Operation.ID {
			case "images.create":
				return refuseReadOnly(x, "direct_url", "self", "file", "schema", "stores")
			case "images.import":
				return decodeImport(x)
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

// decodeImport leaves bodies of another form to the schema.
func decodeImport(x *pipeline.Exchange) *pipeline.Fault {
	if sent := body.As[*struct {
		Method any `json:"method"`
	}](x.Body); sent == nil || sent.Method != nil && !body.IsObject(sent.Method) {
		return nil
	}
	return checkImport(body.As[*importRequest](x.Body))
}

// checkTag checks the tag in the path as one in a body.
func checkTag(x *pipeline.Exchange) *pipeline.Fault {
	if v := x.Document.Operation("images.create").CheckBody(alone("tags", []any{x.Params.Get("tag")})); v != nil {
		return schemaFault(x, v, false)
	}
	return nil
}

func decodePatch(x *pipeline.Exchange) *pipeline.Fault {
	old := sendsOldPatch(x)
	if fault := wants(x, patchType); fault != nil && !old {
		return fault
	}
	if fault := readBody(x); fault != nil {
		return fault
	}
	entries, isList := body.ListIn(x.Body)
	if !isList {
		return pipeline.BadRequest("Request body must be a JSON array of operation objects.")
	}
	_, fault := readPatch(x, entries, old)
	return fault
}

func sendsOldPatch(x *pipeline.Exchange) bool { return wants(x, oldPatchType) == nil }

// checkMemberBody checks who is to become a member, or what a member says.
func checkMemberBody(x *pipeline.Exchange) *pipeline.Fault {
	sent := body.As[*struct {
		Member body.Opt[string] `json:"member"`
		Status body.Opt[any]    `json:"status"`
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
	if got, _, _ := strings.Cut(given, ";"); got == kind {
		return nil
	}
	given = cmp.Or(given, "text/plain") // what the web server takes a body for
	return pipeline.Refuse(415, "The request media type %s is not supported by this server.\n", given)
}

func readBody(x *pipeline.Exchange) *pipeline.Fault {
	if len(x.Raw) == 0 {
		return pipeline.BadRequest("Body expected in request.")
	}
	if json.Unmarshal(x.Raw, &x.Body) != nil {
		return pipeline.BadRequest("Malformed JSON in request body.")
	}
	if body.As[[]any](x.Body) == nil && !body.IsObject(x.Body) {
		return pipeline.BadRequest("Unexpected body type. Expected list/dict.")
	}
	return nil
}

// readOnly are the keys of an image that no patch changes.
var readOnly = []string{
	"created_at", "updated_at", "status", "checksum", "size", "virtual_size", "direct_url", "self", "file", "schema", "id",
	"os_hash_algo", "os_hash_value", "stores",
}

func refuseReadOnly(x *pipeline.Exchange, keys ...string) *pipeline.Fault {
	object := body.As[state.Extra](x.Body)
	for _, key := range keys {
		if _, given := object[key]; given {
			return pipeline.Forbidden("Attribute '%s' is read-only.", key)
		}
	}
	return nil
}
