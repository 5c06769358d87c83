package blockstorage

import (
	"unicode/utf8"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// render is compute's envelope, without a character set.
func render(x *pipeline.Exchange, f *pipeline.Fault) (contentType string, body []byte) {
	_, body = pipeline.NovaFault(x, f)
	return "application/json", body
}

// violated words what the schema refuses: as compute does, but for names that are too long.
func violated(x *pipeline.Exchange, v *openapi.Violation, query bool) *pipeline.Fault {
	if text, ok := v.Value.(string); ok && v.Keyword == "maxLength" && (x.Operation.ID == "volumes.create" || x.Operation.ID == "volumes.update") && len(v.Path) == 2 {
		what := map[string]string{"name": "name", "display_name": "name", "description": "description", "display_description": "description"}[v.Path[1]]
		if what != "" {
			return record.InvalidInput("%s has %d characters, more than 255.", what, utf8.RuneCountInString(text))
		}
	}
	return pipeline.NovaViolation(v, query)
}
