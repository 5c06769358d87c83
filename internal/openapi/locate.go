package openapi

import (
	"encoding/json"
	"strings"

	"plumbline/internal/openapi/node"
)

// Locate finds the route of a client's path, with any prefix that the catalogue's endpoint may have
// ("/compute/v2.1/servers", "/v3/{project}/volumes"). It is nil when no part of the path is a route.
func (c *Chain) Locate(method, path string) (*Route, Params) {
	routes := c.Routes()
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	start := 0
	for i, s := range segments {
		if isVersionSegment(s) {
			start = i + 1
			break
		}
	}
	for i := start; i < len(segments) && (start == 0 || i <= start+1); i++ {
		rest := "/" + strings.Join(segments[i:], "/")
		if i > start && start > 0 && rest == "/" {
			break // the rest of a path with a project is not the root
		}
		if rt, params, _ := routes.Match(method, rest); rt != nil {
			return rt, params
		}
	}
	if start == len(segments) { // ".../v2.1" without a trailing slash
		rt, params, _ := routes.Match(method, "/")
		return rt, params
	}
	return nil, nil
}

func isVersionSegment(s string) bool {
	return len(s) > 1 && s[0] == 'v' && '0' <= s[1] && s[1] <= '9'
}

// ActionOf answers the action in a request body under a route: its single key. It is "" where the route has no actions or
// the body is not an object with one key.
func (rt *Route) ActionOf(body []byte) string {
	if !rt.Actions {
		return ""
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(body, &keys); err != nil || len(keys) != 1 {
		return ""
	}
	return node.SortedKeys(keys)[0]
}
