package sentences

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/probe"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

func traits(s world.Steps, w *world.World) {
	s.Given(`^the `+phrases.Actor+` sees that the host of the server lacks COMPUTE_REBUILD_BFV$`,
		func(who string) error { return lacksTrait(w, who) })
	s.Given(`^the `+phrases.Actor+` has taken COMPUTE_REBUILD_BFV from the host of the server$`, func(who string) error {
		_, err := takeTrait(w, who)
		return err
	})
	s.Given(`^the `+phrases.Actor+` has given COMPUTE_REBUILD_BFV back to the host of the server$`, func(who string) error {
		p, err := takeTrait(w, who)
		if err != nil {
			return err
		}
		return p.write(w, world.Setup, who, p.traits)
	})
}

// provider is a host in placement with its traits.
type provider struct {
	id     string
	traits []string
}

func placement(who, method, path string, body any) world.Request {
	return world.Request{Actor: who, Service: openapi.Placement, At: probe.TraitsAt, Method: method, Path: path, Body: body}
}

// hostOf finds the host of the server in placement.
func hostOf(w *world.World, who string) (*provider, error) {
	x, err := fixtures.ShowServer(w, world.Setup, who, w.Noun("server", ""), "")
	if err != nil {
		return nil, err
	}
	w.Noun("server", "").Facts["host"] = x.Text("/server/OS-EXT-SRV-ATTR:host")
	found, err := w.Setup(placement(who, http.MethodGet,
		"/resource_providers?name="+x.Text("/server/OS-EXT-SRV-ATTR:hypervisor_hostname"), nil), http.StatusOK)
	if err != nil {
		return nil, err
	}
	p := &provider{id: found.Text("/resource_providers/0/uuid")}
	p.traits, _, err = p.read(w, world.Setup, who)
	return p, err
}

// read answers the traits of the host and the generation that a change must name.
func (p *provider) read(w *world.World, role world.Role, who string) (traits []string, generation any, err error) {
	x, err := w.Do(role, placement(who, http.MethodGet, "/resource_providers/"+p.id+"/traits", nil))
	if err != nil {
		return nil, nil, err
	}
	if x.Status != http.StatusOK {
		return nil, nil, fmt.Errorf("the traits of host %s: placement answers %d", p.id, x.Status)
	}
	list, _ := x.Get("/traits")
	items, _ := list.([]any)
	for _, item := range items {
		traits = append(traits, fmt.Sprint(item))
	}
	generation, _ = x.Get("/resource_provider_generation")
	return traits, generation, nil
}

func (p *provider) write(w *world.World, role world.Role, who string, traits []string) error {
	_, generation, err := p.read(w, role, who)
	if err != nil {
		return err
	}
	x, err := w.Do(role, placement(who, http.MethodPut, "/resource_providers/"+p.id+"/traits", map[string]any{
		"resource_provider_generation": generation, "traits": traits,
	}))
	if err == nil && x.Status != http.StatusOK {
		err = fmt.Errorf("write the traits of host %s: placement answers %d %s", p.id, x.Status, x.Message())
	}
	return err
}

func lacksTrait(w *world.World, who string) error {
	p, err := hostOf(w, who)
	if err == nil && slices.Contains(p.traits, probe.RebuildTrait) {
		err = fmt.Errorf("host %s has the trait %s", p.id, probe.RebuildTrait)
	}
	return err
}

// takeTrait removes the trait from the server's host until the case ends; it answers the host with its former traits.
func takeTrait(w *world.World, who string) (*provider, error) {
	p, err := hostOf(w, who)
	if err != nil {
		return nil, err
	}
	i := slices.Index(p.traits, probe.RebuildTrait)
	if i < 0 {
		return nil, fmt.Errorf("host %s has no trait %s to take away", p.id, probe.RebuildTrait)
	}
	w.CleanUp("trait", p.id, probe.RebuildTrait, func(context.Context) error { return p.write(w, world.Cleanup, who, p.traits) })
	return p, p.write(w, world.Setup, who, slices.Delete(slices.Clone(p.traits), i, i+1))
}
