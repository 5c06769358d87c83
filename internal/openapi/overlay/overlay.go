package overlay

import (
	"errors"
	"fmt"
	"slices"

	"plumbline/internal/openapi/node"
)

// Overlay is a document of the OpenAPI Overlay Specification 1.0.0.
type Overlay struct {
	Title   string
	Version string
	Actions []OverlayAction
	// Name is the name of its file, for messages.
	Name string
}

// OverlayAction changes the nodes that its target selects: Remove removes them, otherwise Update is merged into each (maps
// recursively, arrays by concatenation).
type OverlayAction struct {
	// Target is a JSONPath expression (RFC 9535) from the document's root.
	Target      string
	Description string
	// Update is plain values, as encoding/json decodes them.
	Update any
	Remove bool
}

// ParseOverlay reads a YAML (or JSON) overlay strictly: an unknown key is an error, and each action must have a target and either
// an update or a removal. The only extension allowed is x-speakeasy-jsonpath: rfc9535, the form that targets always have here.
func ParseOverlay(name string, source []byte) (Overlay, error) {
	tree, err := node.ParseTree(name, source)
	if err != nil {
		return Overlay{}, err
	}
	ov, err := overlayOf(tree)
	if err != nil {
		return Overlay{}, fmt.Errorf("%s: %w", name, err)
	}
	ov.Name = name
	return ov, nil
}

func overlayOf(tree any) (Overlay, error) {
	root, ok := tree.(map[string]any)
	if !ok {
		return Overlay{}, errors.New("an overlay is a map")
	}
	if err := OnlyKeys(root, "overlay", "info", "actions", "x-speakeasy-jsonpath"); err != nil {
		return Overlay{}, err
	}
	if v := node.Text(root, "overlay"); v != "1.0.0" {
		return Overlay{}, fmt.Errorf("overlay must be 1.0.0, not %v", root["overlay"])
	}
	if v, given := root["x-speakeasy-jsonpath"]; given && v != "rfc9535" {
		return Overlay{}, fmt.Errorf("x-speakeasy-jsonpath must be rfc9535, not %v", v)
	}
	info := node.Object(root, "info")
	if err := OnlyKeys(info, "title", "version"); err != nil {
		return Overlay{}, fmt.Errorf("info: %w", err)
	}
	ov := Overlay{Title: node.Text(info, "title"), Version: node.Text(info, "version")}
	if ov.Title == "" || ov.Version == "" {
		return Overlay{}, errors.New("info must have a title and a version (both text: quote the version)")
	}
	actions := node.List(root, "actions")
	if len(actions) == 0 {
		return Overlay{}, errors.New("actions must be a list with at least one action")
	}
	for i, a := range actions {
		action, err := actionOf(a)
		if err != nil {
			return Overlay{}, fmt.Errorf("action %d: %w", i+1, err)
		}
		ov.Actions = append(ov.Actions, action)
	}
	return ov, nil
}

func actionOf(v any) (OverlayAction, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return OverlayAction{}, errors.New("an action is a map")
	}
	if err := OnlyKeys(m, "target", "description", "update", "remove"); err != nil {
		return OverlayAction{}, err
	}
	a := OverlayAction{Target: node.Text(m, "target"), Description: node.Text(m, "description"), Update: m["update"]}
	if a.Target == "" {
		return OverlayAction{}, errors.New("a target is missing")
	}
	remove, given := m["remove"]
	if given {
		if a.Remove, ok = remove.(bool); !ok {
			return OverlayAction{}, fmt.Errorf("remove must be true or false, not %v", remove)
		}
	}
	_, updates := m["update"]
	if updates == a.Remove {
		return OverlayAction{}, fmt.Errorf("target %s: exactly one of update and remove", a.Target)
	}
	return a, nil
}

func OnlyKeys(m map[string]any, known ...string) error {
	for _, k := range node.SortedKeys(m) {
		if !slices.Contains(known, k) {
			return fmt.Errorf("unknown key %q", k)
		}
	}
	return nil
}
