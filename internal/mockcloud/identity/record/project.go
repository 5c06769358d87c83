package record

import (
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// ProjectView is a project.
type ProjectView struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	DomainID    *string     `json:"domain_id"`
	Description string      `json:"description"`
	Enabled     bool        `json:"enabled"`
	ParentID    *string     `json:"parent_id"`
	IsDomain    bool        `json:"is_domain"`
	Tags        []string    `json:"tags"`
	Options     Options     `json:"options"`
	Links       Links       `json:"links"`
	Changed     any         `json:"extra,omitzero"`
	Parents     any         `json:"parents,omitzero"`
	Subtree     any         `json:"subtree,omitzero"`
	Extra       state.Extra `json:"*"`
}

// ViewProject is the view of a project; a domain is one without a domain.
func ViewProject(x *pipeline.Exchange, p *state.Project) *ProjectView {
	return &ProjectView{
		ID: p.ID, Name: p.Name, DomainID: OrNull(p.DomainID), Description: p.Description, Enabled: p.Enabled, ParentID: OrNull(p.ParentID),
		IsDomain: p.DomainID == "", Tags: p.Tags, Links: SelfLinks(x, "/projects/"+p.ID), Extra: p.Extra,
		Options: Options{p.Immutable},
	}
}
