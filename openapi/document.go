package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"plumbline/openapi/node"
)

// Document is the API of a service at one version. It is immutable: callers must not change Tree.
type Document struct {
	Version Version
	// Tree is the OpenAPI document as plain values; it shares parts with the other versions of its chain.
	Tree map[string]any

	chain *Chain
	once  sync.Once
	byID  map[string]*Operation
	all   []*Operation
	table []routeEntry
}

// routeEntry is what a version has under one route.
type routeEntry struct {
	operation *Operation
	actions   map[string]*Operation
	names     []string
}

// Operation finds an operation by its operationId ("servers.rebuild"); nil when this version has none.
func (d *Document) Operation(id string) *Operation { return d.indexed().byID[id] }

// Lookup finds the operation of a route; action is "" unless the route has actions. Nil: not in this version.
func (d *Document) Lookup(rt *Route, action string) *Operation {
	d.indexed()
	if rt.index >= len(d.table) {
		return nil
	}
	entry := &d.table[rt.index]
	if action == "" {
		return entry.operation
	}
	return entry.actions[action]
}

// Actions lists the action keys of a route in this version, sorted.
func (d *Document) Actions(rt *Route) []string {
	d.indexed()
	if rt.index >= len(d.table) {
		return nil
	}
	return slices.Clone(d.table[rt.index].names)
}

// Operations lists all operations sorted by id.
func (d *Document) Operations() []*Operation { return slices.Clone(d.indexed().all) }

// Change is the sentence that the overlay of this version gives (x-openstack-change), "" for the first version.
func (d *Document) Change() string { return node.Text(d.Tree, "info", "x-openstack-change") }

func (d *Document) indexed() *Document {
	d.once.Do(d.index)
	return d
}

func (d *Document) index() {
	routes := d.chain.Routes()
	d.byID, d.table = make(map[string]*Operation, len(routes.all)), make([]routeEntry, len(routes.all))
	for path, v := range node.Object(d.Tree, "paths") {
		item, alias := pathItem(d.Tree, v)
		eachOperation(item, func(method, action string, tree map[string]any) {
			op := newOperation(d, path, method, action, item, tree)
			if !alias {
				d.byID[op.ID] = op
				d.all = append(d.all, op)
			}
			rt := routes.byPlace[place{path, method}]
			if rt == nil {
				return
			}
			entry := &d.table[rt.index]
			if action == "" {
				entry.operation = op
				return
			}
			if entry.actions == nil {
				entry.actions = map[string]*Operation{}
			}
			entry.actions[action] = op
			entry.names = append(entry.names, action)
		})
	}
	for i := range d.table {
		slices.Sort(d.table[i].names)
	}
	slices.SortFunc(d.all, func(a, b *Operation) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method), cmp.Compare(a.Action, b.Action))
	})
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
