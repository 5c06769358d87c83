package overlay

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"plumbline/internal/openapi/node"
)

// ErrNoMatch is wrapped by errors about a target that selects nothing.
var ErrNoMatch = errors.New("the target selects nothing")

// Apply answers tree with the overlay applied. tree does not change: maps and lists on changed paths are copied once,
// everything else is shared. It is stricter than the specification: a target that selects nothing, and a duplicate in a list
// of required or enum, are errors that name file and action. changed tells for each action whether it made a difference.
func Apply(tree map[string]any, ov *CompiledOverlay) (result map[string]any, changed []bool, err error) {
	e := &edit{owned: map[uintptr]struct{}{}}
	root := e.ownMap(tree)
	changed = make([]bool, len(ov.Actions))
	for i := range ov.Actions {
		a := &ov.Actions[i]
		if changed[i], err = e.action(root, a); err != nil {
			return nil, nil, fmt.Errorf("%s: action %d (%s): %w", ov.Name, i+1, a.Target.Source, err)
		}
	}
	return root, changed, nil
}

// CompiledOverlay is an overlay with its targets parsed.
type CompiledOverlay struct {
	Name    string
	Overlay Overlay
	Actions []compiledAction
}

type compiledAction struct {
	Target target
	Update any
	remove bool
}

func CompileOverlay(ov Overlay) (*CompiledOverlay, error) {
	c := &CompiledOverlay{Name: ov.Name, Overlay: ov}
	if c.Name == "" {
		c.Name = "overlay " + ov.Version
	}
	for i, a := range ov.Actions {
		t, err := parseTarget(a.Target)
		if err != nil {
			return nil, fmt.Errorf("%s: action %d: %w", c.Name, i+1, err)
		}
		c.Actions = append(c.Actions, compiledAction{Target: t, Update: a.Update, remove: a.Remove})
	}
	return c, nil
}

// edit remembers which maps it has copied and may therefore change.
type edit struct{ owned map[uintptr]struct{} }

func (e *edit) ownMap(m map[string]any) map[string]any {
	if m != nil {
		if _, mine := e.owned[reflect.ValueOf(m).Pointer()]; mine {
			return m
		}
	}
	cp := make(map[string]any, len(m)+2)
	maps.Copy(cp, m)
	e.owned[reflect.ValueOf(cp).Pointer()] = struct{}{}
	return cp
}

func (e *edit) action(root map[string]any, a *compiledAction) (changed bool, err error) {
	places, err := a.Target.locate(root)
	if err != nil {
		return false, err
	}
	if len(places) == 0 {
		return false, ErrNoMatch
	}
	for _, place := range places {
		if a.remove {
			err = e.remove(root, place)
			changed = true
		} else {
			var c bool
			c, err = e.update(root, place, a.Update)
			changed = changed || c
		}
		if err != nil {
			return false, err
		}
	}
	return changed, nil
}

// parent follows a path to the container of its last step, copying everything on the way, and answers the container with a
// function that stores its replacement (needed for lists, whose header changes).
func (e *edit) parent(root map[string]any, place []step) (container any, put func(any), err error) {
	container, put = root, func(any) {}
	for _, s := range place[:len(place)-1] {
		switch c := container.(type) {
		case map[string]any:
			next := e.own(c[s.key])
			c[s.key] = next
			container, put = next, func(v any) { c[s.key] = v }
		case []any:
			next := e.own(c[s.index])
			c[s.index] = next
			container, put = next, func(v any) { c[s.index] = v }
		default:
			return nil, nil, fmt.Errorf("%v has nothing below it", s)
		}
	}
	return container, put, nil
}

func (e *edit) own(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return e.ownMap(v)
	case []any:
		return slices.Clone(v)
	}
	return v
}

func (e *edit) remove(root map[string]any, place []step) error {
	if len(place) == 0 {
		return errors.New("the whole document cannot be removed")
	}
	container, put, err := e.parent(root, place)
	if err != nil {
		return err
	}
	last := place[len(place)-1]
	switch c := container.(type) {
	case map[string]any:
		delete(c, last.key)
	case []any:
		put(slices.Delete(c, last.index, last.index+1))
	}
	return nil
}

func (e *edit) update(root map[string]any, place []step, update any) (changed bool, err error) {
	if len(place) == 0 {
		m, ok := update.(map[string]any)
		if !ok {
			return false, errors.New("the document can only be updated with a map")
		}
		return e.merge(root, m, "$")
	}
	container, _, err := e.parent(root, place)
	if err != nil {
		return false, err
	}
	last := place[len(place)-1]
	switch c := container.(type) {
	case map[string]any:
		c[last.key], changed, err = e.merged(c[last.key], update, last.key)
	case []any:
		c[last.index], changed, err = e.merged(c[last.index], update, "")
	}
	return changed, err
}

// merge merges src into dst, which is a copy already.
func (e *edit) merge(dst, src map[string]any, at string) (changed bool, err error) {
	for _, k := range node.SortedKeys(src) {
		old, there := dst[k]
		if !there {
			if err := noDuplicates(k, src[k]); err != nil {
				return false, err
			}
			dst[k], changed = src[k], true
			continue
		}
		v, c, err := e.merged(old, src[k], k)
		if err != nil {
			return false, fmt.Errorf("%s: %w", at, err)
		}
		dst[k], changed = v, changed || c
	}
	return changed, nil
}

// merged answers old with update merged in, as the Overlay Specification says: maps recursively, lists by concatenation,
// anything else by replacement.
func (e *edit) merged(old, update any, key string) (v any, changed bool, err error) {
	switch u := update.(type) {
	case map[string]any:
		if m, ok := old.(map[string]any); ok {
			own := e.ownMap(m)
			changed, err := e.merge(own, u, key)
			return own, changed, err
		}
	case []any:
		if l, ok := old.([]any); ok {
			joined := slices.Concat(l, u)
			return joined, len(u) > 0, noDuplicates(key, joined)
		}
	}
	if sameKind(old, update) {
		return update, !reflect.DeepEqual(old, update), noDuplicates(key, update)
	}
	return nil, false, fmt.Errorf("%s: %s cannot be merged into %s: remove first", key, kind(update), kind(old))
}

func sameKind(a, b any) bool {
	container := func(v any) bool {
		switch v.(type) {
		case map[string]any, []any:
			return true
		}
		return false
	}
	return !container(a) && !container(b)
}

func kind(v any) string {
	switch v.(type) {
	case map[string]any:
		return "a map"
	case []any:
		return "a list"
	}
	return "a plain value"
}

// noDuplicates refuses a list of required or enum with duplicates.
func noDuplicates(key string, v any) error {
	l, ok := v.([]any)
	if !ok || (key != "required" && key != "enum") {
		return nil
	}
	for i, e := range l {
		for _, f := range l[:i] {
			if reflect.DeepEqual(e, f) {
				return fmt.Errorf("%s lists %v twice", key, e)
			}
		}
	}
	return nil
}
