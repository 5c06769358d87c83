// Package hypervisors checks after each scenario about hypervisors that a list of them is what an administrator's view of
// aggregates, services and hypervisors leads to, and that a request for servers made as many as it was accepted for, where it said
// (docs/contract/50-hypervisors-project-admin.md §0 and §1).
package hypervisors

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/world"
)

const (
	// specification is the one whose scenarios are audited.
	specification = "hypervisors-project-admin"
	// uuidsAt is the microversion from which hypervisors and services are shown by their uuids.
	uuidsAt = "2.53"
	listed  = "/os-hypervisors"
)

var (
	uuids = openapi.MustVersion(uuidsAt)
	// pages is the microversion of pages, narrowed that of the list of a project's hypervisors.
	pages    = openapi.MustVersion("2.33")
	narrowed = openapi.MustVersion("2.105")
	// alwaysTold is the microversion from which a hypervisor without servers tells so.
	alwaysTold = openapi.MustVersion("2.75")
)

// Audit compares the answer of the scenario with what an administrator sees. Without an administrator nothing is compared.
func Audit(w *world.World) error {
	x := w.Asked()
	if x == nil || w.Case().Scenario.Spec != specification || x.Asked.Service != openapi.Compute {
		return nil
	}
	if s, err := w.Env().Target.Actor("admin"); err != nil || s == nil {
		return nil //nolint:nilerr // no administrator is among the actors
	}
	switch {
	case x.Asked.Method == http.MethodPost && x.Asked.Path == "/servers":
		return serversFit(w, x)
	case x.Asked.Method != http.MethodGet || x.Status != http.StatusOK || x.Version.IsZero():
		return nil
	case x.Asked.Path == listed, x.Asked.Path == listed+"/detail", isOne(x.Asked.Path):
		return hypervisorsFit(w, x)
	}
	return nil
}

// isOne tells whether a path is that of one hypervisor.
func isOne(path string) bool {
	id, below := strings.CutPrefix(path, listed+"/")
	return below && !strings.Contains(id, "/") && id != "statistics"
}

// read decodes what an administrator is answered; ok is false where it is not 200.
func read(w *world.World, path, at string, query url.Values, into any) (ok bool, err error) {
	x, err := w.Do(world.Observe, world.Request{Actor: "admin", Method: http.MethodGet, Path: path, At: w.Newest(at), Query: query})
	if err != nil || x.Status != http.StatusOK {
		return false, err
	}
	if err := json.Unmarshal(x.Body, into); err != nil {
		return false, world.Failf("GET %s answers what is no such list: %v", path, err)
	}
	return true, nil
}
