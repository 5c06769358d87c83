package packs

import (
	"strings"
	"sync"

	"plumbline/internal/openapi"
)

// public are the names in the documents: of fields, and of the segments of paths.
type public struct{ fields, segments map[string]bool }

// thePublic reads the newest document of each service, once.
var thePublic = sync.OnceValue(func() public {
	p := public{fields: map[string]bool{}, segments: set(
		"", "identity", "compute", "image", "volume", "network", "networking", "orchestration", "placement", "heat-api", "v2",
		"v2.0", "v2.1", "v3", "v1",
	)}
	for _, s := range openapi.Services() {
		chain, err := openapi.Builtin(s, openapi.Shipped)
		if err != nil {
			continue // without a readable document no names are added
		}
		for _, rt := range chain.Routes().All() {
			for segment := range strings.SplitSeq(rt.Path, "/") {
				if !strings.HasPrefix(segment, "{") {
					p.segments[segment] = true
				}
			}
		}
		if d, err := chain.At(chain.Max()); err == nil {
			p.collect(d.Tree)
		}
	}
	return p
})

// collect adds the names below every "properties".
func (p public) collect(v any) {
	switch v := v.(type) {
	case map[string]any:
		if fields, ok := v["properties"].(map[string]any); ok {
			for name := range fields {
				p.fields[name] = true
			}
		}
		for _, e := range v {
			p.collect(e)
		}
	case []any:
		for _, e := range v {
			p.collect(e)
		}
	}
}
