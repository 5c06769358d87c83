package record

import (
	"plumbline/internal/mockcloud/page"
	"plumbline/internal/mockcloud/pipeline"
)

// Null is the answer of actions: 200 with the body null.
func Null(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return &pipeline.Response{Status: 200, Raw: []byte("null"), ContentType: "application/json"}, nil
}

// AnswerNoContent is the answer of deletions: 204.
func AnswerNoContent(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(204), nil
}

// Accepted is the answer of updates: 202 with a page of the web framework.
func Accepted(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	kind, body := page.Page{Status: 202, Explanation: "The request is accepted for processing."}.Write(x.Header("Accept"))
	return &pipeline.Response{Status: 202, Raw: body, ContentType: kind}, nil
}

// NullOf is Null for operations whose steps share values.
func NullOf[W any](x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) { return Null(x) }

// AcceptedOf is Accepted for operations whose steps share values.
func AcceptedOf[W any](x *pipeline.Exchange, _ *W) (*pipeline.Response, *pipeline.Fault) {
	return Accepted(x)
}
