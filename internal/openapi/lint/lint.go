package lint

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/overlay"
)

// Problem is one mistake in the documents of a chain.
type Problem struct {
	Service openapi.Service
	Profile openapi.Profile
	// Since is the first version that has the problem.
	Since openapi.Version
	// Where is a file, or a place in the document ("servers.rebuild: request/properties/rebuild").
	Where   string
	Message string
}

func (p Problem) String() string {
	at := string(p.Service)
	if !p.Since.IsZero() {
		at += " " + p.Since.String()
	}
	return fmt.Sprintf("%s (%s): %s: %s", at, p.Profile, p.Where, p.Message)
}

// Lint checks every version of a chain: overlays apply strictly, each of their actions changes something and each states
// the scope of its change correctly (x-openstack-change-scope), the exported document is valid OpenAPI 3.0.3 for
// kin-openapi, and the rules for this package's documents hold. A problem is listed once, at the first version that has it.
// The chain must not come from With.
func Lint(c *openapi.Chain) []Problem {
	l := &linter{
		chain: c, known: map[string]bool{}, schemas: map[[sha256.Size]byte]bool{},
		sums: map[openapi.SumKey][sha256.Size]byte{}, operations: map[[sha256.Size]byte]bool{},
	}
	l.checkOverlays()
	for _, v := range c.Versions() {
		d, err := c.At(v)
		if err != nil {
			l.add(v, "overlays", "%v", err)
			break
		}
		l.document(d)
	}
	l.reportUnused()
	l.checkExports()
	return l.problems
}

type linter struct {
	chain    *openapi.Chain
	problems []Problem
	known    map[string]bool
	schemas  map[[sha256.Size]byte]bool
	// sums and operations remember which operations were checked in an earlier version.
	sums       map[openapi.SumKey][sha256.Size]byte
	operations map[[sha256.Size]byte]bool
}

func (l *linter) add(v openapi.Version, where, format string, args ...any) {
	p := Problem{Service: l.chain.Service(), Profile: l.chain.Profile(), Since: v, Where: where, Message: fmt.Sprintf(format, args...)}
	if key := p.Where + "\x00" + p.Message; !l.known[key] {
		l.known[key] = true
		l.problems = append(l.problems, p)
	}
}

// checkOverlays checks each overlay file by itself, and the changes that it makes.
func (l *linter) checkOverlays() {
	tree, err := l.chain.Src.Base()
	if err != nil {
		l.add(l.chain.Min(), "base", "%v", err)
		return
	}
	if got := node.Text(tree, "info", "version"); !l.chain.Min().IsZero() && got != l.chain.Min().String() {
		l.add(l.chain.Min(), "base.yaml", "info.version is %q, not %q", got, l.chain.Min())
	}
	for i, v := range l.chain.Versions() {
		if i > 0 {
			tree = l.chain.WithoutChange(tree)
			if len(l.chain.Layers[i]) == 0 {
				l.add(v, fmt.Sprintf("overlays/%s.yaml", v), "the overlay is missing, or a line in unchanged.yaml")
			}
		}
		for _, layer := range l.chain.Layers[i] {
			ov, err := layer.Compiled()
			if err != nil {
				l.add(v, layer.Name, "%v", err)
				continue
			}
			next, changed, err := overlay.Apply(tree, ov)
			if err != nil {
				l.add(v, layer.Name, "%v", err)
				continue
			}
			l.overlay(v, layer.Name, ov, tree, next, changed)
			tree = next
		}
	}
}

func (l *linter) overlay(v openapi.Version, name string, ov *overlay.CompiledOverlay, before, after map[string]any, changed []bool) {
	if !v.IsZero() && ov.Overlay.Version != v.String() {
		l.add(v, name, "the overlay's info.version is %q, not %q", ov.Overlay.Version, v)
	}
	for i, c := range changed {
		if !c {
			l.add(v, name, "action %d (%s) changes nothing", i+1, ov.Actions[i].Target.Source)
		}
	}
	own, inherited := ownInfo(ov), strings.HasPrefix(name, "specified/") && l.chain.Src.Shipped[v] != nil
	if node.Text(own, "x-openstack-change") == "" {
		l.add(v, name, "no action on $.info says x-openstack-change")
	}
	if !v.IsZero() && !inherited && node.Text(own, "version") != v.String() {
		l.add(v, name, "no action on $.info sets version %q", v)
	}
	scope := cmp.Or(node.Text(own, "x-openstack-change-scope"), "schema")
	outside := differsOutsideInfo(before, after)
	switch {
	case !slices.Contains(openapi.ChangeScopes(), scope):
		l.add(v, name, "x-openstack-change-scope is %q: one of %s", scope, strings.Join(openapi.ChangeScopes(), ", "))
	case scope == "schema" && !outside:
		l.add(v, name, "nothing outside info changes: x-openstack-change-scope must be behaviour or elsewhere")
	case scope != "schema" && outside:
		l.add(v, name, "something outside info changes: x-openstack-change-scope must be schema, not %s", scope)
	}
}

// ownInfo joins the updates of an overlay's actions on $.info.
func ownInfo(ov *overlay.CompiledOverlay) map[string]any {
	out := map[string]any{}
	for _, a := range ov.Actions {
		if len(a.Target.Keys) == 1 && a.Target.Keys[0] == "info" {
			for k, v := range node.Object(a.Update) {
				out[k] = v
			}
		}
	}
	return out
}

func differsOutsideInfo(a, b map[string]any) bool {
	if len(a) != len(b) {
		return true
	}
	for k := range a {
		if k != "info" && !node.Identical(a[k], b[k]) && !reflect.DeepEqual(a[k], b[k]) {
			return true
		}
	}
	return false
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
