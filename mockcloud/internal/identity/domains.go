package identity

import (
	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
	"plumbline/mockcloud/internal/state"
)

// domains can only be listed and shown, not created.
var domains = collection.Of[state.Domain, pipeline.Nothing, pipeline.Nothing]{
	In: plain, Noun: "domain", Plural: "domains", Table: state.Domains, Filters: []string{"name", "enabled"},
	View: func(x *pipeline.Exchange, d *state.Domain) any { return viewDomain(x, d) },
}

type domainView struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Enabled     bool     `json:"enabled"`
	Tags        []string `json:"tags"`
	Options     options  `json:"options"`
	Links       links    `json:"links"`
}

func viewDomain(x *pipeline.Exchange, d *state.Domain) *domainView {
	return &domainView{ID: d.ID, Name: d.Name, Description: d.Description, Enabled: d.Enabled, Links: selfLinks(x, "/domains/"+d.ID)}
}
