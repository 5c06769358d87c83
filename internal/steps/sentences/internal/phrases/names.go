package phrases

import (
	"strconv"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

// hypervisorName is the value of a placeholder for the hypervisor of a host: its uuid, number or name. "taken" is the one
// that was remembered from a list.
func hypervisorName(w *world.World, kind, name string) string {
	h := fixtures.Hypervisor{}
	if name == "taken" {
		h.UUID = w.Noun("hypervisor", name).ID
	} else {
		h = fixtures.HypervisorNamed(w, name)
	}
	if kind == "number" && name == "taken" {
		h = fixtures.HypervisorOf(w, h.UUID)
	}
	switch kind {
	case "number":
		return strconv.FormatFloat(h.Number, 'f', -1, 64)
	case "node":
		return h.Node
	case "node-tail":
		return Tail(h.Node)
	}
	return h.UUID
}

// Tail is a name without its first letter, if it has more than one.
func Tail(name string) string { return name[min(1, max(0, len(name)-1)):] }

func ObjectsIn(list any) (out []map[string]any) {
	all, _ := list.([]any)
	for _, item := range all {
		o, _ := item.(map[string]any)
		out = append(out, o)
	}
	return out
}

// ZoneName is the real name of a zone in a sentence.
func ZoneName(w *world.World, zone string) string {
	switch zone {
	case `""`:
		return ""
	case "unknown":
		return w.Name("no-such-zone")
	}
	if n, _, found := strings.Cut(zone, "-character"); found {
		if length, err := strconv.Atoi(n); err == nil {
			return strings.Repeat("z", length)
		}
	}
	return fixtures.Zone(w, zone)
}

// HostName is the real name of a host in a sentence.
func HostName(w *world.World, host string) string {
	switch host {
	case `""`:
		return ""
	case "unknown":
		return w.Name("no-such-host")
	case "by its hypervisor's name":
		return fixtures.OtherNode(w).Node
	case "the host that it was on":
		host, _ := w.Noun("server", "").Facts["host"].(string)
		return host
	case "the other host", "other":
		return fixtures.OtherHost(w).Host
	}
	return fixtures.Host(w, host).Host
}
