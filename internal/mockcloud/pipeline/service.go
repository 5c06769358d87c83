package pipeline

import (
	"cmp"
	"net/http"
	"slices"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi"
)

// Service is one service of the mock, before it is served. Its constructor fills it; nobody changes it afterwards.
type Service struct {
	Name openapi.Service
	// Prefix is where the service is mounted: "/library".
	Prefix string
	// Chain is the service's documents (env.Chain(Name)), nil for a service without any (metadata).
	Chain *openapi.Chain
	// ProjectInPath says that URLs of the service have a project id in front of the path, so that calls from other
	// services put one there.
	ProjectInPath bool
	// HeadIsGet says that a HEAD request is answered like a GET request, without the body, where the documents have no HEAD.
	HeadIsGet bool
	// Spelling says which other spellings of its paths the service reads.
	Spelling Spelling
	// Roots are the versioned roots below the prefix, the preferred one first: "/v2.1", "/v2".
	Roots []string
	// Stages are the checks before the operation's own steps, in the real service's order.
	Stages []Stage
	// Discovery answers requests that are under none of the roots: discovery. It may be nil.
	Discovery func(*Exchange) (*Response, *Fault)
	// Render writes a fault as the service does: content type and body.
	Render func(*Exchange, *Fault) (contentType string, body []byte)
	// Refused is the fault of a policy rule.
	Refused func(x *Exchange, rule string) *Fault
	// Violated is the fault of a schema violation.
	Violated func(x *Exchange, v *openapi.Violation, query bool) *Fault
	// ContentType of answers with a body, "application/json" by default.
	ContentType string
	// EmptyType is the Content-Type of 204 answers, "" for none.
	EmptyType string
	// Headers adds the headers that every answer of the service has, with the request's id; names must be canonical.
	// Nil means RequestID.
	Headers func(x *Exchange, h http.Header)
	// LegacyVersionHeader asks for a microversion, and echoes it, beside OpenStack-API-Version; "" for none.
	LegacyVersionHeader string
	// Unexpected words the fault for a bug of the mock, naming an exception class as the service does; nil for the mock's own words.
	Unexpected func(class string) string
	// ReadWith answers the ids of further resources that count as read when a resource is read: scheduled work may wait for that.
	ReadWith func(txn *state.Txn, id string) []string
	// Quotas are those of a project, in any order; nil for a service without quotas.
	Quotas func(txn *state.Txn, project string) []Quota
	// Lookups find records by path parameter; they run in the order of the path.
	Lookups map[string]Lookup
	// Operations are what operations do, by operationId.
	Operations map[string]Operation
	// Async is what events do when they are due, by kind.
	Async map[string]Async
}

// Lookup finds the record of a path parameter and calls x.Found; or sets x.Target only, when the
// operation itself looks the record up.
type Lookup func(x *Exchange, value string) *Fault

// Stage is one named check of a request.
type Stage struct {
	Name string
	Run  func(*Exchange) *Fault
}

// Behaviour makes an operation's answer.
type Behaviour func(*Exchange) (*Response, *Fault)

// Step is one named check or effect of an operation.
type Step struct {
	Name string
	// Requirements are the ids of the requirements the step realises.
	Requirements []string
	// Refuses is the status with which a check refuses; 0 for a step that is no check, or is known by other means.
	Refuses int
	Run     func(*Exchange) *Fault
}

// Operation is what an operation does once all stages let it through: its steps in order, then the answer.
type Operation struct {
	Steps  []Step
	Answer Behaviour
	// Reads says that an operation with a method other than GET and HEAD writes nothing.
	Reads bool
	// Writes says that a GET or HEAD operation writes.
	Writes bool
	// Policy, when set, is the stage Policy's replacement for an operation whose rule depends on the request.
	Policy func(*Exchange) *Fault
	// Blocks, when set, refuses what the deployment cannot do, before a lock or a state is looked at.
	Blocks func(*Exchange) *Fault
	// Formats, when set, is what the service checks of a request with code of its own, before the schema is asked.
	Formats func(*Exchange) *Fault
}

// Async declares a kind of scheduled work: its steps, run when its event is due.
type Async struct {
	Steps []Step
	// Failed runs on a fresh transaction when a step answered a fault: it puts the resource into error.
	Failed func(*Exchange, *Fault)
	// Places are names that are no steps and at which fault rules can strike, too (Exchange.FaultAt).
	Places []string
}

// Names of the stages that mutants treat apart. The others are named where they are made: see the package stages.
const (
	// StageKept answers what is kept. It refuses nothing, so no check changes places with it.
	StageKept = "kept answer"
	// StageAnswer makes the answer, after the steps of the operation. It is no stage of a service: faults have its name.
	StageAnswer = "answer"
	// StageSchema checks query and body against the document.
	StageSchema = "schema"
)

// Quota is the limit of a resource in a project, and its usage. The limit -1 is none.
type Quota struct {
	Resource string `json:"resource"`
	Limit    int    `json:"limit"`
	InUse    int    `json:"in_use"`
}

// QuotaServices are the services that have quotas, by name.
func (e *Env) QuotaServices() []openapi.Service {
	var out []openapi.Service
	for name, s := range e.services {
		if s.Quotas != nil {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// QuotasOf are the quotas of a project in a service, by resource; none if the service has no quotas.
func (e *Env) QuotasOf(s openapi.Service, txn *state.Txn, project string) []Quota {
	serving := e.services[s]
	if serving == nil || serving.Quotas == nil {
		return nil
	}
	out := serving.Quotas(txn, project)
	slices.SortFunc(out, func(a, b Quota) int { return cmp.Compare(a.Resource, b.Resource) })
	return out
}
