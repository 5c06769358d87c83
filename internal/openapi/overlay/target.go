package overlay

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ohler55/ojg/jp"
)

// target is a compiled JSONPath expression.
type target struct {
	Source string
	path   jp.Expr
	// Keys is the path of a target that has only names, which needs no search.
	Keys []string
	// items are the texts that a target selects from lists whose path is before, where it ends with a filter for them: most filters
	// do, and evaluating them as expressions took more than all the rest of reading the overlays.
	items  []string
	before jp.Expr
}

// itemFilter is a filter for texts at the end of a target: [?@ == 'a' || @ == 'b'].
var itemFilter = regexp.MustCompile(`\[\?@ == '[^'\\]*'(?: \|\| @ == '[^'\\]*')*\]$`)

// quoted is a text in a filter.
var quoted = regexp.MustCompile(`'[^']*'`)

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
			return t.withItems(), nil
		}
		keys = append(keys, string(key))
	}
	t.Keys = keys
	return t, nil
}

// withItems is the target with items and before, where it ends with a filter for texts.
func (t target) withItems() target {
	filter := itemFilter.FindString(t.Source)
	if _, last := t.path[len(t.path)-1].(*jp.Filter); filter == "" || !last {
		return t
	}
	for _, text := range quoted.FindAllString(filter, -1) {
		t.items = append(t.items, strings.Trim(text, "'"))
	}
	t.before = t.path[:len(t.path)-1]
	return t
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
	found, known, err := t.locateItems(tree)
	if err == nil && !known {
		found, err = t.follow(t.path, tree)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, compareSteps)
	return slices.CompactFunc(found, func(a, b []step) bool { return compareSteps(a, b) == 0 }), nil
}

// locateItems lists the items of lists that the target selects. It answers false if the target selects something else.
func (t target) locateItems(tree map[string]any) (found [][]step, known bool, err error) {
	if t.before == nil {
		return nil, false, nil
	}
	lists, err := t.follow(t.before, tree)
	for _, steps := range lists {
		list, ok := listAt(tree, steps)
		if !ok {
			return nil, false, err
		}
		for i, item := range list {
			if text, ok := item.(string); ok && slices.Contains(t.items, text) {
				found = append(found, append(slices.Clone(steps), step{index: i, array: true}))
			}
		}
	}
	return found, true, err
}

// follow lists the nodes at a path in tree.
func (t target) follow(path jp.Expr, tree map[string]any) (found [][]step, err error) {
	for _, loc := range path.Locate(tree, 0) {
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
	return found, nil
}

// listAt is the list at a location; it answers false where something else is.
func listAt(tree map[string]any, steps []step) ([]any, bool) {
	var at any = tree
	for _, s := range steps {
		switch v := at.(type) {
		case map[string]any:
			at = v[s.key]
		case []any:
			at = v[s.index]
		}
	}
	list, ok := at.([]any)
	return list, ok
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
