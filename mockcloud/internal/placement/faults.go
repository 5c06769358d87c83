package placement

import (
	"encoding/json"
	"net/http"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// coded is the microversion from which faults have a code.
var coded = openapi.MustVersion("1.23")

// general is what the web framework says of a status before the service says what it is about.
var general = map[int]string{
	400: "The server could not comply with the request since it is either malformed or otherwise incorrect.",
	403: "Access was denied to this resource.",
	404: "The resource could not be found.",
	406: "The resource could not be generated that was acceptable to your browser (content of type application/json.",
	409: "There was a conflict when trying to complete your request.",
}

// render writes {"errors": [{status, title, detail, code, request_id}]}.
func render(x *pipeline.Exchange, f *pipeline.Fault) (contentType string, body []byte) {
	detail := f.Message
	if g := general[f.Status]; g != "" {
		detail = g + "\n\n " + f.Message + "  "
	}
	e := map[string]any{"status": f.Status, "title": http.StatusText(f.Status), "detail": detail, "request_id": x.RequestID}
	if f.Status == http.StatusNotAcceptable {
		e["max_version"], e["min_version"] = x.Env.Maximum(openapi.Placement).String(), "1.0"
	} else if !x.Version.Less(coded) {
		e["code"] = "placement.undefined_code"
		if f.Name != "" {
			e["code"] = f.Name
		}
	}
	body, err := json.Marshal(map[string]any{"errors": []any{e}})
	if err != nil {
		panic(err) // texts and numbers
	}
	return "application/json", body
}

func refused(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return pipeline.Forbidden("Policy does not allow %s to be performed.", rule)
}

func violated(_ *pipeline.Exchange, v *openapi.Violation, query bool) *pipeline.Fault {
	if query {
		return pipeline.BadRequest("Invalid query string parameters: %s", v.Message)
	}
	return pipeline.BadRequest("JSON does not validate: %s", v.Message)
}

// worded says in placement's words what is wrong with a microversion.
func worded(s pipeline.Stage) pipeline.Stage {
	return pipeline.Stage{Name: s.Name, Run: func(x *pipeline.Exchange) *pipeline.Fault {
		f := s.Run(x)
		if f == nil {
			return nil
		}
		asked := x.Header("OpenStack-API-Version")
		asked = strings.TrimSpace(asked[strings.LastIndexByte(asked, ' ')+1:])
		switch f.Status {
		case http.StatusNotAcceptable:
			return &pipeline.Fault{Status: 406, Message: "Invalid microversion: Unacceptable version header: " + asked, Bare: true}
		case http.StatusBadRequest:
			return &pipeline.Fault{Status: 400, Message: "Invalid microversion: invalid version string: " + asked, Bare: true}
		}
		return f
	}}
}
