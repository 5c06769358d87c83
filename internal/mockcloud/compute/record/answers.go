package record

import "plumbline/internal/mockcloud/pipeline"

// Accepted answers 202, for actions that go on after the answer.
func Accepted(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(202), nil
}

// AcceptedOf is Accepted for operations whose steps share values.
func AcceptedOf[W any](*pipeline.Exchange, *W) (*pipeline.Response, *pipeline.Fault) {
	return pipeline.Status(202), nil
}

// UnexpectedFault is the answer to a failure that the service did not expect, by the name of its class.
func UnexpectedFault(class string) *pipeline.Fault {
	return &pipeline.Fault{Status: 500, Message: UnexpectedText(class)}
}

// UnexpectedText is Nova's text for an unexpected exception.
func UnexpectedText(class string) string {
	return "Unexpected API Error. Please report this at http://bugs.launchpad.net/nova/ and attach the Nova API log if possible.\n<class '" +
		class + "'>"
}
