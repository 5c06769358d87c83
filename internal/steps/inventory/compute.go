package inventory

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"plumbline/internal/openapi"
)

// The microversions asked: flavors show their extra specifications from 2.61, hypervisors their capacity until 2.87.
var (
	flavorsWhole    = openapi.MustVersion("2.61")
	hypervisorsLast = openapi.MustVersion("2.87")
)

// atMost is the newest microversion of the cloud up to one.
func (r *reader) atMost(v openapi.Version) string {
	if r.t.Max.Less(v) {
		return r.t.Max.String()
	}
	return v.String()
}

// projects reads all projects if the user may list them, else those in which the user has a role.
func (r *reader) projects() error {
	take := func(p Project, _ json.RawMessage) {
		if !p.IsDomain {
			r.out.Projects = append(r.out.Projects, p)
		}
	}
	all, err := list(r, openapi.Identity, "", "/projects", "projects", "projects", take)
	if err != nil || all {
		return err
	}
	_, err = list(r, openapi.Identity, "", "/auth/projects", "projects", "projects of the user", take)
	return err
}

// hypervisor is the part of a hypervisor that is read. Its id is a number below 2.53.
type hypervisor struct {
	Node    string `json:"hypervisor_hostname"`
	VCPUs   int    `json:"vcpus"`
	RAM     int    `json:"memory_mb"`
	Disk    int    `json:"local_gb"`
	State   string `json:"state"`
	Status  string `json:"status"`
	Service struct {
		Host string `json:"host"`
	} `json:"service"`
}

func (r *reader) hosts() error {
	seen, err := list(r, openapi.Compute, r.atMost(hypervisorsLast), "/os-hypervisors/detail", "hypervisors", "compute hosts",
		func(h hypervisor, _ json.RawMessage) {
			r.out.Hosts = append(r.out.Hosts, Host{
				Name: h.Service.Host, Node: h.Node, VCPUs: h.VCPUs, RAM: h.RAM, Disk: h.Disk,
				IsDisabled: h.Status == "disabled", IsDown: h.State == "down",
			})
		})
	if err != nil || !seen {
		return err
	}
	_, err = list(r, openapi.Compute, "2.1", "/os-aggregates", "aggregates", "aggregates", func(a Aggregate, _ json.RawMessage) {
		r.out.Aggregates = append(r.out.Aggregates, a)
	})
	return err
}

func (r *reader) flavors() error {
	at := r.atMost(flavorsWhole)
	_, err := list(r, openapi.Compute, at, "/flavors/detail?is_public=None", "flavors", "flavors", func(f Flavor, _ json.RawMessage) {
		r.out.Flavors = append(r.out.Flavors, f)
	})
	if err != nil {
		return err
	}
	for i := range r.out.Flavors {
		f := &r.out.Flavors[i]
		path := "/flavors/" + url.PathEscape(f.ID)
		if r.t.Max.Less(flavorsWhole) {
			if f.ExtraSpecs, err = r.extraSpecs(openapi.Compute, at, path+"/os-extra_specs"); err != nil {
				return err
			}
		}
		if !f.IsPublic {
			if f.Access, err = r.access(openapi.Compute, at, path+"/os-flavor-access", "flavor_access"); err != nil {
				return err
			}
		}
	}
	return nil
}

// extraSpecs reads extra specifications; none where the user may not see them.
func (r *reader) extraSpecs(service openapi.Service, at, path string) (map[string]string, error) {
	body, status, err := r.get(service, at, path)
	if err != nil || status != http.StatusOK {
		return nil, err
	}
	var answer struct {
		Specs map[string]string `json:"extra_specs"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return nil, fmt.Errorf("GET %s of the %s service answers no extra specifications", path, service)
	}
	return answer.Specs, nil
}
