package session

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/tokens"

	"plumbline/internal/openapi"
)

// serviceTypes lists the catalogue's type names of each service, the official one first (service-types authority).
var serviceTypes = map[openapi.Service][]string{
	openapi.Compute:       {"compute"},
	openapi.Identity:      {"identity"},
	openapi.Image:         {"image"},
	openapi.BlockStorage:  {"block-storage", "volumev3", "block-store", "volume"},
	openapi.Placement:     {"placement"},
	openapi.Network:       {"network"},
	openapi.Orchestration: {"orchestration"},
}

// Endpoint is the address of a service for one session.
type Endpoint struct {
	// Catalogue is the URL as the catalogue gives it.
	Catalogue string
	// Versioned is the root that documents' paths are relative to, Root the unversioned one; neither ends in a slash.
	Versioned, Root string
	// VersionPath is Versioned without what follows the version segment (a project id).
	VersionPath string
}

var versionSegment = regexp.MustCompile(`^v\d+(\.\d+)?$`)

// findEndpoint finds the URL of a service in a catalogue for a region and an interface; "" when there is none.
func findEndpoint(catalogue []tokens.CatalogEntry, service openapi.Service, region, iface string) string {
	for _, name := range serviceTypes[service] {
		for _, entry := range catalogue {
			if entry.Type != name {
				continue
			}
			for _, e := range entry.Endpoints {
				if e.Interface == iface && (region == "" || e.Region == region || e.RegionID == region) {
					return e.URL
				}
			}
		}
	}
	return ""
}

// regions lists the regions that the catalogue has for a service, for messages.
func regions(catalogue []tokens.CatalogEntry, service openapi.Service) []string {
	var out []string
	for _, entry := range catalogue {
		if !slices.Contains(serviceTypes[service], entry.Type) {
			continue
		}
		for _, e := range entry.Endpoints {
			if !slices.Contains(out, e.Region) {
				out = append(out, e.Region)
			}
		}
	}
	slices.Sort(out)
	return out
}

// split reads a catalogue URL: the part before the version segment is the root. versioned is false when there is no such
// segment, so that discovery has to find it.
func split(catalogueURL string) (e Endpoint, versioned bool, err error) {
	u, err := url.Parse(catalogueURL)
	if err != nil || u.Host == "" {
		return Endpoint{}, false, fmt.Errorf("the catalogue gives %q, which is no URL", catalogueURL)
	}
	trimmed := strings.TrimRight(catalogueURL, "/")
	e = Endpoint{Catalogue: catalogueURL, Versioned: trimmed, Root: trimmed, VersionPath: trimmed}
	segments := strings.Split(strings.TrimRight(u.Path, "/"), "/")
	for i, s := range segments {
		if versionSegment.MatchString(s) {
			base := u.Scheme + "://" + u.Host
			e.Root = base + strings.Join(segments[:i], "/")
			e.VersionPath = base + strings.Join(segments[:i+1], "/")
			return e, true, nil
		}
	}
	return e, false, nil
}
