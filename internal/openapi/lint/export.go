package lint

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/schema"
)

// checkExports validates exported documents with kin-openapi, on all processors: the oldest and the newest version
// completely, and of those between each path whose content is new, with the components that it uses. (Loading a hundred
// documents completely takes minutes on a busy machine.)
func (l *linter) checkExports() {
	var parts []exported
	known := map[[sha256.Size]byte]bool{}
	for i, v := range l.chain.Versions() {
		d, err := l.chain.At(v)
		if err != nil {
			return // reported already
		}
		tree, err := d.WithActionsJoined()
		if err != nil {
			l.add(v, "export", "%v", err)
			continue
		}
		if part := l.newPaths(d, tree, known); i == 0 || i == len(l.chain.Versions())-1 {
			parts = append(parts, exported{v, tree})
		} else if part != nil {
			parts = append(parts, exported{v, part})
		}
	}
	found, _ := openapi.Parallel(parts, func(e exported) (error, error) { return validate(e.tree), nil })
	for i, err := range found {
		if err != nil {
			l.add(parts[i].version, "export", "not a valid OpenAPI 3.0.3 document: %s", firstLine(err))
		}
	}
}

// exported is an exported document of a version, or a part of it.
type exported struct {
	version openapi.Version
	tree    map[string]any
}

// newPaths answers the part of an exported tree with new path items, nil when there is none.
func (l *linter) newPaths(d *openapi.Document, tree map[string]any, known map[[sha256.Size]byte]bool) map[string]any {
	paths := map[string]any{}
	for _, op := range d.Operations() {
		sum, err := op.Sum(l.sums)
		if err != nil || !known[sum] { // an error is reported with the operation
			known[sum] = true
			paths[op.Path] = node.Object(tree, "paths", op.Path)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	components := map[string]any{}
	copyReachable(tree, paths, components)
	return map[string]any{"openapi": tree["openapi"], "info": tree["info"], "paths": paths, "components": components}
}

// copyReachable copies every component that v refers to, and what those refer to.
func copyReachable(tree map[string]any, v any, into map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok && strings.HasPrefix(ref, openapi.RefPrefix) {
			section, name, _ := strings.Cut(strings.TrimPrefix(ref, openapi.RefPrefix), "/")
			target, there := node.Object(tree, "components", section)[openapi.Unescape(name)]
			copied, _ := into[section].(map[string]any)
			if copied == nil {
				copied = map[string]any{}
				into[section] = copied
			}
			if _, done := copied[openapi.Unescape(name)]; !done && there {
				copied[openapi.Unescape(name)] = target
				copyReachable(tree, target, into)
			}
		}
		for _, e := range v {
			copyReachable(tree, e, into)
		}
	case []any:
		for _, e := range v {
			copyReachable(tree, e, into)
		}
	}
}

// validated are the sums of exported documents that are known to be valid: both profiles share most.
var validated sync.Map

func validate(tree map[string]any) error {
	sum := schema.ContentSum(tree)
	if _, known := validated.Load(sum); known {
		return nil
	}
	content, err := json.Marshal(tree)
	if err != nil {
		return err
	}
	doc, err := openapi3.NewLoader().LoadFromData(content)
	if err != nil {
		return err
	}
	if doc.OpenAPI != "3.0.3" {
		return fmt.Errorf("openapi is %q, not 3.0.3", doc.OpenAPI)
	}
	if len(doc.Servers) > 0 {
		return errors.New("servers must not be given: endpoints come from the catalogue")
	}
	if err := doc.Validate(context.Background()); err != nil {
		return err
	}
	validated.Store(sum, true)
	return nil
}
