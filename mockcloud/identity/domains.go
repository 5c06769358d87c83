package identity

import (
	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

var domainOperations = map[string]pipeline.Operation{
	"domains.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var items []any
		for d := range state.Domains.All(x.Txn) {
			if matches(x, "name", d.Name) && matchesEnabled(x, d.Enabled) {
				items = append(items, viewDomain(x, d))
			}
		}
		return collection(x, "domains", items)
	}},
	"domains.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		id := x.Params.Get("domain_id")
		d := state.Domains.Get(x.Txn, id)
		if d == nil {
			return nil, missing("domain", id)
		}
		return pipeline.Answer(200, "domain", viewDomain(x, d)), nil
	}},
}

func viewDomain(x *pipeline.Exchange, d *state.Domain) map[string]any {
	return map[string]any{
		"id": d.ID, "name": d.Name, "description": d.Description, "enabled": d.Enabled,
		"tags": []any{}, "options": map[string]any{}, "links": self(x, "/domains/"+d.ID),
	}
}
