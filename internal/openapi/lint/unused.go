package lint

import (
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/node"
)

// reportUnused reports components that no version refers to.
func (l *linter) reportUnused() {
	used := map[string]bool{}
	since := map[string]openapi.Version{}
	seen := map[uintptr]bool{}
	for _, v := range l.chain.Versions() {
		d, err := l.chain.At(v)
		if err != nil {
			return // reported already
		}
		collectRefs(d.Tree, used, seen)
		components := node.Object(d.Tree, "components")
		for section := range components {
			for name := range node.Object(components, section) {
				ref := openapi.RefPrefix + section + "/" + name
				if _, known := since[ref]; !known {
					since[ref] = v
				}
			}
		}
	}
	for _, ref := range node.SortedKeys(since) {
		if !used[ref] {
			l.add(since[ref], ref[2:], "no version refers to it")
		}
	}
}

// collectRefs collects every $ref below v; parts that versions share are read once.
func collectRefs(v any, used map[string]bool, seen map[uintptr]bool) {
	switch v := v.(type) {
	case map[string]any:
		if !node.FirstSight(seen, v) {
			return
		}
		if ref, ok := v["$ref"].(string); ok {
			used[ref] = true
		}
		for _, e := range v {
			collectRefs(e, used, seen)
		}
	case []any:
		for _, e := range v {
			collectRefs(e, used, seen)
		}
	}
}
