package mutants

import (
	"fmt"
	"strings"

	"plumbline/internal/openapi"
)

// queried are the operations that rows about unknown query keys use.
var queried = []string{
	"servers.list", "servers.detail", "flavors.list", "keypairs.list", "limits.show", "zones.list", "instance-actions.list", "servers.rebuild",
}

// breakQueries breaks how unknown query keys are handled.
func breakQueries(b *deriver) error {
	for _, operation := range queried {
		p := b.place(operation)
		spans := b.spans(func(tree map[string]any) any { return valueBelow(p.operationIn(tree), "x-openstack-query") })
		if len(spans) == 0 {
			return fmt.Errorf("no document says what %s does with unknown query keys", operation)
		}
		for i, s := range spans {
			for _, mode := range []openapi.QueryMode{openapi.QueryOpen, openapi.QueryClosed, openapi.QueryUnderscore} {
				if s.value == string(mode) {
					continue
				}
				b.add(b.queryMutant(operation, fmt.Sprintf("%s-not-%s@%s", mode, s.value, s.from), s, mode))
			}
			if i == 0 {
				continue
			}
			before, _ := b.before(s.from)
			b.add(b.queryMutant(operation, fmt.Sprintf("early@%s", s.from), span{from: before, until: before}, openapi.QueryMode(s.value.(string))))
			b.add(b.queryMutant(operation, fmt.Sprintf("late@%s", s.from), span{from: s.from, until: s.from},
				openapi.QueryMode(spans[i-1].value.(string))))
		}
	}
	return nil
}

func (b *deriver) queryMutant(operation, name string, s span, mode openapi.QueryMode) Mutant {
	target := b.place(operation).target()
	return Mutant{
		ID: "query/" + operation + "/" +
			name, Class: classQuery, Requirements: []string{"MVN-23"}, About: []string{
			lastOf(b.place(operation).path),
		}, At: []openapi.Version{s.from}, rule: string(mode) + b.endInWords(s),
		Broken: fmt.Sprintf("%s: query keys that nobody knows are treated as %s from %s to %s", operation, mode, s.from, b.endInWords(s)),
		code: b.alterDocuments(s, remove(jsonPathBelow(target, "x-openstack-query")), update(target,
			map[string]any{"x-openstack-query": string(mode)})),
	}
}

// lastOf is the last segment of a path that is not a parameter.
func lastOf(path string) string {
	segments := strings.Split(path, "/")
	for i := len(segments) - 1; i > 0; i-- {
		if !strings.HasPrefix(segments[i], "{") {
			return "/" + segments[i]
		}
	}
	return path
}
