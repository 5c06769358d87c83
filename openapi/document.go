package openapi

// Document is the API of a service at one version. It is immutable: callers must not change Tree.
type Document struct {
	Version Version
	// Tree is the OpenAPI document as plain values; it shares parts with the other versions of its chain.
	Tree map[string]any
}

// Operation finds an operation by its operationId ("servers.rebuild"); nil when this version has none.
func (d *Document) Operation(id string) *Operation { panic("pending") }

// Lookup finds the operation of a route; action is "" unless the route has actions. Nil: not in this version.
func (d *Document) Lookup(rt *Route, action string) *Operation { panic("pending") }

// Actions lists the action keys of a route in this version, sorted.
func (d *Document) Actions(rt *Route) []string { panic("pending") }

// Operations lists all operations sorted by id.
func (d *Document) Operations() []*Operation { panic("pending") }

// Change is the sentence that the overlay of this version gives (x-openstack-change), "" for the first version.
func (d *Document) Change() string { panic("pending") }

// Export writes the document as plain valid OpenAPI 3.0.3 JSON: actions joined with oneOf, extensions kept.
func (d *Document) Export() ([]byte, error) { panic("pending") }
