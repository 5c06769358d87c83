package audit

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"

	"plumbline/internal/openapi"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

const (
	// consumersAt is the placement microversion from which consumers have a generation.
	consumersAt = "1.28"
	hostField   = "OS-EXT-SRV-ATTR:host"
)

// resting are the statuses of servers at rest, of which other services know where they are.
var resting = []string{"ACTIVE", "SHUTOFF", "PAUSED", "SUSPENDED", "SHELVED", "SHELVED_OFFLOADED"}

// fitsElsewhere checks that the services beside compute know of a server at rest what compute shows of it, whatever the action was that
// has brought it there: what it takes of which host (docs/contract/20-unshelve-host.md §3), and where its ports are bound
// (docs/contract/90-other-services.md §5). Where no administrator sees the host nothing is checked.
func fitsElsewhere(w *world.World, server *world.Noun, action string, listed map[string]any) error {
	if _, seen := listed[hostField]; !seen || !slices.Contains(resting, fmt.Sprint(listed["status"])) {
		return nil
	}
	if err := takesWhatItHas(w, server, action, listed); err != nil {
		return err
	}
	return portsFit(w, server, listed)
}

// allocations are what a consumer takes of each provider of resources, by class.
type allocations map[string]struct{ Resources map[string]float64 }

// takesWhatItHas checks that a server on a host takes of one provider what its flavor has, of the one of its host if it was moved, and
// that one on no host takes nothing. Placement is told a moment later.
func takesWhatItHas(w *world.World, server *world.Noun, action string, listed map[string]any) error {
	if !w.Env().Target.Capabilities()[target.Placement].Present || !w.Env().Target.Capabilities()[target.PlainFlavor].Present {
		return nil
	}
	want, known := flavorTakes(listed)
	if !known {
		return nil
	}
	return w.AtOnce("observation", fmt.Sprintf("the server takes %v of its host", want), func() (bool, string, error) {
		var got struct{ Allocations allocations }
		if read, err := readPlacement(w, "/allocations/"+server.ID, &got); err != nil || !read {
			return !read, "", err
		}
		sums, providers := map[string]float64{}, []string{}
		for provider, of := range got.Allocations {
			for class, n := range of.Resources {
				sums[class] += n
				if class == "MEMORY_MB" {
					providers = append(providers, provider)
				}
			}
		}
		if sums["PCPU"] > 0 || len(got.Allocations) == 0 && mayTakeNothing(w, server, action) {
			return true, "", nil // its image asks for processors of its own, or an earlier rebuild has failed
		}
		if !sameSums(sums, want) || len(providers) != min(1, len(want)) {
			return false, fmt.Sprint(got.Allocations), nil
		}
		if action != "unshelve" || len(providers) == 0 {
			return true, "", nil
		}
		var provider struct{ Name any }
		read, err := readPlacement(w, "/resource_providers/"+providers[0], &provider)
		at := listed[nodeField]
		return !read || provider.Name == at, fmt.Sprintf("it takes that of %v, and is on %v", provider.Name, at), err
	})
}

// mayTakeNothing tells whether an earlier rebuild of the server may have failed, in this scenario or in one that has lent it: Zed then
// drops what it takes of its host, and only the scheduling of an unshelve claims it again.
func mayTakeNothing(w *world.World, server *world.Noun, action string) bool {
	before, _ := server.Facts["before"].(*world.Exchange)
	was := ""
	if before != nil {
		was = before.Text("/server/status")
	}
	return (w.Acted() || was == "ERROR") && (action != "unshelve" || was != "SHELVED_OFFLOADED")
}

func sameSums(got, want map[string]float64) bool {
	for class, n := range want {
		if got[class] != n {
			return false
		}
	}
	return len(want) > 0 || len(got) == 0
}

// flavorTakes is what a server takes of its host by its flavor, nothing where it is on none. A root disk on a volume takes nothing of
// the host, and swap counts in whole GiB; the disks of a server that shows an image and has volumes, too, are not told. known is false
// where the flavor is not shown, or asks for special resources.
func flavorTakes(listed map[string]any) (takes map[string]float64, known bool) {
	if listed[hostField] == nil {
		return nil, true
	}
	flavor, _ := listed["flavor"].(map[string]any)
	if specs, _ := flavor["extra_specs"].(map[string]any); len(specs) > 0 {
		return nil, false
	}
	number := func(field string) float64 { n, _ := flavor[field].(float64); return n }
	takes = map[string]float64{"VCPU": number("vcpus"), "MEMORY_MB": number("ram")}
	disk, volumes := number("ephemeral")+math.Ceil(number("swap")/1024), phrases.ObjectsIn(listed["os-extended-volumes:volumes_attached"])
	switch {
	case listed["image"] == "":
		takes["DISK_GB"] = disk
	case len(volumes) == 0:
		takes["DISK_GB"] = disk + number("disk")
	}
	return takes, number("vcpus") > 0
}

// readPlacement decodes what placement answers an administrator; read is false where it is not 200.
func readPlacement(w *world.World, path string, into any) (read bool, err error) {
	x, err := w.Do(world.Observe, world.Request{
		Actor: "admin", Service: openapi.Placement, At: consumersAt, Method: http.MethodGet, Path: path,
	})
	if err != nil || x.Status != http.StatusOK {
		return false, err
	}
	if json.Unmarshal(x.Body, into) != nil {
		return false, world.Failf("GET %s answers what is no such object", path)
	}
	return true, nil
}

// portsFit checks of a server on a host that the network service has exactly its addresses on ports, which are bound to its host.
func portsFit(w *world.World, server *world.Noun, listed map[string]any) error {
	want := addressesOf(listed)
	if len(want) == 0 || listed[hostField] == nil || !w.Env().Target.Capabilities()[target.Network].Present {
		return nil
	}
	x, err := w.Do(world.Observe, world.Request{
		Actor: "admin", Service: openapi.Network, Method: http.MethodGet, Path: "/ports", Query: url.Values{"device_id": {server.ID}},
	})
	if err != nil || x.Status != http.StatusOK {
		return err
	}
	ports, _ := x.Get("/ports")
	var got []string
	for _, port := range phrases.ObjectsIn(ports) {
		if host := port["binding:host_id"]; host != listed[hostField] {
			return world.Differ("the host that a port of the server is bound to", listed[hostField], host)
		}
		if owner := "compute:" + fmt.Sprint(listed["OS-EXT-AZ:availability_zone"]); port["device_owner"] != owner {
			return world.Differ("what a port of the server belongs to", owner, port["device_owner"])
		}
		for _, ip := range phrases.ObjectsIn(port["fixed_ips"]) {
			got = append(got, fmt.Sprint(ip["ip_address"], " of ", port["mac_address"]))
		}
	}
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return world.Differ("the addresses of the ports of the server", want, got)
	}
	return nil
}

// addressesOf are the addresses that a server shows of its own ports, each with that of its card.
func addressesOf(listed map[string]any) (out []string) {
	networks, _ := listed["addresses"].(map[string]any)
	for _, list := range networks {
		for _, a := range phrases.ObjectsIn(list) {
			if a["OS-EXT-IPS:type"] == "fixed" {
				out = append(out, fmt.Sprint(a["addr"], " of ", a["OS-EXT-IPS-MAC:mac_addr"]))
			}
		}
	}
	slices.Sort(out)
	return out
}
