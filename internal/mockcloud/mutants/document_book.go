package mutants

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/blockstorage"
	"plumbline/internal/mockcloud/compute"
	"plumbline/internal/mockcloud/faults"
	"plumbline/internal/mockcloud/ids"
	"plumbline/internal/mockcloud/image"
	"plumbline/internal/mockcloud/machineclock"
	"plumbline/internal/mockcloud/orchestration"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/overlay"
)

// deriver holds the data from which the mutants of one service are derived, and the growing list of them.
type deriver struct {
	profile openapi.Profile
	name    openapi.Service
	chain   *openapi.Chain
	trees   []map[string]any // by the index of versions
	at      []openapi.Version
	service *pipeline.Service
	rules   *policy.Policy
	all     []Mutant
}

// makers make the services whose rules are broken.
var makers = map[openapi.Service]func(*pipeline.Env) (*pipeline.Service, error){
	openapi.Compute:       compute.New,
	openapi.Orchestration: orchestration.New,
	openapi.BlockStorage:  blockstorage.New,
	openapi.Image:         image.New,
}

func newBook(profile openapi.Profile, name openapi.Service) (*deriver, error) {
	chain, err := openapi.Builtin(name, profile)
	if err != nil {
		return nil, err
	}
	rules, err := policy.Load(policy.New, nil)
	if err != nil {
		return nil, err
	}
	b := &deriver{profile: profile, name: name, chain: chain, at: chain.Versions(), rules: rules}
	if _, err := chain.At(chain.Max()); err != nil {
		return nil, err
	}
	for _, v := range b.at {
		d, err := chain.At(v)
		if err != nil {
			return nil, err
		}
		b.trees = append(b.trees, d.Tree)
	}
	b.service, err = makers[name](&pipeline.Env{
		Profile: profile, Clock: &machineclock.Clock{}, IDs: ids.Random(), Policy: rules, Store: state.New(), Faults: &faults.Rules{},
	})
	return b, err
}

func (b *deriver) add(m Mutant) { b.all = append(b.all, m) }

// span is a range of versions over which a value stays the same.
type span struct {
	from, until openapi.Version
	value       any
}

// spans finds the ranges of versions over which a value stays the same; nil values are left out.
func (b *deriver) spans(value func(tree map[string]any) any) []span {
	var out []span
	before := ""
	for i, tree := range b.trees {
		v := value(tree)
		text := fingerprint(v)
		if v == nil {
			text = ""
		}
		switch {
		case text == "":
		case text == before:
			out[len(out)-1].until = b.at[i]
		default:
			out = append(out, span{from: b.at[i], until: b.at[i], value: v})
		}
		before = text
	}
	return out
}

// endInWords names the end of a span, in words that fit both profiles.
func (b *deriver) endInWords(s span) string {
	if s.until == b.chain.Max() {
		return "the newest"
	}
	return s.until.String()
}

// fingerprint distinguishes values.
func fingerprint(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("documents are plain values: %v", err))
	}
	return string(text)
}

// alterDocuments changes the documents of a span.
func (b *deriver) alterDocuments(s span, actions ...overlay.OverlayAction) func() (pipeline.Mutant, error) {
	return func() (pipeline.Mutant, error) {
		chain, err := b.chain.WithOverlayBetween(s.from, s.until, overlay.Overlay{Title: "a mutant", Version: s.from.String(), Actions: actions})
		if err != nil {
			return pipeline.Mutant{}, err
		}
		return pipeline.Mutant{Chain: map[openapi.Service]*openapi.Chain{b.name: chain}}, nil
	}
}

// before is the version before v; ok is false if there is none.
func (b *deriver) before(v openapi.Version) (openapi.Version, bool) {
	i := slices.Index(b.at, v)
	if i < 1 {
		return openapi.Version{}, false
	}
	return b.at[i-1], true
}

// after is the version after v; ok is false if there is none.
func (b *deriver) after(v openapi.Version) (openapi.Version, bool) {
	i := slices.Index(b.at, v)
	if i < 0 || i+1 >= len(b.at) {
		return openapi.Version{}, false
	}
	return b.at[i+1], true
}

func remove(target string) overlay.OverlayAction {
	return overlay.OverlayAction{Target: target, Remove: true}
}

func update(target string, value any) overlay.OverlayAction {
	return overlay.OverlayAction{Target: target, Update: value}
}

// jsonPathBelow is the JSONPath of keys below another.
func jsonPathBelow(path string, keys ...string) string {
	for _, k := range keys {
		path += "['" + strings.ReplaceAll(k, "'", `\'`) + "']"
	}
	return path
}

// valueBelow is the value below keys, nil if there is none.
func valueBelow(v any, keys ...string) any {
	for _, k := range keys {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}

// inline is a schema with its references replaced by their targets.
func inline(tree map[string]any, v any, depth int) any {
	if depth > 40 {
		panic("a $ref leads to itself")
	}
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			target := valueBelow(tree, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
			if target == nil {
				panic(fmt.Sprintf("$ref %s leads nowhere", ref))
			}
			return inline(tree, target, depth+1)
		}
		out := make(map[string]any, len(v))
		for k, e := range v {
			if k != "description" || isSchema(e) {
				out[k] = inline(tree, e, depth+1)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = inline(tree, e, depth+1)
		}
		return out
	}
	return v
}

// isSchema distinguishes a property that is called description from a description.
func isSchema(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// cloned is a deep copy of plain values.
func cloned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = cloned(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = cloned(e)
		}
		return out
	}
	return v
}
