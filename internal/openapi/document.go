package openapi

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"plumbline/internal/openapi/node"
)

// Document is the API of a service at one version. It is immutable: callers must not change Tree.
type Document struct {
	Version Version
	// Tree is the OpenAPI document as plain values; it shares parts with the other versions of its chain.
	Tree map[string]any

	chain *Chain
	once  sync.Once
	// table has what is under each route, by Route.index; nil for a route that this version has not.
	table []*routeEntry
	// made are the operations that somebody asked for: *listedOperation → *Operation.
	made sync.Map

	sortOnce sync.Once
	byID     map[string]*Operation
	sorted   []*Operation
}

// Operation finds an operation by its operationId ("servers.rebuild"); nil when this version has none.
func (d *Document) Operation(id string) *Operation { return d.listed().byID[id] }

// Lookup finds the operation of a route; action is "" unless the route has actions. Nil: not in this version.
func (d *Document) Lookup(rt *Route, action string) *Operation {
	entry := d.entry(rt)
	if entry == nil {
		return nil
	}
	if action == "" {
		return d.operation(entry.operation)
	}
	return d.operation(entry.actions[action])
}

// Actions lists the action keys of a route in this version, sorted.
func (d *Document) Actions(rt *Route) []string {
	entry := d.entry(rt)
	if entry == nil {
		return nil
	}
	return slices.Clone(entry.names)
}

// Operations lists all operations sorted by id.
func (d *Document) Operations() []*Operation { return slices.Clone(d.listed().sorted) }

// Change is the sentence that the overlay of this version gives (x-openstack-change), "" for the first version.
func (d *Document) Change() string { return node.Text(d.Tree, "info", "x-openstack-change") }

// routeEntry is what a path item has under one route.
type routeEntry struct {
	operation *listedOperation
	actions   map[string]*listedOperation
	names     []string // the keys of actions, sorted
}

// listedOperation is where an operation stands in a document, before it is made an Operation.
type listedOperation struct {
	path, method, action string
	item, tree           map[string]any
}

// pathOperations are the operations of one path item under one path.
type pathOperations struct {
	item   map[string]any // keeps the key of this value in Chain.paths from being another map's
	routes map[int]*routeEntry
	all    []*listedOperation
}

// pathKey says under which path which path item stands; the item by its address, since versions share what no overlay changed.
type pathKey struct {
	path string
	item uintptr
}

// operationsOf finds the operations of a path item. Versions that share the item share the answer: all microversions of compute have
// some forty thousand operations together, of which a few hundred differ.
func (c *Chain) operationsOf(path string, item map[string]any) *pathOperations {
	key := pathKey{path, reflect.ValueOf(item).Pointer()}
	if known, ok := c.paths.Load(key); ok {
		return known.(*pathOperations)
	}
	found := &pathOperations{item: item, routes: map[int]*routeEntry{}}
	routes := c.Routes()
	eachOperation(item, func(method, action string, tree map[string]any) {
		op := &listedOperation{path: path, method: method, action: action, item: item, tree: tree}
		found.all = append(found.all, op)
		rt := routes.byPlace[place{path, method}]
		if rt == nil {
			return
		}
		entry := found.routes[rt.index]
		if entry == nil {
			entry = &routeEntry{}
			found.routes[rt.index] = entry
		}
		if action == "" {
			entry.operation = op
			return
		}
		if entry.actions == nil {
			entry.actions = map[string]*listedOperation{}
		}
		entry.actions[action] = op
		entry.names = append(entry.names, action)
	})
	for _, entry := range found.routes {
		slices.Sort(entry.names)
	}
	known, _ := c.paths.LoadOrStore(key, found)
	return known.(*pathOperations)
}

// entry answers what the version has under a route, nil for nothing.
func (d *Document) entry(rt *Route) *routeEntry {
	d.once.Do(func() {
		d.table = make([]*routeEntry, len(d.chain.Routes().all))
		for path, v := range node.Object(d.Tree, "paths") {
			if item, _ := pathItem(d.Tree, v); item != nil {
				for i, entry := range d.chain.operationsOf(path, item).routes {
					d.table[i] = entry
				}
			}
		}
	})
	if rt.index >= len(d.table) {
		return nil
	}
	return d.table[rt.index]
}

// operation makes the Operation of this version, once; a nil one has none.
func (d *Document) operation(l *listedOperation) *Operation {
	if l == nil {
		return nil
	}
	op, ok := d.made.Load(l)
	if !ok {
		op, _ = d.made.LoadOrStore(l, newOperation(d, l))
	}
	return op.(*Operation)
}

// listed makes all operations but those of aliases, and puts them in order.
func (d *Document) listed() *Document {
	d.sortOnce.Do(func() {
		d.byID = map[string]*Operation{}
		for path, v := range node.Object(d.Tree, "paths") {
			item, alias := pathItem(d.Tree, v)
			if alias || item == nil {
				continue
			}
			for _, l := range d.chain.operationsOf(path, item).all {
				op := d.operation(l)
				d.byID[op.ID], d.sorted = op, append(d.sorted, op)
			}
		}
		slices.SortFunc(d.sorted, func(a, b *Operation) int {
			return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method), cmp.Compare(a.Action, b.Action))
		})
	})
	return d
}

const RefPrefix = "#/components/"

// Resolve follows $ref until there is none; keys beside $ref that begin with x- are kept and win.
func (d *Document) Resolve(m map[string]any) (map[string]any, error) {
	var beside map[string]any
	for range node.MaxDepth {
		ref, ok := m["$ref"].(string)
		if !ok {
			return withBeside(m, beside), nil
		}
		for k, v := range m {
			if strings.HasPrefix(k, "x-") {
				if beside == nil {
					beside = map[string]any{}
				}
				if _, given := beside[k]; !given {
					beside[k] = v
				}
			}
		}
		section, name, ok := strings.Cut(strings.TrimPrefix(ref, RefPrefix), "/")
		next := node.Object(d.Tree, "components", section, Unescape(name))
		if !strings.HasPrefix(ref, RefPrefix) || !ok || next == nil {
			return nil, fmt.Errorf("$ref %s leads nowhere", ref)
		}
		m = next
	}
	return nil, fmt.Errorf("$ref %v leads to itself", m["$ref"])
}

func Unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

func withBeside(m, beside map[string]any) map[string]any {
	if len(beside) == 0 {
		return m
	}
	out := make(map[string]any, len(m)+len(beside))
	for k, v := range m {
		out[k] = v
	}
	for k, v := range beside {
		out[k] = v
	}
	return out
}

// Inline answers v without any $ref, sharing what has none.
func (d *Document) Inline(v any, depth int) (any, error) {
	if depth > node.MaxDepth {
		return nil, fmt.Errorf("schemas nested deeper than %d: a $ref leads to itself", node.MaxDepth)
	}
	switch v := v.(type) {
	case map[string]any:
		return d.inlineMap(v, depth)
	case []any:
		var out []any
		for i, e := range v {
			in, err := d.Inline(e, depth+1)
			if err != nil {
				return nil, err
			}
			if out == nil && !node.Identical(in, e) {
				out = slices.Clone(v)
			}
			if out != nil {
				out[i] = in
			}
		}
		if out != nil {
			return out, nil
		}
		return v, nil
	}
	return v, nil
}

func (d *Document) inlineMap(m map[string]any, depth int) (any, error) {
	if _, ok := m["$ref"].(string); ok {
		target, err := d.Resolve(m)
		if err != nil {
			return nil, err
		}
		return d.Inline(target, depth+1)
	}
	var out map[string]any
	for k, e := range m {
		in, err := d.Inline(e, depth+1)
		if err != nil {
			return nil, err
		}
		if out == nil && !node.Identical(in, e) {
			out = withBeside(m, map[string]any{k: in})
		}
		if out != nil {
			out[k] = in
		}
	}
	if out != nil {
		return out, nil
	}
	return m, nil
}
