package blockstorage

import (
	"fmt"
	"net/http"
	"unicode/utf8"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// Texts that the web framework has for a status when the service gives none.
const (
	malformed = "The server could not comply with the request since it is either malformed or otherwise incorrect."
	erred     = "The server has either erred or is incapable of performing the requested operation."
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
			return invalidInput("%s has %d characters, more than 255.", what, utf8.RuneCountInString(text))
		}
	}
	return pipeline.NovaViolation(v, query)
}

func invalidInput(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid input received: "+format, args...)
}

func invalidVolume(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid volume: "+format, args...)
}

func invalidSnapshot(format string, args ...any) *pipeline.Fault {
	return pipeline.BadRequest("Invalid snapshot: "+format, args...)
}

// overQuota is 413 with the name of the exception, as for all that the service's outermost layer answers.
func overQuota(kind, format string, args ...any) *pipeline.Fault {
	return &pipeline.Fault{Status: 413, Message: kind + ": " + fmt.Sprintf(format, args...), Header: http.Header{"Retry-After": {"0"}}}
}
