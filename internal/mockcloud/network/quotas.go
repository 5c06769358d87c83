package network

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/python"
)

// quotas holds the default limit (-1 is no limit) and the count of each limited resource of a project.
var quotas = map[string]struct {
	limit int
	used  func(*state.Txn, string) int
}{
	"network": {100, countRecords(state.Networks)}, "subnet": {100, countRecords(state.Subnets)}, "subnetpool": {
		-1,
		countRecords(state.SubnetPools),
	},
	"port": {500, countRecords(state.Ports)}, "router": {10, countRecords(state.Routers)}, "floatingip": {50, countRecords(state.FloatingIPs)},
	"rbac_policy": {10, countRecords(state.RBACPolicies)}, "security_group": {10, countRecords(state.SecurityGroups)},
	"security_group_rule": {100, countRecords(state.SecurityGroupRules)}, "trunk": {-1, countRecords(state.Trunks)},
}

func countRecords[T any](table *state.Table[T]) func(*state.Txn, string) int {
	return func(txn *state.Txn, project string) (n int) {
		for r := range table.All(txn) {
			if ownerOf(r) == project {
				n++
			}
		}
		return n
	}
}

// limitsOf are the limits of a project.
func limitsOf(txn *state.Txn, project string) map[string]int {
	limits := map[string]int{}
	for what, q := range quotas {
		limits[what] = q.limit
	}
	if own := state.NetworkQuotas.Get(txn, project); own != nil {
		maps.Copy(limits, own.Limits)
	}
	return limits
}

// quotasOf are the quotas of a project with its usage.
func quotasOf(txn *state.Txn, project string) (out []pipeline.Quota) {
	for what, limit := range limitsOf(txn, project) {
		out = append(out, pipeline.Quota{Resource: what, Limit: limit, InUse: quotas[what].used(txn, project)})
	}
	return out
}

// checkQuota refuses one more record if the project has reached its limit.
func checkQuota(x *pipeline.Exchange, noun, project string) *pipeline.Fault {
	return checkQuotaOf(x, noun, project, 1)
}

// checkQuotaOf refuses several more records where the limit of the project leaves no room for them.
func checkQuotaOf(x *pipeline.Exchange, noun, project string, more int) *pipeline.Fault {
	q, limited := quotas[noun]
	if limit := limitsOf(x.Txn, project)[noun]; !limited || limit < 0 || q.used(x.Txn, project)+more <= limit {
		return nil
	}
	return faults.New(409, "OverQuota", "Quota exceeded for resources: ['%s'].", noun)
}

// quotaRequest holds the limits that an administrator sets.
type quotaRequest struct {
	Limits map[string]limit `body:"quota"`
}

// limit is a limit as sent, of whatever kind.
type limit struct{ sent any }

// ReadBody takes the value as it is.
func (l *limit) ReadBody(v any) { l.sent = v }

func (l limit) number() (n float64, is bool) {
	n, is = l.sent.(float64)
	return n, is
}

// holds tells whether a flag that is sent beside the limits holds: anything does that Python takes for true.
func (l limit) holds() bool { return !slices.Contains([]any{nil, false, "", 0.0}, l.sent) }

var quotaOperations = map[string]pipeline.Operation{
	"quotas.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		var all []any
		for q := range state.NetworkQuotas.All(x.Txn) {
			view := openapi.Fields{{Name: "project_id", Value: q.ID}, {Name: "tenant_id", Value: q.ID}}
			for what, limit := range limitsOf(x.Txn, q.ID) {
				view = append(view, openapi.Field{Name: what, Value: limit})
			}
			all = append(all, &view)
		}
		return plain.AnswerList(x, "quotas", all), nil
	}},
	"quotas.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "quota", limitsOf(x.Txn, x.Params.Get("project_id"))), nil
	}},
	"quotas.default": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return pipeline.Answer(200, "quota", limitsOf(x.Txn, "")), nil
	}},
	"quotas.details": {Answer: showDetails}, "quotas.details-json": {Answer: showDetails},
	"quotas.update": pipeline.OperationOf[quotaRequest]{
		Formats: soundQuota,
		Steps:   []pipeline.StepOf[quotaRequest]{{Name: "change the quota", Run: changeQuota}},
		Answer: func(x *pipeline.Exchange, _ *quotaRequest) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "quota", limitsOf(x.Txn, x.Params.Get("project_id"))), nil
		},
	}.Operation(),
	"quotas.delete": {
		Steps: []pipeline.Step{{Name: "forget the quota", Run: func(x *pipeline.Exchange) *pipeline.Fault {
			project := x.Params.Get("project_id")
			if state.NetworkQuotas.Get(x.Txn, project) == nil {
				return faults.New(404, "TenantQuotaNotFound", "Quota for project %s could not be found.", project)
			}
			state.NetworkQuotas.Delete(x.Txn, project)
			return nil
		}}},
		Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
	},
	"topology.show": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
		return nil, faults.New(409, "AutoAllocationFailure", "Deployment error: No default router:external network.")
	}},
}

// showDetails shows the limits of a project with what it has of each.
func showDetails(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	project := x.Params.Get("project_id")
	quota := map[string]quotaDetail{}
	for what, limit := range limitsOf(x.Txn, project) {
		quota[what] = quotaDetail{Limit: limit, Used: quotas[what].used(x.Txn, project)}
	}
	return pipeline.Answer(200, "quota", quota), nil
}

type quotaDetail struct {
	Limit    int `json:"limit"`
	Used     int `json:"used"`
	Reserved int `json:"reserved"`
}

// soundQuota refuses invalid limits, and limits for unknown resources.
func soundQuota(_ *pipeline.Exchange, w *quotaRequest) *pipeline.Fault {
	var unknown []string
	for _, what := range slices.Sorted(maps.Keys(w.Limits)) {
		sent := w.Limits[what]
		n, is := sent.number()
		switch _, known := quotas[what]; {
		case what == "project_id" || what == "tenant_id" || what == "check_limit" || what == "force":
		case !known:
			unknown = append(unknown, what)
		case !is:
			return faults.Invalid(what, "'%s' is not an integer", python.Str(sent.sent))
		case n < -1 || n > 1<<31-1:
			return faults.Invalid(what, "'%s' should be in range of %d to %d", python.Str(sent.sent), -1, 1<<31-1)
		}
	}
	if len(unknown) > 0 {
		return faults.BadRequest("Unrecognized attribute(s) '%s'", strings.Join(unknown, ", "))
	}
	return nil
}

func changeQuota(x *pipeline.Exchange, w *quotaRequest) *pipeline.Fault {
	q := &state.NetworkQuota{ID: x.Params.Get("project_id"), Limits: map[string]int{}}
	checked := w.Limits["check_limit"].holds()
	delete(w.Limits, "check_limit")
	delete(w.Limits, "force")
	for _, what := range slices.Sorted(maps.Keys(w.Limits)) {
		limit, q := body.As[int](w.Limits[what].sent), quotas[what]
		if q.used == nil || !checked {
			continue
		}
		if used := q.used(x.Txn, x.Params.Get("project_id")); used > limit {
			return faults.BadRequest("Quota limit %d for %s must be greater than or equal to already used %d", limit, what, used)
		}
	}
	if own := state.NetworkQuotas.Get(x.Txn, q.ID); own != nil {
		maps.Copy(q.Limits, own.Limits)
	}
	for what, value := range w.Limits {
		if n, is := value.number(); is {
			q.Limits[what] = int(n)
		}
	}
	state.NetworkQuotas.Insert(x.Txn, q)
	return nil
}

// aimAtProject makes the project in the path the target of policy checks.
func aimAtProject(x *pipeline.Exchange, id string) *pipeline.Fault {
	x.Target = policy.Target{ProjectID: id}
	return nil
}
