package walk

import (
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// plan is a template prepared for the engine. With an empty plan all resources are deleted.
type plan struct {
	template *hot.Template
	order    []string
	needs    map[string][]string
	resolver hot.Resolver
}

func (g *run) wantedPlan() (*plan, *kind.Failure) {
	if g.work.Action == record.Delete || g.work.Action == record.Rollback && g.s.Before == nil {
		return &plan{}, nil
	}
	return planOf(g.Exchange, g.types, g.s)
}

// planOf reads a stack's template again; it was valid when the stack was created.
func planOf(x *pipeline.Exchange, ts *kind.Types, s *state.Stack) (*plan, *kind.Failure) {
	template, wrong := hot.Read(s.Template)
	if wrong != nil {
		return nil, kind.Failf(wrong.Type, "%s", wrong.Message)
	}
	resolver, wrong := template.SettleConditions(ts.Resolver(x, s))
	if wrong != nil {
		return nil, kind.Failf(wrong.Type, "%s", wrong.Message)
	}
	ts.Imply(x, s, template)
	order, wrong := template.Order()
	if wrong != nil {
		return nil, kind.Failf(wrong.Type, "%s", wrong.Message)
	}
	needs, _ := template.Dependencies()
	return &plan{template: template, order: order, needs: needs, resolver: resolver}, nil
}
