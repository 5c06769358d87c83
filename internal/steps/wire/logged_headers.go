package wire

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"plumbline/internal/openapi/redact"
)

// keptHeaders shortens headers to redact.Limit bytes, as bodies are: every report reads the whole log.
func keptHeaders(h http.Header) http.Header {
	left := redact.Limit
	if headersOf(h) <= left {
		return h
	}
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	out, lost := http.Header{}, 0
	for _, name := range names {
		for _, value := range h[name] {
			if left <= 0 {
				lost++
				continue
			}
			if most := min(left, redact.Limit/8); len(value) > most {
				value = fmt.Sprintf("%s … [cut: %d of %d bytes kept]", strings.ToValidUTF8(value[:most], ""), most, len(value))
			}
			out[name], left = append(out[name], value), left-len(name)-len(value)
		}
	}
	if lost > 0 {
		out["[cut]"] = []string{fmt.Sprintf("%d more values of headers", lost)}
	}
	return out
}
