package ways_test

import (
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/openapi"
)

// The factors of the matrix, by position.
const (
	in = iota
	lifecycle
	offload
	policy
	who
	transport
	jobs
	profile
	newest
	deployment
	shape
)

// factors are the ways in which somebody may certify a mock, each with the bounds of what it may be.
var factors = []factor{
	in:        {"in", []string{"embedded", "--target URL", "--os-cloud"}},
	lifecycle: {"lifecycle", []string{"immediate", "after=50ms", "after=2s", "reads=3"}},
	offload:   {"shelved-offload", []string{"0", "-1", "5"}},
	policy:    {"policy", []string{"new", "legacy"}},
	who:       {"as", []string{"administrator", "member only", "member and reader", "system administrator"}},
	transport: {"transport", []string{"plain", "TLS"}},
	jobs:      {"jobs", []string{"1", "8"}},
	profile:   {"profile", []string{string(openapi.Shipped), string(openapi.Specified)}},
	newest:    {"newest", []string{"2.1", "2.53", "2.54", "2.90", "2.91", "2.92", "2.93", ""}},
	deployment: {"deployment", []string{
		"as installed", "default zone az1", "default zone az2", "default zone nova", "counting usage in placement", "isolating tenants",
		"keeping deleted servers", "without attachments across zones", "with pages of two",
	}},
	shape: {"shape", []string{
		"three hosts in two zones and none", oneHost, noZones, oneZone, "a zone with a host that is down", "flavors with swap",
		crowded, unequal, smallHosts,
	}},
}

// Shapes of a cloud that lack a zone which other ones have.
const (
	oneHost = "one host"
	noZones = "hosts without zones"
	oneZone = "one zone besides the default zone"
)

// crowded is a cloud that others use: they have servers on each host, and images that are smaller than those that all hosts boot.
const crowded = "others everywhere"

// unequal is a cloud whose hosts have room for two servers, for many, and for some; smallHosts one whose hosts have room for a few each.
const (
	unequal    = "hosts of unequal size"
	smallHosts = "small hosts"
)

// lacking are the shapes in which no host is in a zone.
var lacking = map[string][]string{"az1": {noZones}, "az2": {oneHost, noZones, oneZone}, "nova": {oneHost}}

// sensible refuses what cannot be: there is no way to a mock in this process that could be secured, and a default zone without hosts
// takes no server.
func sensible(w way) bool {
	if w[in] == 0 && w[transport] == 1 {
		return false
	}
	if w[deployment] < 0 || w[shape] < 0 {
		return true
	}
	zone, _ := strings.CutPrefix(w.value(deployment), "default zone ")
	return !slices.Contains(lacking[zone], w.value(shape))
}

func (w way) value(f int) string { return factors[f].values[w[f]] }

// String names the way, for the name of a test.
func (w way) String() string {
	var out []string
	for f := range w {
		if v := "?"; w[f] < 0 {
			out = append(out, v)
			continue
		}
		switch v := w.value(f); {
		case f == newest && v == "":
			out = append(out, "up to the newest")
		case f == newest:
			out = append(out, "up to "+v)
		case f == offload:
			out = append(out, "offload "+v)
		case f == jobs:
			out = append(out, v+" at once")
		default:
			out = append(out, strings.TrimLeft(v, "-"))
		}
	}
	return strings.Join(out, ", ")
}

// says is what a reason of not-run has: a flag, a user or a thing to give.
var says = regexp.MustCompile(`--\w|give |name another|\bcompute hosts up\b`)

// history are the tables in which a mock remembers what was, deleted stacks and what belongs to them among it.
var history = []string{
	"instance-actions", "migrations", "revoked-tokens", "stack-events", "stack-resources", "stack-snapshots",
	"stacks", "tokens", "volume-messages",
}
