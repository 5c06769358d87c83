package listing

import (
	"slices"
	"strings"

	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi"
)

// Plain holds what the plain resources of block storage have in common. Missing answers the fault for a record that does not exist.
func Plain(missing func(id string) *pipeline.Fault) *collection.Service {
	return &collection.Service{
		Missing: func(_, id string) *pipeline.Fault { return missing(id) },
		Ask: func(x *pipeline.Exchange, filters []string) (*collection.Page, *pipeline.Fault) {
			return askPlain(x, filters, missing)
		},
		ListFields: func(x *pipeline.Exchange, cut *collection.Cut) any {
			beside := &openapi.Fields{}
			linkNext(x, cut, x.Route.Path, strings.ReplaceAll(cut.Key, "-", "_")+"_links", beside)
			return beside
		},
	}
}

// askPlain reads the query of a list: with a filter that is not declared nothing is found.
func askPlain(x *pipeline.Exchange, filters []string, missing func(id string) *pipeline.Fault) (*collection.Page, *pipeline.Fault) {
	p, f := ReadPage(x)
	if f != nil {
		return nil, f
	}
	page, f := p.convert(func(key string) bool { return slices.Contains(filters, key) })
	if f == nil {
		page.NoMarker = missing
	}
	return page, f
}
