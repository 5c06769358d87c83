package audit

import (
	"net/http"
	"net/url"
	"strings"

	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/wire"
	"plumbline/internal/steps/world"
)

const (
	// microversions is the specification whose rows are about these headers: a proxy that drops one is its failure alone.
	microversions  = "microversions"
	standardHeader = "Openstack-Api-Version"
	legacyHeader   = "X-Openstack-Nova-Api-Version"
)

// headersFit checks the headers that compute sends with every answer (docs/contract/60-microversions.md §2): a request id under both
// names, and either no microversion at all or the same one in both headers, by both of which the answer then varies. Answers of
// what stands in front of a service (502 and up) have other headers.
func headersFit(x *world.Exchange) error {
	if x.Status >= http.StatusBadGateway {
		return nil
	}
	id := x.Header.Get(requestHeader)
	if other := x.Header.Get("X-Compute-Request-Id"); !phrases.RequestIDForm.MatchString(id) || other != id {
		return world.Differ("the request id under its two names", "the same req-UUID", []string{id, other})
	}
	standard, legacy := x.Header.Get(standardHeader), x.Header.Get(legacyHeader)
	if standard == "" && legacy == "" {
		return nil
	}
	version, isCompute := strings.CutPrefix(standard, "compute ")
	if !isCompute || version != legacy || strings.Trim(version, "0123456789.") != "" {
		return world.Differ("the microversion in the two headers of the answer", "the same number", []string{standard, legacy})
	}
	by := strings.ToLower(strings.Join(x.Header.Values("Vary"), ","))
	for _, header := range []string{standardHeader, legacyHeader} {
		if !strings.Contains(by, strings.ToLower(header)) {
			return world.Differ("what an answer with a microversion varies by", header, by)
		}
	}
	return nil
}

// rebuiltHere checks that an accepted rebuild says where the server is (docs/contract/10-rebuild-keypair.md §0).
func rebuiltHere(x *world.Exchange, server *world.Noun) error {
	if wire.ActionOf(x.Sent()) != "rebuild" || x.Status != http.StatusAccepted {
		return nil
	}
	location := x.Header.Get("Location")
	if at, err := url.Parse(location); err != nil || at.Host == "" || !strings.HasSuffix(at.Path, "/servers/"+server.ID) {
		return world.Differ("the Location header", "http://.../servers/"+server.ID, location)
	}
	return nil
}
