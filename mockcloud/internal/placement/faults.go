package placement

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/mockcloud/internal/pipeline"
)

// coded is the microversion from which faults have the field code.
var coded = openapi.MustVersion("1.23")

// general is the web framework's sentence by status, which precedes the service's own message.
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
	e := faultView{Status: f.Status, Title: http.StatusText(f.Status), Detail: detail, RequestID: x.RequestID}
	if f.Status == http.StatusNotAcceptable {
		e.Maximum, e.Minimum = x.Env.Maximum(openapi.Placement).String(), "1.0"
	} else if !x.Version.Less(coded) {
		e.Code = cmp.Or(f.Name, "placement.undefined_code")
	}
	body, err := json.Marshal(envelope{[]faultView{e}})
	if err != nil {
		panic(err) // texts and numbers
	}
	return "application/json", body
}

// envelope is the form of a fault in placement's answers.
type envelope struct {
	Errors []faultView `json:"errors"`
}

type faultView struct {
	Code      string `json:"code,omitempty"`
	Detail    string `json:"detail"`
	Maximum   string `json:"max_version,omitempty"`
	Minimum   string `json:"min_version,omitempty"`
	RequestID string `json:"request_id"`
	Status    int    `json:"status"`
	Title     string `json:"title"`
}

func policyFault(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return pipeline.Forbidden("Policy does not allow %s to be performed.", rule)
}

func schemaFault(_ *pipeline.Exchange, v *openapi.Violation, query bool) *pipeline.Fault {
	if query {
		return pipeline.BadRequest("Invalid query string parameters: %s", v.Message)
	}
	return pipeline.BadRequest("JSON does not validate: %s", v.Message)
}

// rewordVersionFaults words the faults about microversions as placement does.
func rewordVersionFaults(s pipeline.Stage) pipeline.Stage {
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
