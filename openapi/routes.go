package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Route is one (method, path template) that exists at some microversion of the service.
type Route struct {
	Method string
	// Path is the template below the service's versioned root: "/servers/{server_id}".
	Path string
	// Actions tells that the operation is selected by the body's single key.
	Actions bool
	index   int
	actions map[string]bool
}

// Param is one path parameter of a matched route.
type Param struct{ Name, Value string }

// Params are the path parameters of a match, in path order, as they appear in the path given to Match.
type Params []Param

// Get answers the value of the named parameter, or "".
func (p Params) Get(name string) string {
	for i := range p {
		if p[i].Name == name {
			return p[i].Value
		}
	}
	return ""
}

// Routes is the union of what exists at any version of a chain. It is immutable.
type Routes struct {
	root    *routeNode
	all     []*Route
	byPlace map[place]*Route
}

type place struct{ path, method string }

// routeNode is one segment of the trie.
type routeNode struct {
	static map[string]*routeNode
	param  *routeNode
	// byMethod and names belong to the path that ends here.
	byMethod map[string]*Route
	methods  []string
	names    []string
}

// methodNames are the keys of a path item that hold operations.
var methodNames = map[string]string{
	"get": "GET", "put": "PUT", "post": "POST", "delete": "DELETE", "head": "HEAD", "patch": "PATCH", "options": "OPTIONS", "trace": "TRACE",
}

const actionsKey = "x-openstack-actions"

// eachOperation calls f for each operation of a path item, actions included, in no particular order.
func eachOperation(item map[string]any, f func(method, action string, op map[string]any)) {
	for key, v := range item {
		if key == actionsKey {
			for name, op := range object(item, actionsKey) {
				if m, ok := op.(map[string]any); ok {
					f("POST", name, m)
				}
			}
			continue
		}
		if m, ok := v.(map[string]any); ok && methodNames[key] != "" {
			f(methodNames[key], "", m)
		}
	}
}

// Routes answers which (method, path) exist at any version. When an overlay does not apply (At says which),
// it is the union over the versions before.
func (c *Chain) Routes() *Routes {
	r, _ := c.routes()
	return r
}

// KnownAction tells whether the action exists under the route at any version.
func (c *Chain) KnownAction(rt *Route, action string) bool { return rt.actions[action] }

// unite collects the routes of all versions; path items that a version shares with the one before cost nothing.
func (c *Chain) unite() (*Routes, error) {
	trees, err := c.allTrees()
	found := map[place]*Route{}
	seen := map[uintptr]bool{}
	for _, tree := range trees {
		paths := object(tree, "paths")
		if !firstSight(seen, paths) {
			continue
		}
		for path, v := range paths {
			item, ok := v.(map[string]any)
			if !ok || !firstSight(seen, item) {
				continue
			}
			eachOperation(item, func(method, action string, _ map[string]any) {
				rt := found[place{path, method}]
				if rt == nil {
					rt = &Route{Method: method, Path: path}
					found[place{path, method}] = rt
				}
				if action != "" {
					if rt.actions == nil {
						rt.Actions, rt.actions = true, map[string]bool{}
					}
					rt.actions[action] = true
				}
			})
		}
	}
	return newRoutes(found), err
}

func newRoutes(found map[place]*Route) *Routes {
	all := slices.Collect(maps.Values(found))
	slices.SortFunc(all, func(a, b *Route) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method))
	})
	r := &Routes{root: &routeNode{}, all: all, byPlace: found}
	for i, rt := range all {
		rt.index = i
		r.insert(rt)
	}
	return r
}

func (r *Routes) insert(rt *Route) {
	at := r.root
	var names []string
	for seg := range strings.SplitSeq(strings.TrimPrefix(rt.Path, "/"), "/") {
		if name, ok := parameter(seg); ok {
			names = append(names, name)
			if at.param == nil {
				at.param = &routeNode{}
			}
			at = at.param
			continue
		}
		if at.static == nil {
			at.static = map[string]*routeNode{}
		}
		if at.static[seg] == nil {
			at.static[seg] = &routeNode{}
		}
		at = at.static[seg]
	}
	if at.byMethod == nil {
		at.byMethod = map[string]*Route{}
	}
	at.byMethod[rt.Method], at.names = rt, names
	at.methods = append(at.methods, rt.Method)
	slices.Sort(at.methods)
}

func parameter(segment string) (name string, ok bool) {
	if len(segment) > 2 && segment[0] == '{' && segment[len(segment)-1] == '}' {
		return segment[1 : len(segment)-1], true
	}
	return "", false
}

// Match finds the route of a method and a path. Without one, methods lists what the path allows
// (sorted), nil when the path itself does not exist. A static segment wins over a parameter, a parameter
// is never empty, and a trailing slash makes another path, which exists only if a document has it.
func (r *Routes) Match(method, path string) (rt *Route, params Params, methods []string) {
	if path == "" || path[0] != '/' {
		return nil, nil, nil
	}
	var room [4]string
	node, values := r.root.find(path[1:], method, room[:0])
	if node == nil {
		node, values = r.root.find(path[1:], "", room[:0])
	}
	if node == nil {
		return nil, nil, nil
	}
	rt = node.byMethod[method]
	if rt == nil {
		return nil, nil, node.methods
	}
	if len(values) > 0 {
		params = make(Params, len(values))
		for i, v := range values {
			params[i] = Param{node.names[i], v}
		}
	}
	return rt, params, nil
}

// find walks down the trie, static segments first, and comes back when a branch has no end that answers
// the method ("" is any).
func (n *routeNode) find(rest, method string, values []string) (*routeNode, []string) {
	segment, after, more := strings.Cut(rest, "/")
	if next := n.static[segment]; next != nil {
		if end, v := next.follow(after, more, method, values); end != nil {
			return end, v
		}
	}
	if n.param != nil && segment != "" {
		return n.param.follow(after, more, method, append(values, segment))
	}
	return nil, nil
}

func (n *routeNode) follow(after string, more bool, method string, values []string) (*routeNode, []string) {
	if more {
		return n.find(after, method, values)
	}
	if n.byMethod == nil || (method != "" && n.byMethod[method] == nil) {
		return nil, nil
	}
	return n, values
}

// All lists every route, sorted by path and method.
func (r *Routes) All() []*Route { return slices.Clone(r.all) }

// covers tells whether each operation of a document has its route here.
func (r *Routes) covers(tree map[string]any) bool {
	ok := true
	for path, v := range object(tree, "paths") {
		item, _ := v.(map[string]any)
		eachOperation(item, func(method, action string, _ map[string]any) {
			rt := r.byPlace[place{path, method}]
			ok = ok && rt != nil && (action == "" || rt.actions[action])
		})
	}
	return ok
}
