package network

import (
	"reflect"
	"slices"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/network/attributes"
	"plumbline/internal/mockcloud/network/faults"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// flavors are the kinds of routers that users choose from. What they are provided by, their profiles say.
var flavors = declare(resource[state.ServiceFlavor]{
	Noun: "flavor", Plural: "flavors", Table: state.ServiceFlavors,
	New:  func() *state.ServiceFlavor { return &state.ServiceFlavor{Enabled: true, Description: new(string)} },
	Sees: func(*pipeline.Exchange, *state.ServiceFlavor) bool { return true },
	View: func(_ *pipeline.Exchange, f *state.ServiceFlavor) any {
		return &flavorView{f.ID, f.Name, f.Description, f.Type, f.Enabled, f.Profiles}
	},
	Made: func(_ *pipeline.Exchange, c *change[state.ServiceFlavor]) *pipeline.Fault {
		c.After.Profiles = nil // what a request says of them is checked, and nothing becomes of it
		if c.Before != nil {
			c.After.Profiles = c.Before.Profiles
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.ServiceFlavor]{{Name: "refuse the flavor of a router", Run: func(
		x *pipeline.Exchange, flavor *state.ServiceFlavor,
	) *pipeline.Fault {
		for r := range state.Routers.All(x.Txn) {
			if r.FlavorID != nil && *r.FlavorID == flavor.ID {
				return faults.New(409, "FlavorInUse", "Flavor %s is used by some service instance.", flavor.ID)
			}
		}
		return nil
	}}},
})

type flavorView struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description *string  `json:"description"`
	Type        string   `json:"service_type"`
	Enabled     bool     `json:"enabled"`
	Profiles    []string `json:"service_profiles"`
}

// serviceProfiles say which driver provides what has a flavor; lists of those who are no administrators have none.
var serviceProfiles = func() *declared[state.ServiceProfile] {
	d := declare(profilesOfFlavors)
	d.Lists = func(x *pipeline.Exchange, _ *state.ServiceProfile) bool { return x.Caller.Admin() }
	return d
}()

var profilesOfFlavors = resource[state.ServiceProfile]{
	Noun: "service_profile", Plural: "service_profiles", Table: state.ServiceProfiles,
	New: func() *state.ServiceProfile {
		return &state.ServiceProfile{Enabled: true, Description: new(string), Metainfo: new(string)}
	},
	Sees: func(*pipeline.Exchange, *state.ServiceProfile) bool { return true },
	View: func(_ *pipeline.Exchange, p *state.ServiceProfile) any {
		return &profileView{p.ID, p.Description, p.Driver, p.Metainfo, p.Enabled}
	},
	Made: func(x *pipeline.Exchange, c *change[state.ServiceProfile]) *pipeline.Fault {
		switch p := c.After; {
		case c.Given("driver") && p.Driver != "" && driverOf(p.Driver) == nil:
			return noDriver(p.Driver)
		case c.Before == nil && p.Driver == "" && (p.Metainfo == nil || *p.Metainfo == ""):
			return faults.New(400, "ServiceProfileEmpty", "Service Profile needs either a driver or metainfo.")
		case c.Before != nil:
			return unboundProfile(x, c.Before)
		}
		return nil
	},
	Keep: []pipeline.StepOf[state.ServiceProfile]{{Name: "refuse the profile of a flavor", Run: unboundProfile}},
}

type profileView struct {
	ID          string  `json:"id"`
	Description *string `json:"description"`
	Driver      string  `json:"driver"`
	Metainfo    *string `json:"metainfo"`
	Enabled     bool    `json:"enabled"`
}

// unboundProfile refuses a profile that a flavor has.
func unboundProfile(x *pipeline.Exchange, p *state.ServiceProfile) *pipeline.Fault {
	for flavor := range state.ServiceFlavors.All(x.Txn) {
		if slices.Contains(flavor.Profiles, p.ID) {
			return faults.New(409, "ServiceProfileInUse", "Service Profile %s is used by some service instance.", p.ID)
		}
	}
	return nil
}

// driver is a way to provide routers: by name, what its class is called, and which routers it provides.
type driver struct {
	name, class string
	ha          bool
	distributed bool
	central     bool // also those that are not distributed
}

var drivers = []driver{
	{"dvrha", "dvrha.DvrHaDriver", true, true, false},
	{"dvr", "dvr.DvrDriver", false, true, false},
	{"ha", "ha.HaDriver", true, false, true},
	{"single_node", "single_node.SingleNodeDriver", false, false, true},
}

func driverOf(class string) *driver {
	i := slices.IndexFunc(drivers, func(d driver) bool { return "neutron.services.l3_router.service_providers."+d.class == class })
	if i < 0 {
		return nil
	}
	return &drivers[i]
}

func noDriver(class string) *pipeline.Fault {
	return faults.New(404, "ServiceProfileDriverNotFound", "Service Profile driver %s could not be found.", class)
}

var providers = derivedCollection("service_provider", "service_providers", "", func(p *providerView) string { return p.Name },
	func(*pipeline.Exchange) (all []*providerView) {
		for _, d := range drivers {
			all = append(all, &providerView{Type: "L3_ROUTER_NAT", Name: d.name})
		}
		return all
	})

type providerView struct {
	Type    string `json:"service_type"`
	Name    string `json:"name"`
	Default bool   `json:"default"`
}

// staysAsFlavored refuses to make a router with a flavor one of a kind that its driver does not provide.
func staysAsFlavored(x *pipeline.Exchange, c *change[state.Router]) *pipeline.Fault {
	if c.Before.FlavorID == nil {
		return nil
	}
	flavor, f := flavors.Get(x, *c.Before.FlavorID)
	if f != nil {
		return nil
	}
	if d, f := providerOf(x, flavor); f != nil || d.provides(c) == nil {
		return nil
	}
	return faults.Input("Changing the 'ha' and 'distributed' attributes on a router associated with a flavor is not supported")
}

// kindOfRouter checks the flavor of a new router.
func kindOfRouter(x *pipeline.Exchange, c *change[state.Router]) *pipeline.Fault {
	if !c.Given("flavor_id") {
		return nil
	}
	if c.After.FlavorID == nil { // null is no way to ask for none
		return notFoundFault("flavor", "None")
	}
	flavor, f := flavors.Get(x, *c.After.FlavorID)
	if f != nil {
		return f
	}
	d, f := providerOf(x, flavor)
	if f != nil {
		return f
	}
	return d.provides(c)
}

// providerOf is the driver of a flavor: that of its profile with the lowest id.
func providerOf(x *pipeline.Exchange, flavor *state.ServiceFlavor) (*driver, *pipeline.Fault) {
	if len(flavor.Profiles) == 0 {
		return nil, unbound("", flavor.ID)
	}
	p := state.ServiceProfiles.Get(x.Txn, slices.Min(flavor.Profiles))
	if !p.Enabled {
		return nil, faults.New(503, "ServiceProfileDisabled", "Service Profile is not enabled.")
	}
	d := driverOf(p.Driver)
	if d == nil {
		return nil, noDriver(p.Driver)
	}
	return d, nil
}

// provides refuses a router that says it is of a kind that the driver does not provide.
func (d *driver) provides(c *change[state.Router]) *pipeline.Fault {
	for _, asked := range []struct {
		key     string
		is, can bool
	}{
		{"distributed", c.After.Distributed, c.After.Distributed && d.distributed || !c.After.Distributed && d.central},
		{"ha", c.After.HA, c.After.HA == d.ha},
	} {
		if c.Given(asked.key) && !asked.can {
			return faults.Input("Provider %s does not support %s=%s", d.name, asked.key, python.Str(asked.is))
		}
	}
	return nil
}

func unbound(profile, flavor string) *pipeline.Fault {
	return faults.New(404, "FlavorServiceProfileBindingNotFound", "Service Profile %s is not associated with flavor %s.", profile, flavor)
}

// givenProfileKeys are what a request says of the profile that a flavor is to have.
type givenProfileKeys struct {
	ID        string `key:"id" attribute:"required,required uuid"`
	ProjectID string `key:"project_id" attribute:"fixed"`
	TenantID  string `key:"tenant_id" attribute:"fixed"`
}

// givenProfile is a request to give a flavor a profile.
type givenProfile struct {
	Object edit[givenProfileKeys] `body:"service_profile"`
}

// givenProfileView is a profile of a flavor in answers, which say little of it.
type givenProfileView struct {
	ID string `json:"id,omitzero"`
}

// flavorProfiles give flavors profiles, and take them away.
var flavorProfiles = pipeline.OperationSet{
	Lookups: map[string]pipeline.Lookup{"bound_profile_id": func(x *pipeline.Exchange, id string) *pipeline.Fault {
		flavor := state.ServiceFlavors.Get(x.Txn, x.Params.Get("of_flavor_id"))
		if flavor == nil || !slices.Contains(flavor.Profiles, id) {
			return unbound(id, x.Params.Get("of_flavor_id"))
		}
		x.SetSubject(flavor, policy.Target{})
		return nil
	}},
	Operations: map[string]pipeline.Operation{
		"flavor-profiles.create": bindProfile(),
		"flavor-profiles.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "service_profile", givenProfileView{}), nil
		}},
		"flavor-profiles.delete": {
			Steps: []pipeline.Step{{Name: "take the profile from the flavor", Run: func(x *pipeline.Exchange) *pipeline.Fault {
				flavor := *pipeline.Subject[state.ServiceFlavor](x)
				flavor.Profiles = slices.DeleteFunc(slices.Clone(flavor.Profiles), func(id string) bool {
					return id == x.Params.Get("bound_profile_id")
				})
				state.ServiceFlavors.Insert(x.Txn, &flavor)
				return nil
			}}},
			Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) { return pipeline.Status(204), nil },
		},
	},
}

func bindProfile() pipeline.Operation {
	known := attributes.Of(reflect.TypeFor[givenProfileKeys](), "flavor_profile")
	op := pipeline.OperationOf[givenProfile]{
		Steps: []pipeline.StepOf[givenProfile]{{Name: "give the flavor the profile", Run: func(
			x *pipeline.Exchange, w *givenProfile,
		) *pipeline.Fault {
			flavor, f := flavors.Get(x, x.Params.Get("of_flavor_id"))
			if f != nil {
				return f
			}
			id := body.As[string](w.Object.sent["id"])
			if slices.Contains(flavor.Profiles, id) {
				return faults.New(409, "FlavorServiceProfileBindingExists", "Service Profile %s is already associated with flavor %s.", id, flavor.ID)
			}
			if _, f := serviceProfiles.Get(x, id); f != nil {
				return f
			}
			changed := *flavor
			changed.Profiles = append(slices.Clone(flavor.Profiles), id)
			state.ServiceFlavors.Insert(x.Txn, &changed)
			return nil
		}}},
		Answer: func(x *pipeline.Exchange, _ *givenProfile) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(201, "service_profile", givenProfileView{x.Params.Get("of_flavor_id")}), nil
		},
	}.Operation()
	op.Formats = func(x *pipeline.Exchange) *pipeline.Fault {
		return known.Each(x, "service_profile", func(sent body.Object) *pipeline.Fault { return known.Check(x, sent, true) })
	}
	return op
}
