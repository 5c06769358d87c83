package compute

import (
	"plumbline/internal/mockcloud/envelope"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// render writes a fault in Nova's envelope (docs/contract/60-microversions.md §3).
func render(_ *pipeline.Exchange, f *pipeline.Fault) (contentType string, body []byte) {
	return "application/json; charset=UTF-8", envelope.Write(f)
}

func policyFault(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return pipeline.Forbidden("Policy doesn't allow %s to be performed.", rule)
}

func schemaFault(_ *pipeline.Exchange, v *openapi.Violation, query bool) *pipeline.Fault {
	return envelope.SchemaFault(v, query)
}
