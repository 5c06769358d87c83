package compute

import (
	"maps"
	"slices"
	"time"

	"plumbline/mockcloud/pipeline"
	"plumbline/mockcloud/state"
)

func zoneOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"zones.list":   {Answer: listZones},
		"zones.detail": {Answer: detailZones},
	}
}

// hostsByZone are the hosts by the zone they are in.
func hostsByZone(x *pipeline.Exchange) map[string][]*state.Host {
	out := map[string][]*state.Host{}
	for h := range state.Hosts.All(x.Txn) {
		zone := state.ZoneOf(x.Txn, h.Name)
		out[zone] = append(out[zone], h)
	}
	return out
}

// available tells whether a zone can be asked for: a service in it is enabled, alive or not.
func available(x *pipeline.Exchange, zone string) bool {
	return zone == state.InternalZone || slices.ContainsFunc(hostsByZone(x)[zone], enabled)
}

func enabled(h *state.Host) bool { return !h.Disabled }

func listZones(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	zones := hostsByZone(x)
	out := []any{}
	for _, name := range slices.Sorted(maps.Keys(zones)) {
		out = append(out, map[string]any{
			"zoneName": name, "hosts": nil,
			"zoneState": map[string]any{"available": slices.ContainsFunc(zones[name], enabled)},
		})
	}
	return pipeline.Answer(200, "availabilityZoneInfo", out), nil
}

func detailZones(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	zones, now := hostsByZone(x), x.Now()
	out := []any{}
	for _, name := range slices.Sorted(maps.Keys(withInternal(zones))) {
		usable := name == state.InternalZone || slices.ContainsFunc(zones[name], enabled)
		out = append(out, map[string]any{
			"zoneName": name, "zoneState": map[string]any{"available": usable}, "hosts": zoneHosts(name, zones[name], usable, now),
		})
	}
	return pipeline.Answer(200, "availabilityZoneInfo", out), nil
}

func withInternal(zones map[string][]*state.Host) map[string][]*state.Host {
	all := maps.Clone(zones)
	all[state.InternalZone] = nil
	return all
}

// zoneHosts are the services by host; nil for a zone that cannot be used.
func zoneHosts(zone string, hosts []*state.Host, usable bool, now time.Time) any {
	if zone == state.InternalZone {
		up := service(true, now)
		return map[string]any{controller: map[string]any{"nova-conductor": up, "nova-scheduler": up}}
	}
	if !usable {
		return nil
	}
	out := map[string]any{}
	for _, h := range hosts {
		if enabled(h) {
			out[h.Name] = map[string]any{"nova-compute": service(h.Up(), now)}
		}
	}
	return out
}

func service(up bool, now time.Time) map[string]any {
	return map[string]any{"available": up, "active": true, "updated_at": micro(now)}
}
