package overlay

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/ohler55/ojg/jp"
)

// target is a compiled JSONPath expression.
type target struct {
	Source string
	path   jp.Expr
	// Keys is the path of a target that has only names, which needs no search.
	Keys []string
}

func parseTarget(source string) (target, error) {
	path, err := jp.ParseString(source)
	if err != nil {
		return target{}, fmt.Errorf("target %s: %w", source, err)
	}
	t := target{Source: source, path: path}
	if len(path) == 0 {
		return target{}, fmt.Errorf("target %s selects nothing", source)
	}
	if _, rooted := path[0].(jp.Root); !rooted {
		return target{}, fmt.Errorf("target %s must begin with $", source)
	}
	keys := make([]string, 0, len(path)-1)
	for _, f := range path[1:] {
		key, ok := f.(jp.Child)
		if !ok {
			return t, nil
		}
		keys = append(keys, string(key))
	}
	t.Keys = keys
	return t, nil
}

// step is one segment of a location: a key of a map, or an index of a list where key is "".
type step struct {
	key   string
	index int
	array bool
}

// locate lists the nodes that the target selects in tree, in document order with list indices descending, so that removing
// one does not change the indices of the next.
func (t target) locate(tree map[string]any) ([][]step, error) {
	if t.Keys != nil {
		return locateKeys(tree, t.Keys), nil
	}
	var found [][]step
	for _, loc := range t.path.Locate(tree, 0) {
		steps := make([]step, 0, len(loc))
		for _, f := range loc {
			switch f := f.(type) {
			case jp.Root:
			case jp.Child:
				steps = append(steps, step{key: string(f)})
			case jp.Nth:
				steps = append(steps, step{index: int(f), array: true})
			default:
				return nil, fmt.Errorf("target %s: cannot follow %T", t.Source, f)
			}
		}
		found = append(found, steps)
	}
	slices.SortFunc(found, compareSteps)
	return slices.CompactFunc(found, func(a, b []step) bool { return compareSteps(a, b) == 0 }), nil
}

func locateKeys(tree map[string]any, keys []string) [][]step {
	var at any = tree
	steps := make([]step, len(keys))
	for i, k := range keys {
		m, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		if at, ok = m[k]; !ok {
			return nil
		}
		steps[i] = step{key: k}
	}
	return [][]step{steps}
}

func compareSteps(a, b []step) int {
	return slices.CompareFunc(a, b, func(x, y step) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(y.index, x.index))
	})
}

func (s step) String() string {
	if s.array {
		return strconv.Itoa(s.index)
	}
	return s.key
}
