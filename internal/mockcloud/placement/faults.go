package placement

import (
	"cmp"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/pipeline/stages"
	"plumbline/internal/openapi"
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

// negotiate settles the microversion with the faults of placement. Its library reads both numbers of a version as Python reads whole
// numbers, so that 1.01 is 1.1, and 0.9 and -1.0 are versions that placement does not have (a real Zed, 28 texts).
func negotiate() pipeline.Stage {
	s := stages.Microversion()
	return pipeline.Stage{Name: s.Name, Run: func(x *pipeline.Exchange) *pipeline.Fault {
		f := s.Run(x)
		if f == nil {
			return nil
		}
		asked, _ := stages.AskedVersion(x)
		if f.Status == http.StatusBadRequest {
			v, is := lenientVersion(asked)
			if !is {
				return &pipeline.Fault{Status: f.Status, Message: "Invalid microversion: invalid version string: " + asked, Bare: true}
			}
			f = x.SettleVersion(v)
		}
		if f != nil && f.Status == http.StatusNotAcceptable {
			return &pipeline.Fault{Status: f.Status, Message: "Invalid microversion: Unacceptable version header: " + asked, Bare: true}
		}
		return f
	}}
}

// wholeNumber is what Python reads as one: blanks around it, a sign, single underscores between digits.
var wholeNumber = regexp.MustCompile(`^\s*([+-]?)0*([0-9]+(?:_[0-9]+)*)\s*$`)

// lenientVersion writes a version in the usual form, or answers false for a text that is none. A version below 1.0, or far beyond all
// that exist, becomes one that no release has.
func lenientVersion(text string) (version string, is bool) {
	major, minor, two := strings.Cut(text, ".")
	if !two {
		return "", false
	}
	var numbers [2]int
	for i, part := range []string{major, minor} {
		found := wholeNumber.FindStringSubmatch(part)
		if found == nil {
			return "", false
		}
		n, err := strconv.Atoi(strings.ReplaceAll(found[2], "_", ""))
		if err != nil || n > beyond || found[1] == "-" && n > 0 {
			numbers = [2]int{beyond, 0}
			break
		}
		numbers[i] = n
	}
	if numbers[0] == 0 {
		numbers = [2]int{beyond, 0}
	}
	return openapi.Version{Major: numbers[0], Minor: numbers[1]}.String(), true
}

// beyond is a number that no version has.
const beyond = 9999
