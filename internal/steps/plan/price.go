package plan

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"plumbline/internal/features"
)

// Beginning are the Given sentences at the beginning of a case, as one text: cases with the same beginning can share what it
// makes. It is "" where the case has none, or has one after its request.
func (c Case) Beginning() string {
	var b strings.Builder
	given := true
	for _, s := range c.Steps {
		if s.Kind != features.State {
			given = false
			continue
		}
		if !given {
			return ""
		}
		writeSentence(&b, s)
	}
	return b.String()
}

// Base are the first sentences of the beginning up to the one that makes a server, in the form of Beginning, and their number: what
// they make can serve other cases once the rest is removed. It is "" and 0 where no sentence makes a server, or the case has no
// beginning.
func (c Case) Base() (text string, sentences int) {
	if c.Beginning() == "" {
		return "", 0
	}
	var b strings.Builder
	for i, s := range c.Steps {
		if s.Kind != features.State {
			break
		}
		writeSentence(&b, s)
		if creations[0].sentence.MatchString(s.Text) {
			return b.String(), i + 1
		}
	}
	return "", 0
}

func writeSentence(b *strings.Builder, s features.Step) {
	b.WriteString(s.Text)
	b.WriteByte('\n')
	for _, row := range s.Table {
		b.WriteString(strings.Join(row, "|") + "\n")
	}
	if s.DocString != nil {
		b.WriteString(s.DocString.Content + "\n")
	}
}

var refused = regexp.MustCompile(`^(?:the request is answered 4\d\d\b|the answer is what the document at )`)

// Refused tells whether the case expects that its request is refused, so that its server is as good as new afterwards.
func (c Case) Refused() bool {
	for _, s := range c.Steps {
		if s.Kind == features.Observation && refused.MatchString(s.Text) {
			return true
		}
	}
	return false
}

var past = regexp.MustCompile(`(?i)\bearlier\b`)

// ReadsThePast tells whether a sentence of the case reads what was asked of its server before: of one that served other cases, more was
// asked. Records of actions and notifications are read by the request that they are of.
func (c Case) ReadsThePast() bool {
	for _, s := range c.Steps {
		if past.MatchString(s.Text) {
			return true
		}
	}
	return false
}

// Terms say how cases run: Boot is how long a server takes to become ACTIVE and to be deleted again, Request how long a read of compute
// takes, Lanes how many cases run at once; Fresh has each case make everything itself. Zero durations are those of the clouds that the
// rates were measured on.
type Terms struct {
	Boot, Request time.Duration
	Lanes         int
	Fresh         bool
	// Crowding is how much longer a read takes for each other one that is under way: 0 on a cloud that has room, 1 where one follows the
	// other. It counts where it was seen.
	Crowding     float64
	CrowdingSeen bool
}

// Pace is how quick a cloud was while nothing else ran: how long a read of compute took, and how long a server took to become ACTIVE and
// to be deleted again. Crowded is how long a read took while Crowd of them were under way. Zero is what nobody saw.
type Pace struct{ Request, Boot, Crowded time.Duration }

// Crowd is how many reads are sent at once to see whether a cloud has room for them.
const Crowd = 8

// DefaultBoot is the time of a server on a small cloud whose hypervisors are fake, among other work.
const DefaultBoot = 4 * time.Second

// The pace of the two clouds whose runs gave the rates: DefaultBoot was usualBoot while nothing else ran.
const (
	usualRequest = 77 * time.Millisecond
	usualBoot    = 2050 * time.Millisecond
	// usualCrowd is how much longer requests take beside one another where usualRequest leads to the rates: 8 lanes on a Zed that answers
	// one read in 28 ms and each of eight in 105 ms took 16 to 19 minutes.
	usualCrowd = 1.5
)

// At are the terms on a cloud of this pace. A time of a server that was given stays; one that was measured grows by what other work adds
// to it, which is more where requests take longer.
func (t Terms) At(p Pace) Terms {
	t.Request = p.Request
	if p.Request > 0 && p.Crowded > 0 {
		t.Crowding = max(0, min(1, (float64(p.Crowded)/float64(p.Request)-1)/(Crowd-1)))
		t.CrowdingSeen = true
	}
	if t.Boot <= 0 && p.Boot > 0 {
		t.Boot = p.Boot + time.Duration(t.slowness()*float64(DefaultBoot-usualBoot))
	}
	return t
}

// slowness is how much longer requests take than on the clouds that gave the rates, beside those of the other lanes.
func (t Terms) slowness() float64 {
	if t.Request <= 0 {
		return 1
	}
	s := float64(t.Request) / float64(usualRequest)
	if t.CrowdingSeen {
		s *= (1 + t.Crowding*float64(max(1, t.Lanes)-1)) / usualCrowd
	}
	return s
}

// quickness is how much of the usual time work of the storage takes: less where servers take less, though not as much less, since there are
// more steps to wait for; never more.
func (t Terms) quickness() float64 {
	return math.Min(1, math.Sqrt(t.boot().Seconds()/DefaultBoot.Seconds()))
}

// Price estimates what cases cost together on a real cloud. The rates were measured in whole runs against two clouds.
type Price struct {
	terms Terms
	// made counts what all cases made, servers that are left to later cases once.
	made Makes
	// seconds are the time of all cases, one after the other.
	seconds float64
	groups  map[string]*group
}

// group counts the cases with one base: all, those that are accepted, and those whose server no other case can use. servers counts how
// often the base was made, and beginnings has the Given sentences of all of them.
type group struct {
	all, accepted, spent, servers int
	beginnings                    map[string]bool
}

// NewPrice is the price of no case.
func NewPrice(t Terms) *Price {
	t.Lanes, t.Boot = max(1, t.Lanes), t.boot()
	return &Price{terms: t, groups: map[string]*group{}}
}

// Rates, in seconds but for perAccepted, which counts boots: an accepted request has the server work again.
const (
	perCase, perServerCase, perVolume, perStack = 0.5, 0.6, 6.0, 4.0
	// perContent is reading what a volume holds: all of it is written into an image first.
	perContent  = 60
	perAccepted = 0.4
	// perTimed is what it counts more where answers come at once, so that all work is a matter of the same timers.
	perTimed = 0.3
	// perOwnWork is the time that the suite itself takes for a case.
	perOwnWork = 0.035
	// waiting is how much longer a run takes than its cases divided by its lanes: some cases run alone.
	waiting = 1.4
)

// Add adds a case.
func (p *Price) Add(c Case) {
	m := c.Makes()
	servers, volumes := m.Servers, m.Volumes
	p.seconds += p.terms.Asking(c)
	if m.Servers > 0 {
		servers, volumes = p.anew(c, m)
	}
	m.Servers, m.Volumes = servers, volumes
	p.seconds += p.terms.Making(m)
	p.made.Add(m)
}

// Making is how long it takes to make resources, in seconds.
func (t Terms) Making(m Makes) float64 {
	return float64(m.Servers)*t.boot().Seconds() + t.quickness()*(float64(m.Volumes)*perVolume+float64(m.Stacks)*perStack)
}

// Asking is how long the requests of a case take once its resources are there, in seconds.
func (t Terms) Asking(c Case) float64 {
	requests := perCase
	servers := c.Makes().Servers > 0
	if servers {
		requests += perServerCase
	}
	seconds := math.Max(requests*t.slowness(), perOwnWork)
	if !servers {
		return seconds
	}
	if !c.Refused() {
		seconds += (perAccepted + perTimed*math.Max(0, 1-t.slowness())) * t.boot().Seconds()
	}
	for _, s := range c.Steps {
		if s.Kind == features.Observation && content.MatchString(s.Text) {
			seconds += perContent * t.quickness()
		}
	}
	return seconds
}

func (t Terms) boot() time.Duration {
	if t.Boot <= 0 {
		return DefaultBoot
	}
	return t.Boot
}

// LongestChain is the greatest number of cases that begin alike and run one after the other in one lane.
const LongestChain = 64

// spared is the number of accepted cases of which one leaves a server that cannot be brought back, beside those whose sentences say so.
const spared = 48

// content recognises the sentences that read what a volume holds.
var content = regexp.MustCompile(`\bholds the data of\b`)

// spends recognises the sentences after which a server cannot be brought back to what it was.
var spends = regexp.MustCompile(`\bERROR\b|\bthe data of\b|\bcould not be written\b|\bcannot unpack\b`)

// anew counts the servers and volumes that a case makes beyond those that earlier cases with its base leave to it.
func (p *Price) anew(c Case, m Makes) (servers, volumes int) {
	key := c.SharedBase()
	if p.terms.Fresh || key == "" {
		return m.Servers, m.Volumes
	}
	g := p.groups[key]
	if g == nil {
		g = &group{beginnings: map[string]bool{}}
		p.groups[key] = g
	}
	g.all++
	if !c.Refused() {
		g.accepted++
		if slices.ContainsFunc(c.Steps, func(s features.Step) bool { return spends.MatchString(s.Text) }) {
			g.spent++
		}
	}
	ofBase := 1
	if two.MatchString(key) {
		ofBase = 2
	}
	chains := min((g.all+LongestChain-1)/LongestChain, p.terms.Lanes)
	more := min(g.all, max(chains, chains-1+g.spent+(g.accepted-g.spent)/spared)) - g.servers
	g.servers += more
	servers, volumes = more*ofBase, more*c.volumesOfBase()
	if begins := c.Beginning(); !g.beginnings[begins] { // otherwise all that these sentences make is left by the case before
		g.beginnings[begins] = true
		servers, volumes = servers+m.Servers-ofBase, volumes+m.Volumes-c.volumesOfBase()
	}
	return servers, volumes
}

// SharedBase is the key of the cases whose servers a case can use: its base. Exclusive cases have keys of their own, since they use the
// servers of one another only, and none where no sentence follows the server in a disruptive scenario: then the request itself disturbs,
// nobody knows what. What disturbs because of a capability, such as a trial of what a server is pinned to, is undone by its sentence.
func (c Case) SharedBase() string {
	base, _ := c.Base()
	switch {
	case !c.Exclusive || base == "":
		return base
	case base == c.Beginning() && c.Scenario.Disruptive:
		return ""
	}
	return "alone\n" + base
}

// Makes are the resources that all cases make together.
func (p *Price) Makes() Makes { return p.made }

// Minutes is how long the cases take in their lanes.
func (p *Price) Minutes() float64 {
	lanes := float64(p.terms.Lanes)
	return p.seconds / lanes * math.Min(waiting, lanes) / 60
}

// with is the price with one more case.
func (p *Price) with(c Case) *Price {
	more := *p
	more.groups = map[string]*group{}
	if key := c.SharedBase(); p.groups[key] != nil {
		same := *p.groups[key]
		more.groups[key] = &same
	}
	more.Add(c)
	return &more
}
