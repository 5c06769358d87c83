package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/portable"
	"plumbline/internal/openapi/schema"
)

// Export writes the document as plain OpenAPI 3.0.3 in JSON, which any tool can read: the actions of a path are joined into
// one operation whose body is one of theirs (oneOf), all extensions are kept, and what other tools want is said (package
// portable). Equal documents give equal bytes.
func (d *Document) Export() ([]byte, error) {
	tree, err := d.portable()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(tree); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ExportYAML writes the same document as Export, in YAML.
func (d *Document) ExportYAML() ([]byte, error) {
	tree, err := d.portable()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(yamlNode(tree)); err != nil {
		return nil, err
	}
	if err := enc.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// portable answers the tree that Export writes.
func (d *Document) portable() (map[string]any, error) {
	tree, err := d.WithActionsJoined()
	if err != nil {
		return nil, err
	}
	return portable.Tree(tree, d.about()), nil
}

// about is what an exported document says beside the tree: the endpoints are those of a mock in its default place.
func (d *Document) about() portable.About {
	about := portable.About{Endpoint: "http://127.0.0.1:8774" + mockRoots[d.chain.Service()]}
	if header := node.Text(d.Tree, "x-openstack-microversions", "header"); header != "" {
		about.Service, about.Version = header, d.Version.String()
	}
	return about
}

// mockRoots are the paths below which plumbline mock serves each service, for the project of its default seed.
var mockRoots = map[Service]string{
	Compute: "/compute/v2.1", Identity: "/identity/v3", Image: "/image/v2", Network: "/network/v2.0", Placement: "/placement",
	BlockStorage:  "/volume/v3/00000000000000000000000000000a02",
	Orchestration: "/orchestration/v1/00000000000000000000000000000a02",
}

// WithActionsJoined answers the tree with an ordinary post operation for each path with actions.
func (d *Document) WithActionsJoined() (map[string]any, error) {
	tree := maps.Clone(d.Tree)
	paths := maps.Clone(node.Object(tree, "paths"))
	tree["paths"] = paths
	for path, v := range paths {
		item, alias := pathItem(d.Tree, v)
		if alias {
			var err error
			if item, err = d.aliased(path, v); err != nil {
				return nil, err
			}
			paths[path] = item
		}
		actions := node.Object(item, ActionsKey)
		if actions == nil {
			continue
		}
		if item["post"] != nil {
			return nil, fmt.Errorf("%s has both post and %s", path, ActionsKey)
		}
		post, err := d.joinActions(path, actions)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		item = maps.Clone(item)
		item["post"] = post
		paths[path] = item
	}
	return tree, nil
}

// joinActions makes one operation of the actions of a path: those of a single resource, or those of the collection, which make one.
func (d *Document) joinActions(path string, actions map[string]any) (map[string]any, error) {
	var bodies []any
	byStatus := map[string][]map[string]any{}
	resource := "actions"
	for _, name := range node.SortedKeys(actions) {
		op := node.Object(actions, name)
		resource, _, _ = strings.Cut(node.Text(op, "operationId"), ".")
		body, err := d.Resolve(node.Object(op, "requestBody"))
		if err != nil {
			return nil, err
		}
		if media := JsonContent(node.Object(body, "content")); media["schema"] != nil {
			bodies = append(bodies, media["schema"])
		}
		for status := range node.Object(op, "responses") {
			r := node.Object(op, "responses", status)
			same := func(other map[string]any) bool { return schema.ContentSum(r) == schema.ContentSum(other) }
			if !slices.ContainsFunc(byStatus[status], same) {
				byStatus[status] = append(byStatus[status], r)
			}
		}
	}
	responses := map[string]any{}
	for status, all := range byStatus {
		r, err := d.joinResponses(all)
		if err != nil {
			return nil, err
		}
		responses[status] = r
	}
	name := resource + ".action"
	if !strings.Contains(path, "{") {
		name = resource + ".collection_action"
	}
	return map[string]any{
		"operationId": name,
		"summary":     "One of the actions; the body's single key says which",
		"requestBody": map[string]any{"required": true, "content": map[string]any{
			"application/json": map[string]any{"schema": map[string]any{"oneOf": bodies}},
		}},
		"responses": responses,
	}, nil
}

// joinResponses joins the responses of several actions for one status.
func (d *Document) joinResponses(all []map[string]any) (map[string]any, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	var schemas []any
	var descriptions []string
	headers := map[string]any{}
	for _, r := range all {
		r, err := d.Resolve(r)
		if err != nil {
			return nil, err
		}
		if s := node.Text(r, "description"); !slices.Contains(descriptions, s) {
			descriptions = append(descriptions, s)
		}
		for name := range node.Object(r, "headers") {
			h, err := d.Resolve(node.Object(r, "headers", name))
			if err != nil {
				return nil, err
			}
			h = maps.Clone(h)
			delete(h, "required") // not every action has the header
			headers[name] = h
		}
		if media := JsonContent(node.Object(r, "content")); media["schema"] != nil {
			schemas = append(schemas, media["schema"])
		}
	}
	slices.Sort(descriptions)
	out := map[string]any{"description": strings.Join(descriptions, "; ")}
	if len(headers) > 0 {
		out["headers"] = headers
	}
	if len(schemas) > 0 {
		out["content"] = map[string]any{"application/json": map[string]any{"schema": map[string]any{"anyOf": schemas}}}
	}
	return out, nil
}

// yamlNode turns plain values into YAML with sorted keys, whole numbers without an exponent.
func yamlNode(v any) *yaml.Node {
	switch v := v.(type) {
	case map[string]any:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, k := range node.SortedKeys(v) {
			n.Content = append(n.Content, yamlNode(k), yamlNode(v[k]))
		}
		return n
	case []any:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		for _, e := range v {
			n.Content = append(n.Content, yamlNode(e))
		}
		return n
	case float64:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(v, 'f', -1, 64)}
	}
	n := &yaml.Node{}
	if err := n.Encode(v); err != nil {
		n.SetString(fmt.Sprint(v))
	}
	return n
}
