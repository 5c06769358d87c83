// Package undescribed knows operations that real services have and the documents do not describe, so that a client is told why it finds
// nothing.
package undescribed

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi"
)

//go:embed undescribed.yaml
var source []byte

// operation is one operation: its name ("GET /segments/{segment_id}") and what its path looks like.
type operation struct {
	name, method string
	path         *regexp.Regexp
}

var segment = regexp.MustCompile(`\\\{[^/]*?\\\}`)

var all = sync.OnceValues(func() (map[openapi.Service][]operation, error) {
	var listed map[string][]string
	if err := yaml.Unmarshal(source, &listed); err != nil {
		return nil, err
	}
	out := map[openapi.Service][]operation{}
	for service, names := range listed {
		s, err := openapi.ParseService(service)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			method, path, _ := strings.Cut(name, " ")
			pattern := segment.ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`)
			compiled, err := regexp.Compile("^(?:/[0-9a-f-]{32,36})?" + pattern + "/?$")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			out[s] = append(out[s], operation{name, method, compiled})
		}
	}
	return out, nil
})

// Find answers the name of the operation that a request is for, "" where there is none. The path is below the versioned root; the id of a
// project may stand before it.
func Find(s openapi.Service, method, path string) string {
	known, err := all()
	if err != nil {
		return ""
	}
	for _, op := range known[s] {
		if op.method == method && op.path.MatchString(path) {
			return op.name
		}
	}
	return ""
}

// Names lists the operations of a service, in the order of the list.
func Names(s openapi.Service) (out []string, err error) {
	known, err := all()
	for _, op := range known[s] {
		out = append(out, op.name)
	}
	return out, err
}
