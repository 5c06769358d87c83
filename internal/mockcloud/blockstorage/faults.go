package blockstorage

import (
	"unicode/utf8"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/envelope"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// render writes a fault in compute's envelope, without a character set in the media type.
func render(_ *pipeline.Exchange, f *pipeline.Fault) (contentType string, body []byte) {
	return "application/json", envelope.Write(f)
}

func policyFault(_ *pipeline.Exchange, rule string) *pipeline.Fault {
	return pipeline.Forbidden("Policy doesn't allow %s to be performed.", rule)
}

func otherProject(*pipeline.Exchange) *pipeline.Fault {
	return pipeline.BadRequest("Malformed request url")
}

// schemaFault words a schema violation: as compute does, except for names that are too long.
func schemaFault(x *pipeline.Exchange, v *openapi.Violation, query bool) *pipeline.Fault {
	if text, ok := body.TextIn(v.Value); ok && v.Keyword == "maxLength" &&
		(x.Operation.ID == "volumes.create" || x.Operation.ID == "volumes.update") && len(v.Path) == 2 {
		what := map[string]string{
			"name": "name", "display_name": "name", "description": "description",
			"display_description": "description",
		}[v.Path[1]]
		if what != "" {
			return record.InvalidInput("%s has %d characters, more than 255.", what, utf8.RuneCountInString(text))
		}
	}
	return envelope.SchemaFault(v, query)
}
