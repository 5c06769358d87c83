package parity

import (
	"bytes"
	_ "embed"
	"fmt"
	"path"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Explanations are the reasons for differences, and the keys that are not compared.
type Explanations struct {
	// Free are keys of objects whose own keys belong to the user, or depend on the machine.
	Free []string `yaml:"free"`
	// Explained are matched in order; the first match gives the reason.
	Explained []Explanation `yaml:"explained"`
}

// Explanation matches a difference if all its fields match. Patterns are those of path.Match, except that * also matches
// slashes; an empty one matches everything.
type Explanation struct {
	Kind      Kind   `yaml:"kind"`
	Exchange  string `yaml:"exchange"`
	At        string `yaml:"at"`
	Case      string `yaml:"case"`
	Reference string `yaml:"reference"`
	Mock      string `yaml:"mock"`
	// Newest limits it to references whose compute service has this newest microversion.
	Newest string `yaml:"newest"`
	Reason string `yaml:"reason"`
}

//go:embed explained.yaml
var builtin []byte

var readBuiltin = sync.OnceValues(func() (Explanations, error) { return ReadExplanations(builtin) })

// Builtin are the explanations that come with the project.
func Builtin() (Explanations, error) { return readBuiltin() }

// ReadExplanations reads YAML strictly: an unknown key or kind, an explanation without a reason, or one that
// matches everything is an error.
func ReadExplanations(text []byte) (Explanations, error) {
	var e Explanations
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&e); err != nil {
		return e, fmt.Errorf("explanations: %w", err)
	}
	for i, x := range e.Explained {
		if x.Kind != "" {
			if _, err := ParseKind(string(x.Kind)); err != nil {
				return e, fmt.Errorf("explanations: entry %d: %w", i+1, err)
			}
		}
		if x.Reason == "" {
			return e, fmt.Errorf("explanations: entry %d has no reason", i+1)
		}
		if x.Exchange == "" && x.At == "" && x.Case == "" {
			return e, fmt.Errorf("explanations: entry %d names no exchange, place or case", i+1)
		}
		for _, p := range []string{x.Exchange, x.At, x.Case, x.Reference, x.Mock} {
			if _, err := path.Match(escapeSlashes(p), ""); err != nil {
				return e, fmt.Errorf("explanations: entry %d: %q: %w", i+1, p, err)
			}
		}
	}
	return e, nil
}

func (e Explanations) freeKeys() map[string]bool {
	out := map[string]bool{}
	for _, k := range e.Free {
		out[k] = true
	}
	return out
}

func (e Explanations) reason(d Difference, newest map[string]string) string {
	for _, x := range e.Explained {
		if (x.Kind == "" || x.Kind == d.Kind) && matchesPattern(x.Exchange, d.Exchange) && matchesPattern(x.At, d.At) &&
			matchesPattern(x.Case, d.Case) &&
			matchesPattern(x.Reference, d.Reference) && matchesPattern(x.Mock, d.Mock) && (x.Newest == "" || x.Newest == newest["compute"]) {
			return x.Reason
		}
	}
	return ""
}

// escapeSlashes replaces slashes, so that * in a pattern matches them.
func escapeSlashes(text string) string { return strings.ReplaceAll(text, "/", "\x01") }

// matchesPattern matches with path.Match, but takes {name} in patterns literally: only * ? and [ ] are special.
func matchesPattern(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	ok, err := path.Match(escapeSlashes(pattern), escapeSlashes(text))
	return ok && err == nil
}
