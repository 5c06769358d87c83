package identity

import (
	"regexp"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/collection"
	"plumbline/internal/mockcloud/identity/assignments"
	"plumbline/internal/mockcloud/identity/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

// domainRequest is the object under "domain".
type domainRequest struct {
	Name        body.Opt[string]      `json:"name"`
	Description body.Opt[string]      `json:"description"`
	Enabled     body.Opt[bool]        `json:"enabled"`
	Tags        body.Opt[[]string]    `json:"tags"`
	ID          body.Opt[string]      `json:"explicit_domain_id"`
	Options     record.OptionsRequest `json:"options"`
	More        record.Further        `json:"*"`
}

var domains = collection.Of[state.Domain, domainRequest, domainRequest]{
	In: record.Plain, Noun: "domain", Plural: "domains", Table: state.Domains, Filters: []string{"name", "enabled"},
	Lists: func(x *pipeline.Exchange, d *state.Domain) bool {
		return x.Operation.ID != "domains.list" || x.Env.Policy.Mode() == policy.Legacy || ofScope(x, d.ID)
	},
	View: func(x *pipeline.Exchange, d *state.Domain) any { return viewDomain(x, d) },
	New:  newDomain, Change: changeDomain,
	Unique: func(x *pipeline.Exchange, d *state.Domain) *pipeline.Fault {
		for other := range state.Domains.ByKey(x.Txn, "name", d.Name) {
			if other.ID != d.ID {
				return nameOfDomainTaken(d.Name)
			}
		}
		return nil
	},
	Then: func(x *pipeline.Exchange, _, after *state.Domain) {
		if !after.Enabled {
			for u := range usersOf(x, after.ID) {
				record.RevokeOf(x.Txn, u, nil)
			}
		}
	},
	Keep: []pipeline.StepOf[state.Domain]{
		{Name: "keep an immutable domain", Run: keepImmutableDomain}, {Name: "keep an enabled domain", Run: keepEnabled},
	},
	Deletes: true, With: withDomain,
}

// chosenID is the form of an id that a request may choose for a domain.
var chosenID = regexp.MustCompile(`^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$`)

// newDomain makes a domain, with the id that the request chose for it or another one. An id that is taken is answered like a name that is.
func newDomain(x *pipeline.Exchange, r *domainRequest) (*state.Domain, *pipeline.Fault) {
	d := &state.Domain{ID: r.ID.Or(""), Enabled: true, Tags: []string{}}
	switch {
	case !r.ID.Given():
		d.ID = x.Env.IDs.Hex()
	case !chosenID.MatchString(d.ID):
		return nil, pipeline.BadRequest("Domain ID does not conform to required UUID format.")
	}
	fillDomain(d, r)
	if state.Domains.Get(x.Txn, d.ID) != nil || state.Projects.Get(x.Txn, d.ID) != nil {
		return nil, nameOfDomainTaken(d.Name)
	}
	return d, nil
}

func nameOfDomainTaken(name string) *pipeline.Fault {
	return record.Taken("project", "it is not permitted to have two projects acting as domains with the same name: %s", name)
}

// domainOperationSet lets those see a domain whose project is in it.
func domainOperationSet() pipeline.OperationSet {
	set := domains.Operations()
	show := set.Operations["domains.show"]
	show.Policy = func(x *pipeline.Exchange) *pipeline.Fault {
		x.Target = policy.Target{DomainID: x.Params.Get("domain_id")}
		if p := state.Projects.Get(x.Txn, x.Caller.ProjectID); p != nil && p.DomainID == x.Target.DomainID {
			return nil
		}
		return x.Demand("identity:get_domain")
	}
	set.Operations["domains.show"] = show
	return set
}

// changeDomain refuses any change of an immutable domain, also one that takes the option away: the service adds the attributes of
// a project to each change of a domain, and then finds more than the option in it. A change of the domain as a project unlocks it.
func changeDomain(_ *pipeline.Exchange, d *state.Domain, r *domainRequest) *pipeline.Fault {
	if record.IsSet(d.Immutable) {
		return record.ImmutableUpdate("domain", d.ID)
	}
	fillDomain(d, r)
	return nil
}

func fillDomain(d *state.Domain, r *domainRequest) {
	record.SetName(r.Name, &d.Name)
	r.Description.Set(&d.Description)
	r.Enabled.Set(&d.Enabled)
	if r.Tags.Given() {
		d.Tags = slices.Sorted(slices.Values(withoutRepeats(r.Tags.Or(nil))))
	}
	r.Options.Immutable.SetOrClear(&d.Immutable)
	r.More.AddTo(&d.Extra, "id", "links")
}

func keepImmutableDomain(_ *pipeline.Exchange, d *state.Domain) *pipeline.Fault {
	if record.IsSet(d.Immutable) {
		return record.ImmutableDelete("domain", d.ID)
	}
	return nil
}

func keepEnabled(_ *pipeline.Exchange, d *state.Domain) *pipeline.Fault {
	if d.Enabled {
		return pipeline.Forbidden("Cannot delete a domain that is enabled, please disable it first.")
	}
	return nil
}

// usersOf are the ids of the users of a domain.
func usersOf(x *pipeline.Exchange, id string) map[string]bool {
	all := map[string]bool{}
	for u := range state.Users.All(x.Txn) {
		if u.DomainID == id {
			all[u.ID] = true
		}
	}
	return all
}

// withDomain deletes what a deleted domain holds.
func withDomain(x *pipeline.Exchange, d *state.Domain) {
	for id := range usersOf(x, d.ID) {
		withUser(x, state.Users.Get(x.Txn, id))
		state.Users.Delete(x.Txn, id)
	}
	for _, g := range slices.Collect(state.Groups.All(x.Txn)) {
		if g.DomainID == d.ID {
			withGroup(x, g)
			state.Groups.Delete(x.Txn, g.ID)
		}
	}
	for _, p := range slices.Collect(state.Projects.All(x.Txn)) {
		if p.DomainID == d.ID {
			withProject(x, p)
			state.Projects.Delete(x.Txn, p.ID)
		}
	}
	for _, r := range slices.Collect(state.Roles.All(x.Txn)) {
		if r.DomainID == d.ID {
			state.Roles.Delete(x.Txn, r.ID)
		}
	}
	for _, l := range slices.Collect(state.Limits.All(x.Txn)) {
		if l.DomainID != nil && *l.DomainID == d.ID {
			state.Limits.Delete(x.Txn, l.ID)
		}
	}
	assignments.Forget(x, func(a *state.Assignment) bool { return a.DomainID == d.ID })
	state.DomainConfigs.Delete(x.Txn, d.ID)
}

type domainView struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Enabled     bool           `json:"enabled"`
	Tags        []string       `json:"tags"`
	Options     record.Options `json:"options"`
	Links       record.Links   `json:"links"`
	Extra       state.Extra    `json:"*"`
}

func viewDomain(x *pipeline.Exchange, d *state.Domain) *domainView {
	return &domainView{
		ID: d.ID, Name: d.Name, Description: d.Description, Enabled: d.Enabled, Tags: d.Tags, Extra: d.Extra,
		Links: record.SelfLinks(x, "/domains/"+d.ID), Options: record.Options{Immutable: d.Immutable},
	}
}
