// Package networking holds the resource types that stand for what the network service has.
package networking

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/openapi"
)

// Kinds are the behaviours of the types.
func Kinds() map[string]*kind.Kind {
	return map[string]*kind.Kind{
		"OS::Neutron::ExtraRouteSet":         extraRouteSet(),
		"OS::Neutron::FloatingIP":            floatingIP(),
		"OS::Neutron::FloatingIPAssociation": association(),
		"OS::Neutron::Net":                   network(),
		"OS::Neutron::Port":                  port(),
		"OS::Neutron::Router":                router(),
		"OS::Neutron::RouterInterface":       routerInterface(),
		"OS::Neutron::SecurityGroup":         securityGroup(),
		"OS::Neutron::SecurityGroupRule":     securityGroupRule(),
		"OS::Neutron::Subnet":                subnet(),
		"OS::Neutron::Trunk":                 trunk(),
	}
}

const service = openapi.Network

// built tells whether a record with a status is ready.
func built(_ *kind.Task, view kind.Values) (bool, *kind.Failure) {
	switch status := body.As[string](view["status"]); status {
	case "BUILD":
		return false, nil
	case "ERROR", "DEGRADED":
		return false, kind.Failf("ResourceInError", "Went to status %s due to \"Unknown\"", status)
	}
	return true, nil
}

// either is the complaint about two properties of which exactly one is needed; nil if it is so.
func either(given kind.Values, one, other string) *kind.Complaint {
	switch a, b := given[one] != nil, given[other] != nil; {
	case a && b:
		return conflict(one, other)
	case !a && !b:
		return &kind.Complaint{
			Kind: "PropertyUnspecifiedError", Text: "At least one of the following properties must be specified: " + one + ", " + other + ".",
		}
	}
	return nil
}

func conflict(one, other string) *kind.Complaint {
	return &kind.Complaint{
		Kind: "ResourcePropertyConflict", Text: "Cannot define the following properties at the same time: " + one + ", " + other + ".",
	}
}

// checkTogether is the check that only properties which the template gives in full can decide: others may still be unknown.
func checkTogether(check func(c *kind.Checking) *kind.Complaint, keys ...string) func(c *kind.Checking) *kind.Complaint {
	return func(c *kind.Checking) *kind.Complaint {
		known := *c
		known.Properties = kind.Values{}
		for key, value := range c.Properties {
			known.Properties[key] = value
		}
		for _, key := range keys {
			if c.Loose[key] && known.Properties[key] == nil {
				known.Properties[key] = "a reference"
			}
		}
		return check(&known)
	}
}
