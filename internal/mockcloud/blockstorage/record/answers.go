package record

import (
	"net/http"

	"plumbline/internal/mockcloud/pipeline"
)

// AnswerDeleted answers a deletion with 202 in the web framework's form: as a page, and without the older request id.
func AnswerDeleted[W any](*pipeline.Exchange, *W) (*pipeline.Response, *pipeline.Fault) {
	return &pipeline.Response{Status: 202, ContentType: "text/html; charset=UTF-8", Header: http.Header{"X-Compute-Request-Id": nil}}, nil
}

// Accepted answers 202 without a body.
func Accepted[W any](*pipeline.Exchange, *W) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(202), nil
}

// AnswerRemoved answers the removal of an item of metadata with 200 in the web framework's form, as AnswerDeleted does.
func AnswerRemoved[W any](*pipeline.Exchange, *W) (*pipeline.Response, *pipeline.Fault) {
	return &pipeline.Response{Status: 200, ContentType: "text/html; charset=UTF-8", Header: http.Header{"X-Compute-Request-Id": nil}}, nil
}

// AnswerEmpty answers 200 without a body.
func AnswerEmpty[W any](*pipeline.Exchange, *W) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(200), nil
}

// NoContent answers 204.
func NoContent[W any](*pipeline.Exchange, *W) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(204), nil
}
