package record

import (
	"strings"

	"plumbline/mockcloud/internal/page"
	"plumbline/mockcloud/internal/pipeline"
)

// Null is how actions answer: 200 with the body null.
func Null(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return &pipeline.Response{Status: 200, Raw: []byte("null"), ContentType: "application/json"}, nil
}

// AnswerNoContent is how deletions answer.
func AnswerNoContent(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(204), nil
}

// Accepted is how updates answer: 202 with the web framework's page.
func Accepted(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return PageOf(x, 202, "The request is accepted for processing."), nil
}

// PageOf is an answer that the web framework writes: a short page.
func PageOf(x *pipeline.Exchange, status int, explanation string) *pipeline.Response {
	kind, body := page.Page{Status: status, Explanation: explanation, Short: true}.Write(x.Header("Accept"))
	return &pipeline.Response{Status: status, Raw: []byte(strings.TrimRight(string(body), " ")), ContentType: kind}
}

// NullOf and AcceptedOf are those for operations whose steps pass something on.
func NullOf[W any](x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) { return Null(x) }

// AcceptedOf is Accepted.
func AcceptedOf[W any](x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) {
	return Accepted(x)
}
