package identity

import (
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

// domains are shown only: none can be made.
var domains = collection.Of[state.Domain, pipeline.Nothing, pipeline.Nothing]{
	Noun: "domain", Plural: "domains", Param: "domain_id", Table: state.Domains, Missing: missing, Enclose: enclose, View: viewDomain,
	Filters: map[string]func(*state.Domain, string) bool{
		"name":    collection.Is(func(d *state.Domain) string { return d.Name }),
		"enabled": func(d *state.Domain, wanted string) bool { return meansEnabled(wanted) == d.Enabled },
	},
}

func viewDomain(x *pipeline.Exchange, d *state.Domain) map[string]any {
	return map[string]any{
		"id": d.ID, "name": d.Name, "description": d.Description, "enabled": d.Enabled,
		"tags": []any{}, "options": map[string]any{}, "links": self(x, "/domains/"+d.ID),
	}
}
