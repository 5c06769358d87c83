package sentences

import (
	"fmt"
	"math"
	"net/http"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/sentences/internal/phrases"
	"plumbline/internal/steps/world"
)

// resource is a limited resource of a host, with its names in flavors, placement and configuration.
type resource struct {
	field, class, setting string
	// unit is the size of one unit in the configuration (MiB).
	unit int
}

var resources = map[string]resource{
	"MiB of memory": {"ram", "MEMORY_MB", "reserved_host_memory_mb", 1},
	"GiB of disk":   {"disk", "DISK_GB", "reserved_host_disk_mb", 1024},
	"processor":     {"vcpus", "VCPU", "", 1},
}

func rooms(s world.Steps, w *world.World) {
	s.Given(`^(host\d) has room for a (MiB of memory|GiB of disk) less than the server needs$`, func(host, what string) error {
		return leaveRoom(w, host, resources[what], -1)
	})
	s.Given(`^(host\d) has room for every (MiB of memory|GiB of disk) that the server needs, and no more$`, func(host, what string) error {
		return leaveRoom(w, host, resources[what], 0)
	})
	s.Given(`^others have left of (host\d) a (processor|MiB of memory|GiB of disk) less than the server needs$`, func(host, what string) error {
		return takeAllBut(w, host, resources[what], -1)
	})
	s.Given(`^others have left of (host\d) every (processor|MiB of memory|GiB of disk) that the server needs, and no more$`,
		func(host, what string) error { return takeAllBut(w, host, resources[what], 0) })
	s.Given(`^hosts are kept for (the projects of their aggregates|nobody)$`, func(whom string) error {
		return fixtures.ChangeSettings(w, map[string]any{"aggregate_multitenancy_isolation": whom != "nobody"})
	})
}

// leaveRoom sets the amount that hosts reserve for themselves, so that one of them has left what a server of the run's
// flavor needs, plus more (which may be negative).
func leaveRoom(w *world.World, host string, what resource, more int) error {
	provider := "/resource_providers/" + fixtures.HypervisorNamed(w, host).UUID
	total, err := readAmount(w, provider+"/inventories", "/inventories/"+what.class+"/total")
	if err != nil {
		return err
	}
	used, err := readAmount(w, provider+"/usages", "/usages/"+what.class)
	if err != nil {
		return err
	}
	needs, err := what.takenByServer(w)
	if err != nil {
		return err
	}
	return fixtures.ChangeSettings(w, map[string]any{what.setting: (int(total-used-needs) - more) * what.unit})
}

// takenByServer is what a server of the run's flavor takes of the resource. Its disk is the root disk, the ephemeral ones, and the swap,
// which is counted in whole GiB (nova, as allocations of both clouds show).
func (r resource) takenByServer(w *world.World) (float64, error) {
	taken, err := phrases.FlavorHas(w, r.field)
	if err != nil || r.field != "disk" {
		return taken, err
	}
	ephemeral, err := phrases.FlavorHas(w, "OS-FLV-EXT-DATA:ephemeral")
	if err != nil {
		return 0, err
	}
	swap, err := phrases.FlavorSwap(w)
	return taken + ephemeral + math.Ceil(swap/1024), err
}

func readAmount(w *world.World, path, at string) (float64, error) {
	x, err := w.Setup(placement("admin", http.MethodGet, path, nil), http.StatusOK)
	if err != nil {
		return 0, err
	}
	value, _ := x.Get(at)
	n, ok := value.(float64)
	if !ok {
		err = fmt.Errorf("placement says at %s %v", at, value)
	}
	return n, err
}
