package openapi

// Route is one (method, path template) that exists at some microversion of the service.
type Route struct {
	Method string
	// Path is the template below the service's versioned root: "/servers/{server_id}".
	Path string
	// Actions tells that the operation is selected by the body's single key.
	Actions bool
	index   int
}

// Param is one path parameter of a matched route.
type Param struct{ Name, Value string }

// Params are the path parameters of a match, in path order, as they appear in the URL path (decoded
// if the caller decoded it).
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

// Routes is the union of what exists at any version of a chain.
type Routes struct{}

// Match finds the route of a method and a path. Without one, methods lists what the path allows
// (sorted), nil when the path itself does not exist. A static segment wins over a parameter; a
// trailing slash is a segment of its own and does not match.
func (r *Routes) Match(method, path string) (rt *Route, params Params, methods []string) {
	panic("pending")
}

// All lists every route, sorted by path and method.
func (r *Routes) All() []*Route { panic("pending") }
