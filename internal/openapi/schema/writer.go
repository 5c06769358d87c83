package schema

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"sync/atomic"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"plumbline/internal/openapi/node"
)

// writer projects, checks and encodes a value in one pass, in simple cases. All others it leaves to Project, CheckResponse
// and AppendJSON, which decide and word violations.
type writer struct {
	unsure    bool
	kinds     jsonKinds // the JSON types that the value may have
	enum      []any
	format    func(string) bool
	pattern   *regexp.Regexp
	minLength int
	maxLength int
	least     float64
	most      float64
	fields    []writerField // sorted by name
	closed    bool          // other fields are dropped
	extra     *writer
	keys      *regexp.Regexp
	leastKeys int
	mostKeys  int
	items     *writer
	minItems  int
	maxItems  int
	either    []*writer
	places    atomic.Pointer[places]
}

type writerField struct {
	name, policy string
	start        []byte // `"name": `
	required     bool
	value        *writer
}

// jsonKinds is a set of JSON types.
type jsonKinds uint8

const (
	isNull jsonKinds = 1 << iota
	isBool
	isInteger
	isFraction
	isString
	isList
	isObject
	isAny = isNull | isBool | isInteger | isFraction | isString | isList | isObject
)

var kindsOf = map[string]jsonKinds{
	"boolean": isBool, "integer": isInteger, "number": isInteger | isFraction, "string": isString, "array": isList, "object": isObject,
}

func NewWriter(s *Schema, k *openapi3.Schema, p *projector) *writer {
	w := &writer{
		kinds: isAny, minLength: int(k.MinLength), maxLength: math.MaxInt, least: math.Inf(-1), most: math.Inf(1),
		minItems: int(k.MinItems), maxItems: math.MaxInt, leastKeys: int(k.MinProps), mostKeys: math.MaxInt,
	}
	w.unsure = k.Not != nil || k.AllOf != nil || k.UniqueItems || k.MultipleOf != nil || k.ExclusiveMin.IsSet() || k.ExclusiveMax.IsSet()
	w.closed = p != nil && p.closed
	if k.Type != nil {
		w.kinds = 0
		for _, t := range *k.Type {
			w.kinds |= kindsOf[t]
		}
		if k.Nullable {
			w.kinds |= isNull
		}
	} else if !k.Nullable {
		w.kinds &^= isNull
	}
	w.scalars(s, k)
	if k.Enum != nil {
		w.enum = k.Enum
		var listed jsonKinds
		for _, e := range k.Enum {
			listed |= kindOf(e)
		}
		w.kinds &= listed
	}
	w.alternatives(s, k, p)
	w.collections(s, k, p)
	return w
}

func (w *writer) scalars(s *Schema, k *openapi3.Schema) {
	if k.MaxLength != nil {
		w.maxLength = int(*k.MaxLength)
	}
	if k.Min != nil {
		w.least = *k.Min
	}
	if k.Max != nil {
		w.most = *k.Max
	}
	if k.Pattern != "" {
		w.pattern = s.Regexps[k.Pattern]
		w.unsure = w.unsure || w.pattern == nil
	}
	if k.Format != "" && !UncheckedFormats[k.Format] {
		w.format = Formats[k.Format]
		w.unsure = w.unsure || w.format == nil
	}
}

// alternatives are chosen by the JSON type of the value; where that is not enough, the writer gives up.
func (w *writer) alternatives(s *Schema, k *openapi3.Schema, p *projector) {
	if k.OneOf == nil && k.AnyOf == nil {
		return
	}
	w.unsure = w.unsure || k.OneOf != nil && k.AnyOf != nil || k.Type != nil || k.Enum != nil || k.Properties != nil ||
		k.Items != nil || k.AdditionalProperties.Schema != nil
	w.kinds = 0
	for _, a := range append(slices.Clip(k.OneOf), k.AnyOf...) {
		alternative := NewWriter(s, a.Value, p)
		w.either = append(w.either, alternative)
		w.kinds |= alternative.kinds
	}
}

func (w *writer) collections(s *Schema, k *openapi3.Schema, p *projector) {
	if k.MaxProps != nil {
		w.mostKeys = int(*k.MaxProps)
	}
	if k.MaxItems != nil {
		w.maxItems = int(*k.MaxItems)
	}
	var below *projector
	if k.Items != nil {
		if p != nil {
			below = p.items
		}
		w.items = NewWriter(s, k.Items.Value, below)
	}
	for _, name := range node.SortedKeys(k.Properties) {
		f := writerField{name: name, required: slices.Contains(k.Required, name), start: append(AppendString(nil, name), ": "...)}
		below = nil
		if p != nil {
			below, f.policy = p.fields[name].below, p.fields[name].policy
		}
		f.value = NewWriter(s, k.Properties[name].Value, below)
		w.fields = append(w.fields, f)
	}
	for _, name := range k.Required {
		w.unsure = w.unsure || k.Properties[name] == nil
	}
	if k.AdditionalProperties.Schema != nil {
		below = nil
		if p != nil {
			below = p.extra
		}
		w.extra = NewWriter(s, k.AdditionalProperties.Schema.Value, below)
	}
	if source, ok := k.Extensions[KeyPattern].(string); ok {
		w.keys = s.Regexps[source]
		w.unsure = w.unsure || w.keys == nil
	}
}

func kindOf(v any) jsonKinds {
	switch v := v.(type) {
	case nil:
		return isNull
	case bool:
		return isBool
	case string, time.Time:
		return isString
	case int, int64, *big.Int:
		return isInteger
	case float64:
		return kindOfNumber(v)
	case *string:
		if v == nil {
			return isNull
		}
		return isString
	case *time.Time:
		if v == nil {
			return isNull
		}
		return isString
	case *int:
		if v == nil {
			return isNull
		}
		return isInteger
	case *int64:
		if v == nil {
			return isNull
		}
		return isInteger
	case []any, []string, []map[string]any, sequence:
		return isList
	case map[string]any, map[string]string, *Fields, *view:
		return isObject
	}
	return 0
}

func kindOfNumber(f float64) jsonKinds {
	if f == math.Trunc(f) && !math.IsInf(f, 0) {
		return isInteger
	}
	return isFraction
}
