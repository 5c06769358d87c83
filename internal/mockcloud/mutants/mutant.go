package mutants

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/setup"
	"plumbline/internal/openapi"
	"plumbline/mockcloud"
)

// Class is the kind of rule that is broken.
type Class string

// The classes, in the order in which they are printed.
const (
	classPolicy      Class = "policy"
	classStates      Class = "states"
	classRequest     Class = "request"
	classQuery       Class = "query"
	classResponse    Class = "response"
	classIgnored     Class = "ignored"
	classSteps       Class = "steps"
	classDecisions   Class = "decisions"
	classStages      Class = "stages"
	classNegotiation Class = "negotiation"
	classEnvelope    Class = "envelope"
	classDiscovery   Class = "discovery"
)

// Classes lists all classes in the order in which they are printed.
func Classes() []Class {
	return []Class{
		classPolicy, classStates, classRequest, classQuery, classResponse, classIgnored, classSteps, classDecisions, classStages,
		classNegotiation, classEnvelope, classDiscovery,
	}
}

// ParseClass reads the name of a class.
func ParseClass(name string) (Class, error) {
	if c := Class(name); slices.Contains(Classes(), c) {
		return c, nil
	}
	return "", fmt.Errorf("there is no class of mutants %q; there are %v", name, Classes())
}

// Mutant is a mock with one rule broken.
type Mutant struct {
	// ID is stable and readable: "request/key_name.maxLength+1@2.54".
	ID    string
	Class Class
	// Broken describes in one sentence what the mock now does.
	Broken string
	// Profile is the profile of the rule. A rule that both profiles share is listed under shipped.
	Profile openapi.Profile
	// Requirements are the requirements whose scenarios must fail.
	Requirements []string
	// Equivalent is the reason why nothing can notice the mutant; "" for a mutant that has to be noticed.
	Equivalent string
	// At are the microversions at which the rule applies: a scenario that uses one of them is more likely to notice.
	At []openapi.Version
	// About are words that a scenario about the rule is likely to have.
	About []string

	// rule identifies what was broken, to find rules that both profiles share.
	rule string
	// code breaks the mock's declarations; it may be nil.
	code func() (pipeline.Mutant, error)
	// wire changes requests to and answers from the compute service; it may be nil.
	wire *wire
}

// journal is the number of exchanges in the journal of a broken mock, for rows that look at requests between services.
const journal = 64

// Cloud makes the broken mock. It does not check its answers: the documents for the check are broken, too.
func (m Mutant) Cloud(opts ...mockcloud.Option) (http.Handler, error) {
	broken := pipeline.Mutant{}
	if m.code != nil {
		var err error
		if broken, err = m.code(); err != nil {
			return nil, fmt.Errorf("mutant %s: %w", m.ID, err)
		}
	}
	broken.ID = m.ID
	opts = append(slices.Clone(opts),
		mockcloud.WithProfile(m.Profile), withMutant(broken), setup.SelfCheck(false), mockcloud.WithJournal(journal))
	cloud, err := mockcloud.New(opts...)
	if err != nil {
		return nil, fmt.Errorf("mutant %s: %w", m.ID, err)
	}
	if m.wire != nil {
		return m.wire.around(cloud), nil
	}
	return cloud, nil
}

// withMutant breaks rules of a new cloud.
func withMutant(m pipeline.Mutant) mockcloud.Option {
	return func(o *setup.Cloud) error { o.Env.Mutant = &m; return nil }
}

// WithPolicy replaces policy rules of a new cloud, by name: {"os_compute_api:os-shelve:unshelve_to_host": "none"}.
func WithPolicy(rules map[string]string) mockcloud.Option {
	return withMutant(pipeline.Mutant{Policy: rules})
}

// All lists the mutants of a profile, by class and then by id. Rules that both profiles share are broken once, in shipped.
func All(profile openapi.Profile) ([]Mutant, error) {
	all, err := enumerate(profile)
	if err != nil || profile == openapi.Shipped {
		return all, err
	}
	shipped, err := enumerate(openapi.Shipped)
	if err != nil {
		return nil, err
	}
	shared := map[string]bool{}
	for _, m := range shipped {
		shared[m.ID+"\n"+m.rule] = true
	}
	return slices.DeleteFunc(all, func(m Mutant) bool { return shared[m.ID+"\n"+m.rule] }), nil
}

// SpecifiedLike lists the mutants of specified that break the same rules as the given ones of shipped: specified may have a
// requirement that notices a rule where shipped has none.
func SpecifiedLike(of []Mutant) ([]Mutant, error) {
	if len(of) == 0 {
		return nil, nil
	}
	wanted := map[string]bool{}
	for _, m := range of {
		wanted[m.ID+"\n"+m.rule] = true
	}
	all, err := enumerate(openapi.Specified)
	return slices.DeleteFunc(all, func(m Mutant) bool { return !wanted[m.ID+"\n"+m.rule] }), err
}

// lists holds the functions that break each service's rules.
var lists = map[openapi.Service][]func(*deriver) error{
	openapi.Compute: {
		policies, serverStates, requestSchema, breakBodies, breakQueries, response, fields, ignoreParameters, steps, breakDecisions, stages,
		breakNegotiation, breakEnvelope, discovery,
	},
	openapi.Orchestration: {policies, breakBodies, fields, ignoreLockLevels, steps, breakDecisions, stages, heatEnvelope},
	openapi.BlockStorage:  {policies, breakBodies, fields, steps},
	openapi.Image:         {steps},
}

func enumerate(profile openapi.Profile) ([]Mutant, error) {
	var all []Mutant
	for _, name := range slices.Sorted(maps.Keys(makers)) {
		b, err := newBook(profile, name)
		if err != nil {
			return nil, err
		}
		for _, list := range lists[name] {
			if err := list(b); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		all = append(all, b.all...)
	}
	for i := range all {
		m := &all[i]
		m.Profile = profile
		m.Equivalent = equivalent[m.ID]
		m.Requirements = slices.Compact(slices.Sorted(slices.Values(m.Requirements)))
	}
	order := Classes()
	slices.SortStableFunc(all, func(x, y Mutant) int {
		return cmp.Or(cmp.Compare(slices.Index(order, x.Class), slices.Index(order, y.Class)), cmp.Compare(x.ID, y.ID))
	})
	for i := 1; i < len(all); i++ {
		if all[i].ID == all[i-1].ID {
			return nil, fmt.Errorf("mutant %s is there twice", all[i].ID)
		}
	}
	return all, nil
}
