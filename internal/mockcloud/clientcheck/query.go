package clientcheck

import (
	"maps"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
)

// query judges the parameters of the URL's query.
func (j *judge) query(c *call) {
	values := c.url.Query()
	if len(values) == 0 {
		return
	}
	if v := c.operation.CheckQuery(values); v != nil {
		rule, name := badQuery, ""
		if len(v.Path) > 0 {
			name = v.Path[0]
		}
		says := v.Message
		if v.Keyword == "additionalProperties" || v.Keyword == "patternProperties" || name == "" && v.Keyword != "required" {
			rule = unknownQuery
		}
		if redact.SecretName(name) {
			says = "the schema's " + v.Keyword + " refuses it"
		}
		first := openapi.Version{}
		if rule == unknownQuery {
			first = c.firstWith(func(op *openapi.Operation) bool {
				then := op.CheckQuery(values)
				return then != nil && then.Message == v.Message
			})
		}
		j.addFindingUntil(first, rule, c, "?"+name, says)
	}
	if c.partial() || c.operation.Query != openapi.QueryOpen {
		return
	}
	for _, k := range slices.Sorted(maps.Keys(values)) {
		if !c.operation.QueryKnown(k) {
			j.addFinding(ignoredQuery, c, "?"+k, "")
		}
	}
}
