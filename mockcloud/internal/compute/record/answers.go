package record

import "plumbline/mockcloud/pipeline"

// Accepted answers actions that go on after the answer.
func Accepted(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(202), nil
}

// AcceptedOf is Accepted for operations whose steps pass something on.
func AcceptedOf[W any](*pipeline.Exchange, *W) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(202), nil
}
