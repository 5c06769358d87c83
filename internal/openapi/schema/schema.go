package schema

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"plumbline/internal/openapi/node"
	"plumbline/internal/openapi/python"
)

// Check answers the first violation of a decoded value, nil when there is none.
func (s *Schema) Check(v any) *Violation { return s.CheckSent(v, nil) }

// CheckSent is Check of a value that was decoded from JSON, for messages with the keys as they were sent.
func (s *Schema) CheckSent(v any, raw []byte) *Violation {
	if all := s.check(v, 1, raw); len(all) > 0 {
		return all[0]
	}
	return nil
}

// CheckAll answers up to limit violations of a decoded value.
func (s *Schema) CheckAll(v any, limit int) []*Violation { return s.check(v, limit, nil) }

func (s *Schema) check(v any, limit int, raw []byte) []*Violation {
	if s.Err != nil {
		return []*Violation{{Keyword: "schema", Value: v, Said: python.Str(v), Message: s.Err.Error()}}
	}
	if s.Fits(s.Kin, v) {
		return nil
	}
	err := s.Kin.VisitJSON(v, KinOptions...)
	if err == nil && s.Keys.Allows(v) {
		return nil
	}
	x := Explainer{Schema: s, Limit: limit, Sent: raw}
	x.Visit(s.Kin, v)
	if len(x.Found) == 0 && err != nil {
		return []*Violation{asViolation(err, v)}
	}
	return x.Found
}

// asViolation converts an error that the explainer does not word.
func asViolation(err error, v any) *Violation {
	var se *openapi3.SchemaError
	if errors.As(err, &se) && se.Schema != nil {
		return &Violation{Path: se.JSONPointer(), Keyword: se.SchemaField, Value: se.Value, Said: python.Str(se.Value), Message: se.Reason}
	}
	return &Violation{Keyword: "schema", Value: v, Said: python.Str(v), Message: "the value does not match its schema"}
}

// Schema is a compiled, ref-free schema. It is immutable and shared by all equal schemas.
type Schema struct {
	Kin       *openapi3.Schema
	Projector *projector
	Writer    *writer
	// Keys checks x-openstack-key-pattern, which kin-openapi does not; nil where no schema below has it.
	Keys *keyCheck
	// Regexps are the compiled patterns of the schema, by source.
	Regexps map[string]*regexp.Regexp
	// Err is the reason why the schema cannot be used; Lint reports it for the documents of this package.
	Err error
}

// SchemaStore shares compiled schemas by content.
type SchemaStore struct{ ByContent sync.Map } // [32]byte → *schema

// ContentSum is a digest of plain values: equal sums mean equal values.
func ContentSum(v any) (sum [sha256.Size]byte) {
	d := digests.Get().(*digest)
	defer digests.Put(d)
	d.hash.Reset()
	d.write(v)
	d.hash.Write(d.buf)
	d.buf = d.buf[:0]
	d.hash.Sum(sum[:0])
	return sum
}

// digest is what a sum is made with. Digests are used again: documents have thousands of schemas.
type digest struct {
	hash hash.Hash
	buf  []byte
	keys []string // of the maps that are being written, sorted, one map behind the other
}

var digests = sync.Pool{New: func() any { return &digest{hash: sha256.New()} }}

func (d *digest) write(v any) {
	b := d.buf
	if len(b) > 4096 {
		d.hash.Write(b)
		b = b[:0]
	}
	switch v := v.(type) {
	case map[string]any:
		d.buf = binary.AppendUvarint(append(b, 'm'), uint64(len(v)))
		from := len(d.keys)
		for k := range v {
			d.keys = append(d.keys, k)
		}
		to := len(d.keys)
		slices.Sort(d.keys[from:to])
		for i := from; i < to; i++ {
			k := d.keys[i]
			d.buf = append(binary.AppendUvarint(d.buf, uint64(len(k))), k...)
			d.write(v[k])
		}
		clear(d.keys[from:to])
		d.keys = d.keys[:from]
		return
	case []any:
		d.buf = binary.AppendUvarint(append(b, 'l'), uint64(len(v)))
		for _, e := range v {
			d.write(e)
		}
		return
	case string:
		b = append(binary.AppendUvarint(append(b, 's'), uint64(len(v))), v...)
	case float64:
		b = binary.LittleEndian.AppendUint64(append(b, 'n'), math.Float64bits(v))
	default:
		b = fmt.Appendf(append(b, 'v'), "%T:%v;", v, v)
	}
	d.buf = b
}

// Build makes kin-openapi's schema of plain values. An unknown keyword is an error, because it would not be checked.
func (s *Schema) Build(v any, at string) (*openapi3.Schema, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("schema%s is not a map", at)
	}
	k := openapi3.NewSchema()
	for key, value := range m {
		if err := s.keyword(k, key, value, at); err != nil {
			return nil, err
		}
	}
	order, _ := k.Extensions[orderKey].([]string)
	for _, name := range order {
		if k.Properties[name] == nil {
			return nil, fmt.Errorf("schema%s/%s: %s is no property", at, orderKey, name)
		}
	}
	if k.IsEmpty() {
		k.Nullable = true // {} allows any value; kin-openapi would refuse null
	}
	return k, nil
}

func (s *Schema) keyword(k *openapi3.Schema, key string, v any, at string) (err error) {
	switch key {
	case "type":
		name, ok := v.(string)
		if !ok {
			return fmt.Errorf("schema%s/type is not text", at)
		}
		k.Type = &openapi3.Types{name}
	case "format":
		k.Format, _ = v.(string)
	case "nullable":
		k.Nullable, _ = v.(bool)
	case "enum":
		k.Enum, _ = v.([]any)
	case "required":
		k.Required = node.Strings(v)
	case "uniqueItems":
		k.UniqueItems, _ = v.(bool)
	case "properties":
		k.Properties = openapi3.Schemas{}
		for name, p := range node.Object(v) {
			if k.Properties[name], err = s.ref(p, at+"/properties/"+name); err != nil {
				return err
			}
		}
	case "additionalProperties":
		if b, ok := v.(bool); ok {
			k.AdditionalProperties.Has = &b
			return nil
		}
		k.AdditionalProperties.Schema, err = s.ref(v, at+"/additionalProperties")
	case "items":
		k.Items, err = s.ref(v, at+"/items")
	case "not":
		k.Not, err = s.ref(v, at+"/not")
	case "oneOf":
		k.OneOf, err = s.refs(v, at+"/oneOf")
	case "anyOf":
		k.AnyOf, err = s.refs(v, at+"/anyOf")
	case "allOf":
		k.AllOf, err = s.refs(v, at+"/allOf")
	case "pattern":
		k.Pattern, _ = v.(string)
		err = s.pattern(k.Pattern, at)
	case "default", "example", "title", "description", "deprecated", "readOnly", "writeOnly", "externalDocs":
	case KeyPattern:
		pattern, _ := v.(string)
		extend(k, KeyPattern, pattern)
		err = s.pattern(pattern, at)
	case PatternSaid:
		said, _ := v.(string)
		extend(k, PatternSaid, said)
	case orderKey:
		extend(k, orderKey, node.Strings(v))
	default:
		if strings.HasPrefix(key, "x-") {
			return nil
		}
		return s.bound(k, key, v, at)
	}
	return err
}

func extend(k *openapi3.Schema, key string, v any) {
	if k.Extensions == nil {
		k.Extensions = map[string]any{}
	}
	k.Extensions[key] = v
}

// orderKey is the extension with the names of an object's properties in the order in which the service checks them. Without it that is
// the order of the names.
const orderKey = "x-openstack-order"

// KeyPattern is the extension with the pattern for the keys of a free-form object.
const KeyPattern = "x-openstack-key-pattern"

// PatternSaid is the extension with the pattern as the service's messages have it, where its own cannot be written in RE2.
const PatternSaid = "x-openstack-pattern-said"

// bound sets the keywords that are numbers.
func (s *Schema) bound(k *openapi3.Schema, key string, v any, at string) error {
	if b, ok := v.(bool); ok {
		switch key {
		case "exclusiveMinimum":
			k.ExclusiveMin = openapi3.ExclusiveBound{Bool: &b}
			return nil
		case "exclusiveMaximum":
			k.ExclusiveMax = openapi3.ExclusiveBound{Bool: &b}
			return nil
		}
	}
	f, ok := v.(float64)
	if !ok {
		return fmt.Errorf("schema%s/%s: unknown keyword or wrong value", at, key)
	}
	n := uint64(max(f, 0))
	switch key {
	case "minimum":
		k.Min = &f
	case "maximum":
		k.Max = &f
	case "multipleOf":
		k.MultipleOf = &f
	case "minLength":
		k.MinLength = n
	case "maxLength":
		k.MaxLength = &n
	case "minItems":
		k.MinItems = n
	case "maxItems":
		k.MaxItems = &n
	case "minProperties":
		k.MinProps = n
	case "maxProperties":
		k.MaxProps = &n
	default:
		return fmt.Errorf("schema%s/%s: unknown keyword", at, key)
	}
	return nil
}

func (s *Schema) ref(v any, at string) (*openapi3.SchemaRef, error) {
	k, err := s.Build(v, at)
	if err != nil {
		return nil, err
	}
	return &openapi3.SchemaRef{Value: k}, nil
}

func (s *Schema) refs(v any, at string) (openapi3.SchemaRefs, error) {
	out := openapi3.SchemaRefs{}
	for i, e := range node.List(v) {
		r, err := s.ref(e, fmt.Sprintf("%s/%d", at, i))
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func (s *Schema) pattern(source, at string) error {
	re, err := compilePattern(source)
	if err != nil {
		return fmt.Errorf("schema%s/pattern: %w", at, err)
	}
	s.Regexps[source] = re
	return nil
}

// patterns caches compiled patterns by source: Unicode classes take a while to compile.
var patterns sync.Map // string → *regexp.Regexp

func compilePattern(source string) (*regexp.Regexp, error) {
	if kept, ok := patterns.Load(source); ok {
		return kept.(*regexp.Regexp), nil
	}
	re, err := regexp.Compile(pythonEnd(source))
	if err != nil {
		return nil, err
	}
	patterns.Store(source, re)
	return re, nil
}

// pythonEnd lets a $ at the end of a pattern match before a final newline, too, as it does in Python, from which the
// services' patterns come.
func pythonEnd(source string) string {
	if body, ok := strings.CutSuffix(source, "$"); ok && !strings.HasSuffix(body, `\`) {
		return body + `\n?$`
	}
	return source
}
