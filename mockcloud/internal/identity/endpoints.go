package identity

import (
	"iter"
	"slices"

	"plumbline/mockcloud/internal/collection"
	"plumbline/mockcloud/internal/pipeline"
)

// The parts of the catalogue, which administrators can list and show. They cannot be changed.
var (
	services = collection.Of[serviceView, pipeline.Nothing, pipeline.Nothing]{
		In: plain, Noun: "service", Plural: "services", Filters: []string{"type", "name"},
		Derived: offeredServices, ID: func(v *serviceView) string { return v.ID },
	}
	endpoints = collection.Of[endpointView, pipeline.Nothing, pipeline.Nothing]{
		In: plain, Noun: "endpoint", Plural: "endpoints", Filters: []string{"interface", "service_id"},
		Derived: offeredEndpoints, ID: func(v *endpointView) string { return v.ID },
	}
	regions = collection.Of[regionView, pipeline.Nothing, pipeline.Nothing]{
		In: plain, Noun: "region", Plural: "regions",
		Derived: onlyRegion, ID: func(v *regionView) string { return v.ID },
	}
)

type serviceView struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	Name    string `json:"name"`
	Enabled bool   `json:"enabled"`
	Links   links  `json:"links"`
}

func offeredServices(x *pipeline.Exchange) iter.Seq[*serviceView] {
	return func(yield func(*serviceView) bool) {
		for _, o := range offers {
			if !yield(&serviceView{ID: id(o.kind), Type: o.kind, Name: o.name, Enabled: true, Links: selfLinks(x, "/services/"+id(o.kind))}) {
				return
			}
		}
	}
}

type endpointView struct {
	ID        string `json:"id"`
	Interface string `json:"interface"`
	ServiceID string `json:"service_id"`
	URL       string `json:"url"`
	Enabled   bool   `json:"enabled"`
	Region    string `json:"region"`
	RegionID  string `json:"region_id"`
	Links     links  `json:"links"`
}

func offeredEndpoints(x *pipeline.Exchange) iter.Seq[*endpointView] {
	var all []*endpointView
	for _, o := range offers {
		url := x.Root + o.path
		if o.perProject {
			url += "/%(project_id)s"
		}
		for _, i := range interfaces {
			own := id(o.kind + "/" + i)
			all = append(all, &endpointView{
				ID: own, Interface: i, ServiceID: id(o.kind), URL: url, Enabled: true, Region: x.Env.Region, RegionID: x.Env.Region,
				Links: selfLinks(x, "/endpoints/"+own),
			})
		}
	}
	return slices.Values(all)
}

type regionView struct {
	ID          string  `json:"id"`
	Description string  `json:"description"`
	Parent      *string `json:"parent_region_id"`
	Links       links   `json:"links"`
}

func onlyRegion(x *pipeline.Exchange) iter.Seq[*regionView] {
	return slices.Values([]*regionView{{ID: x.Env.Region, Links: selfLinks(x, "/regions/"+x.Env.Region)}})
}
