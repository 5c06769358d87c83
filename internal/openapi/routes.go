package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"plumbline/internal/openapi/node"
)

// Route is one (method, path template) that exists at some microversion of the service.
type Route struct {
	Method string
	// Path is the template below the service's versioned root: "/servers/{server_id}".
	Path string
	// Actions: the body's single key selects the operation.
	Actions bool
	index   int
	actions map[string]bool
	// names are the parameters in the path, places the indices of their segments.
	names  []string
	places []int
}

// Param is one path parameter of a matched route.
type Param struct{ Name, Value string }

// Params are the path parameters of a match, in path order, with values as in the path given to Match.
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

// Routes has every route that exists at any version of a chain. It is immutable.
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
	// byMethod and methods are of the path that ends here.
	byMethod map[string]*Route
	methods  []string
}

// methodNames are the keys of a path item that hold operations.
var methodNames = map[string]string{
	"get": "GET", "put": "PUT", "post": "POST", "delete": "DELETE", "head": "HEAD", "patch": "PATCH", "options": "OPTIONS", "trace": "TRACE",
}

const ActionsKey = "x-openstack-actions"

// eachOperation calls f for each operation of a path item, actions included, in no particular order.
func eachOperation(item map[string]any, f func(method, action string, op map[string]any)) {
	for key, v := range item {
		if key == ActionsKey {
			for name, op := range node.Object(item, ActionsKey) {
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

// Routes answers the routes (method, path) of all versions. When an overlay does not apply (At says which), it has
// those of the versions before.
func (c *Chain) Routes() *Routes {
	r, _ := c.routes()
	return r
}

// KnownAction tells whether the action exists under the route at any version.
func (c *Chain) KnownAction(rt *Route, action string) bool { return rt.actions[action] }

// uniteRoutes collects the routes of all versions; path items that a version shares with the one before are skipped.
func (c *Chain) uniteRoutes() (*Routes, error) {
	trees, err := c.allTrees()
	found := map[place]*Route{}
	seen := map[uintptr]bool{}
	for _, tree := range trees {
		paths := node.Object(tree, "paths")
		if !node.FirstSight(seen, paths) {
			continue
		}
		for path, v := range paths {
			item, alias := pathItem(tree, v)
			if item == nil || !alias && !node.FirstSight(seen, item) {
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
	for i, seg := range strings.Split(strings.TrimPrefix(rt.Path, "/"), "/") {
		if name, ok := Parameter(seg); ok {
			rt.names, rt.places = append(rt.names, name), append(rt.places, i)
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
	at.byMethod[rt.Method] = rt
	at.methods = append(at.methods, rt.Method)
	slices.Sort(at.methods)
}

func Parameter(segment string) (name string, ok bool) {
	if len(segment) > 2 && segment[0] == '{' && segment[len(segment)-1] == '}' {
		return segment[1 : len(segment)-1], true
	}
	return "", false
}

// Match finds the route of a method and a path. Without one, methods lists the methods of the path (sorted), nil when the
// path itself does not exist. A static segment takes precedence over a parameter, a parameter is never empty, and a
// trailing slash makes another path, which exists only if a document has it.
func (r *Routes) Match(method, path string) (rt *Route, params Params, methods []string) {
	if path == "" || path[0] != '/' {
		return nil, nil, nil
	}
	node := r.root.find(path[1:], method)
	if node == nil {
		node = r.root.find(path[1:], "")
	}
	if node == nil {
		return nil, nil, nil
	}
	rt = node.byMethod[method]
	if rt == nil {
		return nil, nil, node.methods
	}
	return rt, rt.params(path[1:]), nil
}

// params takes the parameters from a path that the route matches.
func (rt *Route) params(rest string) Params {
	if len(rt.names) == 0 {
		return nil
	}
	params := make(Params, len(rt.names))
	segment, found := 0, 0
	for found < len(params) {
		value, after, _ := strings.Cut(rest, "/")
		if rt.places[found] == segment {
			params[found] = Param{rt.names[found], value}
			found++
		}
		rest = after
		segment++
	}
	return params
}

// find searches the trie, static segments first, and backtracks when a branch has no route for the method ("" is any).
func (n *routeNode) find(rest, method string) *routeNode {
	segment, after, more := strings.Cut(rest, "/")
	if next := n.static[segment]; next != nil {
		if end := next.follow(after, more, method); end != nil {
			return end
		}
	}
	if n.param != nil && segment != "" {
		return n.param.follow(after, more, method)
	}
	return nil
}

func (n *routeNode) follow(after string, more bool, method string) *routeNode {
	if more {
		return n.find(after, method)
	}
	if n.byMethod == nil || (method != "" && n.byMethod[method] == nil) {
		return nil
	}
	return n
}

// All lists every route, sorted by path and method.
func (r *Routes) All() []*Route { return slices.Clone(r.all) }

// covers tells whether every operation of a document has its route here.
func (r *Routes) covers(tree map[string]any) bool {
	ok := true
	for path, v := range node.Object(tree, "paths") {
		item, _ := pathItem(tree, v)
		eachOperation(item, func(method, action string, _ map[string]any) {
			rt := r.byPlace[place{path, method}]
			ok = ok && rt != nil && (action == "" || rt.actions[action])
		})
	}
	return ok
}
