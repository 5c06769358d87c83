package preflight

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/near"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/target"
)

// Claims are the operator's statements about the target: "yes", "no", or for a service its newest microversion.
type Claims map[string]string

// ParseClaims reads NAME, NAME=yes, NAME=no (capabilities) and SERVICE=X.Y (the newest microversion of a service).
func ParseClaims(texts []string) (Claims, error) {
	out := Claims{}
	for _, text := range texts {
		name, value, given := strings.Cut(text, "=")
		if !given {
			value = "yes"
		}
		capability := slices.Contains(target.CapabilityNames(), name)
		service := slices.ContainsFunc(openapi.Services(), func(s openapi.Service) bool { return string(s) == name })
		switch _, err := openapi.ParseVersion(value); {
		case capability && slices.Contains([]string{"yes", "true"}, value):
			out[name] = "yes"
		case capability && slices.Contains([]string{"no", "false"}, value):
			out[name] = "no"
		case service && err == nil:
			out[name] = value
		case capability || service:
			return nil, fmt.Errorf("claim %q: want yes or no of a capability, a microversion of a service", text)
		default:
			return nil, fmt.Errorf("claim %q: there is no capability or service of this name; plumbline plan -v lists them%s", text,
				near.Hint(name, claimable()))
		}
	}
	return out, nil
}

// claimable are the names of which something can be claimed.
func claimable() []string {
	names := slices.Clone(target.CapabilityNames())
	for _, s := range openapi.Services() {
		names = append(names, string(s))
	}
	return names
}

// Capability is one line of claimed × advertised × observed. Each is "yes", "no" or "" (not stated, or not seen); for a
// service claimed and advertised are microversions.
type Capability struct {
	Name       string `json:"name"`
	Claimed    string `json:"claimed"`
	Advertised string `json:"advertised"`
	Observed   string `json:"observed"`
	Evidence   string `json:"evidence"`
}

// capabilities lists the services' microversions and all capabilities, with their contradictions.
func capabilities(in Input) (out []Capability, contradictions []string) {
	for _, s := range in.Target.Services {
		claimed := in.Claims[s.Type]
		if v, err := openapi.ParseVersion(claimed); err != nil || v.IsZero() {
			continue
		}
		c := Capability{Name: s.Type, Claimed: claimed, Advertised: s.Max, Evidence: "the service states " + s.Min + " to " + s.Max}
		out = append(out, c)
		if claimed != s.Max {
			contradictions = append(contradictions, fmt.Sprintf("%s: claimed is %s, advertised %s", s.Type, claimed, dash(s.Max)))
		}
	}
	for _, name := range target.CapabilityNames() {
		found := in.Facts.Capabilities[name]
		c := Capability{Name: name, Claimed: in.Claims[name], Advertised: advertised(name, in.Target.Services), Evidence: found.Evidence}
		if v, err := openapi.ParseVersion(c.Claimed); err == nil && !v.IsZero() {
			c.Claimed = "yes" // a claimed microversion claims the service, too
		}
		switch {
		case found.Present:
			c.Observed = "yes"
		case !found.Unknown:
			c.Observed = "no"
		}
		out = append(out, c)
		contradictions = append(contradictions, c.contradictions()...)
	}
	return out, contradictions
}

// contradictions are where claim, advertised and observed differ.
func (c Capability) contradictions() (out []string) {
	say := func(who, said string) {
		if said != "" && c.Observed != "" && said != c.Observed {
			out = append(out, fmt.Sprintf("%s: %s %s, observed %s (%s)", c.Name, who, said, c.Observed, c.Evidence))
		}
	}
	say("claimed", c.Claimed)
	say("advertised", c.Advertised)
	if c.Claimed != "" && c.Advertised != "" && c.Claimed != c.Advertised && len(out) == 0 {
		out = append(out, fmt.Sprintf("%s: claimed %s, advertised %s", c.Name, c.Claimed, c.Advertised))
	}
	return out
}

// since is the microversion of a service that advertises a capability.
var since = map[string]struct {
	service openapi.Service
	at      string
}{
	target.Reimage:            {openapi.BlockStorage, "3.68"},
	target.PinShown:           {openapi.Compute, "2.96"},
	target.ProjectHypervisors: {openapi.Compute, "2.105"},
	target.HypervisorUUID:     {openapi.Compute, "2.105"},
	target.ReimageFlag:        {openapi.Compute, "2.105"},
}

// advertised is what the catalogue and the microversions advertise about a capability, "" for nothing.
func advertised(name string, services []eventlog.Service) string {
	for _, s := range openapi.Services() {
		if name == string(s) {
			return yesOrNo(slices.ContainsFunc(services, func(have eventlog.Service) bool { return have.Type == name }))
		}
	}
	needed, speaks := since[name]
	if !speaks {
		return ""
	}
	for _, s := range services {
		if most, err := openapi.ParseVersion(s.Max); s.Type == string(needed.service) && err == nil {
			return yesOrNo(most.AtLeast(openapi.MustVersion(needed.at)))
		}
	}
	return "no"
}

func yesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
