package contents

import (
	"cmp"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// quotaView is the quotas of a project in a service.
type quotaView struct {
	// ID is the project's id and the service.
	ID      string           `json:"id"`
	Name    string           `json:"name"`
	Service openapi.Service  `json:"service"`
	Quotas  []pipeline.Quota `json:"quotas"`
}

// searchedText leaves the quotas out: all services have the same ones for all projects.
func (v quotaView) searchedText() []string { return []string{v.ID, v.Name, string(v.Service)} }

// projectQuotas are the quotas of a project in a service, before they are counted.
type projectQuotas struct {
	project *state.Project
	service openapi.Service
}

// quotaRecords are listed by project and service.
var quotaRecords = source[projectQuotas]{
	all: func(l *Look) (out []projectQuotas) {
		for p := range state.Projects.All(l.txn) {
			for _, service := range l.env.QuotaServices() {
				out = append(out, projectQuotas{p, service})
			}
		}
		return out
	},
	order: by(func(a, b projectQuotas) int { return cmp.Compare(a.project.Name, b.project.Name) }),
	show: func(l *Look, q projectQuotas) row {
		return quotaView{
			ID: q.project.ID + "/" + string(q.service), Name: q.project.Name, Service: q.service,
			Quotas: l.env.QuotasOf(q.service, l.txn, q.project.ID),
		}
	},
}
