package plan

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

// implied are capabilities and actors that sentences need although no tag names them: a sentence with a host or a zone
// needs their names, and some requests only an administrator may send, whichever actor the sentence has.
var implied = []struct {
	words *regexp.Regexp
	needs []string
	admin bool
	// since is the microversion that set-up or observation need, whatever that of the subject exchange.
	since string
}{
	{words: firstZone, needs: []string{"places"}},
	{words: regexp.MustCompile(`\bhost2\b`), needs: []string{"two-zones"}},
	{words: regexp.MustCompile(`\bAZ2\b`), needs: []string{"two-zones", "aggregate-zones"}},
	{words: defaultZone, needs: []string{"host-without-zone"}},
	{words: regexp.MustCompile(`\bby its hypervisor's name\b`), needs: []string{"other-node-name"}},
	{words: regexp.MustCompile(`\bshelved-offloaded server\b|\bshelved and offloaded\b`), needs: []string{"offloads"}},
	{words: regexp.MustCompile(`^the (?:new )?server (?:ends on [^(]|comes up )`), admin: true},
	{words: regexp.MustCompile(`^the action ended in |^the events of the action are`), admin: true},
	{words: regexp.MustCompile(`^the event \S+ is of the server's host`), admin: true, since: "2.62"},
	{
		words: regexp.MustCompile(`^the hypervisor of its host, and no other one, has the server|^the admin sees that placement has `),
		admin: true, since: "2.53",
	},
	{
		words: regexp.MustCompile(`^(?:the hypervisors?|each hypervisor|no hypervisor|the answer has \d+ hypervisors?) .*\bin the answer\b|` +
			`^the answer has (?:no )?hypervisors_links|\blisted the hypervisors at\b|` +
			`^of each hypervisor in the answer|^the hypervisor of the server's host shows the server`),
		needs: []string{"hypervisors-on-one-page"},
	},
	{words: regexp.MustCompile(`^two servers on host\d`), admin: true},
	{
		words: regexp.MustCompile(`^host\d has room for |^others have left of host\d `),
		needs: []string{"plain-flavor"}, admin: true, since: "2.53",
	},
	{words: regexp.MustCompile(`\bthe type of hypervisor that host\d has|\ba trait that all hosts have`), admin: true, since: "2.53"},
	{words: regexp.MustCompile(`\bcompute services? of \w+ (?:is|are) (?:down|disabled)\b`), admin: true},
	{words: regexp.MustCompile(`^an aggregate of |\{(?:hypervisor|number|node):|^the hypervisors in the answer are those of`), admin: true},
	{words: regexp.MustCompile(`\buser data\b`), admin: true},
	{
		words: regexp.MustCompile(`\bservers? of the (?:\w+ )?stack\b`),
		since: "2.9",
	}, // the field locked of a server
	{
		words: regexp.MustCompile(`\bstack that holds\b.* (?:server\b|nested stack in a nested stack)`),
		since: "2.37",
	}, // a server without a network
	{
		words: regexp.MustCompile(`\{(?:hypervisor|number|node):|\bcompute services? of \w+|^the hypervisors in the answer`),
		since: "2.53",
	}, // uuids of hypervisors
}

var echoes = regexp.MustCompile(`^the answer echoes microversion (\d+\.\d+)$`)

// addImplied adds the needs and actors that the words of a case imply.
func (c *Case) addImplied(words string) {
	if m := echoes.FindStringSubmatch(words); m != nil {
		c.needVersion(m[1])
	}
	for _, at := range impliedBy(words) {
		i := implied[at]
		c.Needs = append(c.Needs, i.needs...)
		c.needVersion(i.since)
		if i.admin {
			c.Actors = append(c.Actors, "admin")
		}
	}
}

// What cases only hold where servers that name no zone may be on any host: those that end pinned to no zone, are moved, or are sent to a
// host alone, and no sentence boots their server in a zone or sends the zone beside the host.
var (
	freeOfZones = regexp.MustCompile(`\bpinned to (?:\(none\)|no zone)|pinned_availability_zone null|^the server is VERIFY_RESIZE$|` +
		`^the server is being (?:migrated|moved back|kept moved)`)
	hostAlone = regexp.MustCompile(`\bzone absent and host host\d|"host": "\{host:host\d\}"|"hypervisor_hostname": "\{node:host\d\}"|` +
		`"hypervisor_uuid": "\{hypervisor:(?:host\d|taken)\}"|\bwith host host\d|\bunshelve it to host\d|--host \{host:host\d\}`)
	zoneNamed = regexp.MustCompile(`\bbooted in (?:AZ\d|the default zone)|availability_zone|\bzone (?:AZ\d|null)\b`)
	succeeds  = regexp.MustCompile(`\banswered 20\d|^the command succeeds`)
	// A host of the default zone, perhaps its only one, is put into another zone before a server is booted in none.
	hostTaken = regexp.MustCompile(`\bchoice of hosts in AZ\d|\bis put into AZ\d`)
	bootsFree = regexp.MustCompile(`\bbooted in no zone`)
)

// addFreeBoot adds the need of a deployment without a default zone.
func (c *Case) addFreeBoot() {
	var free, alone, named, ends, volume, taken bool
	for _, step := range c.Steps {
		for _, text := range texts(step) {
			says := placesIn(text)
			taken = taken || says.hostTaken
			free = free || taken && says.bootsFree || says.freeOfZones
			volume = volume || step.Kind == features.State && strings.Contains(text, "volume")
			named = named || says.zoneNamed && step.Kind == features.State
			alone = alone || !says.zoneNamed && step.Kind != features.Observation && says.hostAlone
			ends = ends || step.Kind == features.Observation && says.succeeds
		}
	}
	if !named && (free || alone && ends) {
		c.Needs = append(c.Needs, "free-boot")
		if volume {
			c.Needs = append(c.Needs, "cross-zone-volumes") // a volume's zone may pin its server
		}
	}
}

// What closes the first host or a whole zone to servers, and what shows that a server runs all the same: it needs somewhere else.
var (
	hostClosed = regexp.MustCompile(`\bcompute service of host1 is (?:disabled|down)`)
	zoneClosed = regexp.MustCompile(`\bcompute services of (?:AZ1|the zone that it was in) are (?:disabled|down)`)
	elsewhere  = regexp.MustCompile(`^the server ends on (?:any host|another zone|the other host)\b`)
)

// addElsewhere adds the need of a second host, or of a second zone, to cases whose server runs although its host or zone is closed.
func (c *Case) addElsewhere() {
	var host, zone, runs bool
	for _, step := range c.Steps {
		for _, text := range texts(step) {
			says := placesIn(text)
			host, zone = host || says.hostClosed, zone || says.zoneClosed
			runs = runs || step.Kind == features.Observation && says.elsewhere
		}
	}
	switch {
	case runs && zone:
		c.Needs = append(c.Needs, "two-zones")
	case runs && host:
		c.Needs = append(c.Needs, "two-hosts")
	}
}

// What plays the default zone or one of its hosts, and what plays the first zone: where no aggregate makes a zone, that is the default
// zone.
var (
	defaultZone = regexp.MustCompile(`\bhost0\b|\bthe default zone\b`)
	firstZone   = regexp.MustCompile(`\b(?:AZ1|host1)\b`)
)

// addDistinctZones adds the need of two zones to cases in which the first zone and the default zone must be two.
func (c *Case) addDistinctZones() {
	var outside, first bool
	for _, step := range c.Steps {
		for _, text := range texts(step) {
			says := placesIn(text)
			outside, first = outside || says.defaultZone, first || says.firstZone
		}
	}
	if outside && first {
		c.Needs = append(c.Needs, "two-zones")
	}
}

// places is what a text says of hosts and zones: which of the expressions above it matches.
type places struct {
	freeOfZones, hostAlone, zoneNamed, succeeds, hostTaken, bootsFree bool
	hostClosed, zoneClosed, elsewhere, defaultZone, firstZone         bool
}

var placesIn = memoize(func(text string) places {
	return places{
		freeOfZones: freeOfZones.MatchString(text), hostAlone: hostAlone.MatchString(text), zoneNamed: zoneNamed.MatchString(text),
		succeeds: succeeds.MatchString(text), hostTaken: hostTaken.MatchString(text), bootsFree: bootsFree.MatchString(text),
		hostClosed: hostClosed.MatchString(text), zoneClosed: zoneClosed.MatchString(text), elsewhere: elsewhere.MatchString(text),
		defaultZone: defaultZone.MatchString(text), firstZone: firstZone.MatchString(text),
	}
})

// impliedBy lists the entries of implied that match a sentence.
var impliedBy = memoize(func(words string) []int {
	var out []int
	for at, i := range implied {
		if i.words.MatchString(words) {
			out = append(out, at)
		}
	}
	return out
})

// memoize caches the results of a function of a text: rows repeat the same sentences. Results must not be changed.
func memoize[T any](f func(string) T) func(string) T {
	var known sync.Map
	return func(text string) T {
		if found, ok := known.Load(text); ok {
			return found.(T)
		}
		out := f(text)
		known.Store(text, out)
		return out
	}
}

// needVersion raises Least to a microversion that the words need.
func (c *Case) needVersion(text string) {
	if v, err := openapi.ParseVersion(text); err == nil && c.Least.Less(v) {
		c.Least = v
	}
}

// sortNeeds sorts the implied needs. Those of the scenario's tags come before them: they are the better reason.
func (c *Case) sortNeeds() {
	slices.Sort(c.Actors)
	c.Actors = slices.Compact(c.Actors)
	var implied []string
	for _, need := range c.Needs {
		if !slices.Contains(c.Scenario.Needs, need) && !slices.Contains(implied, need) {
			implied = append(implied, need)
		}
	}
	c.Needs = implied
}
