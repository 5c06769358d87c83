package openapi

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/overlay"
)

// changeScope says what of a service an overlay changes.
const changeScope = "x-openstack-change-scope"

// ChangeScopes are the values of x-openstack-change-scope: what the overlay itself shows, what no document shows, and what another
// service's document shows.
func ChangeScopes() []string { return []string{"schema", "behaviour", "elsewhere"} }

// checkScope refuses a scope that is none, with its line in the text of the overlay.
func checkScope(ov *overlay.CompiledOverlay, text []byte) error {
	for _, a := range ov.Actions {
		update := node.Object(a.Update)
		if scope, given := update[changeScope]; given && !slices.ContainsFunc(ChangeScopes(), func(s string) bool { return s == scope }) {
			return fmt.Errorf("line %d: %s is %q: one of %s", lineOfKey(text, changeScope), changeScope, fmt.Sprint(scope),
				strings.Join(ChangeScopes(), ", "))
		}
	}
	return nil
}

// lineOfKey is the line of the first key of that name in a YAML text, 0 without one.
func lineOfKey(text []byte, name string) int {
	var root yaml.Node
	if yaml.Unmarshal(text, &root) != nil {
		return 0
	}
	return keyBelow(&root, name)
}

func keyBelow(n *yaml.Node, name string) int {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && child.Value == name {
			return child.Line
		}
		if line := keyBelow(child, name); line > 0 {
			return line
		}
	}
	return 0
}
