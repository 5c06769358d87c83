package hosts

import (
	"maps"
	"slices"
	"time"

	"plumbline/internal/mockcloud/compute/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// ZoneOperations holds the operations on availability zones.
func ZoneOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: zoneOperations()}
}

func zoneOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"zones.list":   {Answer: listZones},
		"zones.detail": {Answer: detailZones},
	}
}

// hostsByZone groups the hosts by their zones.
func hostsByZone(x *pipeline.Exchange) map[string][]*state.Host {
	out := map[string][]*state.Host{}
	for h := range state.Hosts.All(x.Txn) {
		zone := state.ZoneOf(x.Txn, h.Name)
		out[zone] = append(out[zone], h)
	}
	return out
}

// IsZoneAvailable tells whether a zone can be requested: a host in it is enabled, up or not, or it is the control services' zone.
func IsZoneAvailable(x *pipeline.Exchange, zone string) bool {
	return zone == state.InternalZone || slices.ContainsFunc(hostsByZone(x)[zone], enabled)
}

func enabled(h *state.Host) bool { return !h.Disabled }

// zoneView is an availability zone; its hosts are null in the list without details.
type zoneView struct {
	Name  string                             `json:"zoneName"`
	State zoneState                          `json:"zoneState"`
	Hosts *map[string]map[string]zoneService `json:"hosts"`
}

// zoneState tells whether a zone can be used.
type zoneState struct {
	Available bool `json:"available"`
}

// zoneService is a service in a zone.
type zoneService struct {
	Available bool   `json:"available"`
	Active    bool   `json:"active"`
	Updated   string `json:"updated_at"`
}

func listZones(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	zones := hostsByZone(x)
	var out []*zoneView
	for _, name := range slices.Sorted(maps.Keys(zones)) {
		out = append(out, &zoneView{Name: name, State: zoneState{slices.ContainsFunc(zones[name], enabled)}})
	}
	return pipeline.Answer(200, "availabilityZoneInfo", out), nil
}

func detailZones(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	zones, now := hostsByZone(x), x.Now()
	var out []*zoneView
	for _, name := range slices.Sorted(maps.Keys(withInternal(zones))) {
		usable := name == state.InternalZone || slices.ContainsFunc(zones[name], enabled)
		out = append(out, &zoneView{Name: name, State: zoneState{usable}, Hosts: zoneHosts(name, zones[name], usable, now)})
	}
	return pipeline.Answer(200, "availabilityZoneInfo", out), nil
}

func withInternal(zones map[string][]*state.Host) map[string][]*state.Host {
	all := maps.Clone(zones)
	all[state.InternalZone] = nil
	return all
}

// zoneHosts answers the services of a zone by host; nil for a zone that cannot be used.
func zoneHosts(zone string, hosts []*state.Host, usable bool, now time.Time) *map[string]map[string]zoneService {
	out := map[string]map[string]zoneService{}
	if zone == state.InternalZone {
		up := serviceAt(true, now)
		out[record.Controller] = map[string]zoneService{conductorBinary: up, schedulerBinary: up}
		return &out
	}
	if !usable {
		return nil
	}
	for _, h := range hosts {
		if enabled(h) {
			out[h.Name] = map[string]zoneService{computeBinary: serviceAt(h.Up(), now)}
		}
	}
	return &out
}

func serviceAt(up bool, now time.Time) zoneService {
	return zoneService{Available: up, Active: true, Updated: record.FormatMicroseconds(now)}
}
