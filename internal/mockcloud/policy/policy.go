package policy

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Mode selects the defaults that services ship with.
type Mode string

const (
	// New are the defaults since 2023.1: roles admin, manager, member and reader count, and tokens of
	// another scope than a rule's are refused.
	New Mode = "new"
	// Legacy are the defaults until 2022.2: any role in the project allows what a member may do.
	Legacy Mode = "legacy"
)

// ParseMode reads "new" or "legacy".
func ParseMode(s string) (Mode, error) {
	switch m := Mode(s); m {
	case New, Legacy:
		return m, nil
	}
	return "", fmt.Errorf("policy %q is neither new nor legacy", s)
}

//go:embed rules/*.yaml
var files embed.FS

// Rule is one rule of the table.
type Rule struct {
	Name string
	// Expression tells who is allowed: see parse.
	Expression string
	// Scope tells which scope a token must have: one of the keys of scopes.
	Scope string
}

// scopes are the scopes of tokens that a rule can ask for. A token without a scope counts as one of no project.
var scopes = map[string]func(*Caller) bool{
	"":                  func(*Caller) bool { return true },
	"system":            func(c *Caller) bool { return c.System },
	"project":           func(c *Caller) bool { return !c.System && c.ProjectID != "" },
	"project-or-none":   func(c *Caller) bool { return !c.System && c.DomainID == "" },
	"system-or-project": func(c *Caller) bool { return c.DomainID == "" },
}

// Policy holds the rules of all services in one mode. It is immutable and safe for concurrent use.
type Policy struct {
	mode  Mode
	rules map[string]*rule
}

type rule struct {
	Rule
	allows check
}

// file is the form of rules/*.yaml: groups of rules, each with a scope that applies under the new defaults.
type file struct {
	// Aliases are names for expressions, by mode, such as who a "member" is.
	Aliases map[Mode]map[string]string `yaml:"aliases"`
	Groups  []struct {
		Scope string                `yaml:"scope"`
		Rules map[string]expression `yaml:"rules"`
	} `yaml:"groups"`
}

// expression is one text for both modes, or one text per mode.
type expression struct {
	New    string `yaml:"new"`
	Legacy string `yaml:"legacy"`
}

func (e *expression) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		e.New, e.Legacy = n.Value, n.Value
		return nil
	}
	type both expression
	if err := n.Decode((*both)(e)); err != nil {
		return err
	}
	if e.New == "" || e.Legacy == "" {
		return errors.New("a rule is one expression, or one under new and one under legacy")
	}
	return nil
}

// Load reads the rules of a mode. overrides replaces expressions by rule name; an unknown name is an error. Without overrides it
// answers the same policy each time: a policy never changes.
func Load(mode Mode, overrides map[string]string) (*Policy, error) {
	load, known := defaults[mode]
	if !known {
		return nil, fmt.Errorf("policy %q is neither new nor legacy", mode)
	}
	if len(overrides) == 0 {
		return unchanged[mode]()
	}
	rules, err := load()
	if err != nil {
		return nil, err
	}
	return FromRules(mode, rules, overrides)
}

// unchanged are the policies without overrides; each is made on the first call.
var unchanged = map[Mode]func() (*Policy, error){New: madeOnce(New), Legacy: madeOnce(Legacy)}

func madeOnce(mode Mode) func() (*Policy, error) {
	return sync.OnceValues(func() (*Policy, error) {
		rules, err := defaults[mode]()
		if err != nil {
			return nil, err
		}
		return FromRules(mode, rules, nil)
	})
}

// FromRules makes a policy from rules by name instead of the files'.
func FromRules(mode Mode, rules map[string]Rule, overrides map[string]string) (*Policy, error) {
	p := &Policy{mode: mode, rules: map[string]*rule{}}
	for name, r := range rules {
		p.rules[name] = &rule{Rule: r}
	}
	for name, text := range overrides {
		r := p.rules[name]
		if r == nil {
			return nil, fmt.Errorf("override of %s: there is no such rule", name)
		}
		changed := *r
		changed.Expression = text
		p.rules[name] = &changed
	}
	for name, r := range p.rules {
		var err error
		if r.allows, err = parse(r.Expression, p); err != nil {
			return nil, fmt.Errorf("rule %s: %w", name, err)
		}
	}
	return p, nil
}

// defaults reads the rules of each mode by name. The files are the same for all policies of a process, and read once.
var defaults = map[Mode]func() (map[string]Rule, error){
	New:    sync.OnceValues(func() (map[string]Rule, error) { return read(New) }),
	Legacy: sync.OnceValues(func() (map[string]Rule, error) { return read(Legacy) }),
}

func read(mode Mode) (map[string]Rule, error) {
	names, err := fs.Glob(files, "rules/*.yaml")
	if err != nil {
		return nil, err
	}
	out := map[string]Rule{}
	for _, name := range names {
		source, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := add(out, mode, source); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return out, nil
}

func add(to map[string]Rule, mode Mode, source []byte) error {
	var f file
	dec := yaml.NewDecoder(strings.NewReader(string(source)))
	dec.KnownFields(true)
	if err := dec.Decode(&f); err != nil {
		return err
	}
	put := func(r Rule) error {
		if scopes[r.Scope] == nil {
			return fmt.Errorf("rule %s: there is no scope %q", r.Name, r.Scope)
		}
		if _, there := to[r.Name]; there {
			return fmt.Errorf("rule %s is there twice", r.Name)
		}
		to[r.Name] = r
		return nil
	}
	for name, text := range f.Aliases[mode] {
		if err := put(Rule{Name: name, Expression: text}); err != nil {
			return err
		}
	}
	for _, g := range f.Groups {
		for name, e := range g.Rules {
			r := Rule{Name: name, Expression: e.New, Scope: g.Scope}
			if mode == Legacy {
				r.Expression, r.Scope = e.Legacy, ""
			}
			if err := put(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// Mode is the mode the policy was loaded with.
func (p *Policy) Mode() Mode { return p.mode }

// Rules lists all rules, aliases included, sorted by name.
func (p *Policy) Rules() []Rule {
	out := make([]Rule, 0, len(p.rules))
	for r := range maps.Values(p.rules) {
		out = append(out, r.Rule)
	}
	slices.SortFunc(out, func(a, b Rule) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Has tells whether a rule of that name exists.
func (p *Policy) Has(name string) bool { return p.rules[name] != nil }

// Allows tells whether the rule allows the caller to act on the target. A rule that does not exist allows nobody.
func (p *Policy) Allows(name string, c *Caller, t Target) bool {
	r := p.rules[name]
	if r == nil {
		return false
	}
	return scopes[r.Scope](c) && r.allows(c, t)
}
