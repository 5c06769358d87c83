package target

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"strings"

	"plumbline/openapi"
)

// probePrograms looks at the client programs that are installed here, if a scenario wants them.
func (t *Target) probePrograms(ctx context.Context) error {
	if t.Kind == Embedded {
		const why = "a client program cannot reach a mock that is embedded in this process"
		t.found(ClientUnshelvesToHost, false, why)
		t.found(NovaClient, false, why)
		return nil
	}
	switch openstack := t.capabilities[OpenStackClient]; {
	case !openstack.Present:
		t.found(ClientUnshelvesToHost, false, openstack.Evidence)
	case !t.wants(ClientUnshelvesToHost):
		t.unknown(ClientUnshelvesToHost, "found out when a scenario wants to know")
	default:
		help := exec.CommandContext(ctx, openstack.Evidence, "server", "unshelve", "--help")
		help.Env = t.Main.Environ()
		out, err := help.CombinedOutput()
		has := err == nil && strings.Contains(string(out), "--host ") && strings.Contains(string(out), "--no-availability-zone")
		t.found(ClientUnshelvesToHost, has, fmt.Sprintf("%s server unshelve: --host and --no-availability-zone among its options: %t", openstack.Evidence, has))
	}
	if !t.wants(NovaClient) {
		t.unknown(NovaClient, "found out when a scenario wants to know")
		return nil
	}
	for _, python := range pythons {
		if at, err := exec.LookPath(python); err == nil && exec.CommandContext(ctx, at, "-c", "import novaclient, keystoneauth1").Run() == nil {
			t.found(NovaClient, true, at)
			return nil
		}
	}
	t.found(NovaClient, false, "Python's novaclient is not installed here")
	return nil
}

// pythons are where the library may be: with the interpreter that is found first, or with the system's own.
var pythons = []string{"python3", "/usr/bin/python3"}

// probeExtendedResources asks the network service whether ports can ask for resources in groups.
func (t *Target) probeExtendedResources(ctx context.Context) error {
	s := t.anyone("member", "admin")
	if !s.Offers(openapi.Network) {
		t.found(ExtendedResources, false, "the catalogue offers no network")
		return nil
	}
	reply, err := s.Call(ctx, Call{Role: "probe", Service: openapi.Network, Method: http.MethodGet, Path: "/extensions"})
	if err != nil {
		return err
	}
	for _, e := range objects(reply.JSON["extensions"]) {
		if text(e, "alias") == "port-resource-request-groups" {
			t.unknown(ExtendedResources, "the network service has port-resource-request-groups, but no compute service is known here that is too old for it")
			return nil
		}
	}
	t.found(ExtendedResources, false, fmt.Sprintf("GET /extensions of the network service answers %d, without port-resource-request-groups", reply.Status))
	return nil
}
