package openapi

import (
	"regexp"

	"plumbline/internal/openapi/schema"
)

// compile answers the compiled form of a schema of the document.
func (d *Document) compile(v any) *schema.Schema {
	inlined, err := d.Inline(v, 0)
	if err != nil {
		return &schema.Schema{Err: err}
	}
	sum := schema.ContentSum(inlined)
	store := &d.chain.schemas.ByContent
	if kept, ok := store.Load(sum); ok {
		return kept.(*schema.Schema)
	}
	s := &schema.Schema{Regexps: map[string]*regexp.Regexp{}}
	if s.Kin, s.Err = s.Build(inlined, ""); s.Err == nil {
		s.Projector = schema.NewProjector(inlined)
		s.Keys = schema.NewKeyCheck(s, s.Kin)
		s.Writer = schema.NewWriter(s, s.Kin, s.Projector)
	}
	kept, _ := store.LoadOrStore(sum, s)
	return kept.(*schema.Schema)
}
