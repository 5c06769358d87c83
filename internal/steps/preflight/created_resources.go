package preflight

import (
	"math"
	"regexp"
	"time"

	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
)

// Creates counts the resources that a run creates at most, in all; each is removed again.
type Creates struct {
	Projects int `json:"projects"`
	Users    int `json:"users"`
	plan.Makes
	// ServersAtOnce is the operator's bound of servers that exist at once.
	ServersAtOnce int `json:"servers_at_once"`
}

func creates(in Input) Creates {
	c := Creates{ServersAtOnce: in.MaxServers}
	for _, sc := range in.Cases {
		if sc.Gate != nil {
			continue
		}
		for range max(1, in.Repeat) {
			c.Add(sc.Makes())
		}
	}
	if in.Facts.Capabilities[target.CreateIdentities].Present && c.makesUsers(in) {
		c.Projects = 2
		for _, a := range in.Target.Actors {
			if a.Ready && a.Name != "nobody" {
				c.Users++
			}
		}
	}
	return c
}

// made matches the states of actors that the run creates, or would create.
var made = regexp.MustCompile(`^(would be )?created\b`)

func (c *Creates) makesUsers(in Input) bool {
	for _, a := range in.Target.Actors {
		if made.MatchString(a.How) {
			return true
		}
	}
	return false
}

// perMockCase is the time of a case on the embedded mock, whose clock does not wait, in seconds.
const perMockCase = 0.05

// Price is what a run costs, estimated: servers that a case leaves to the next one count once.
type Price struct {
	Servers int `json:"servers"`
	Volumes int `json:"volumes"`
	// Minutes are rounded up. Boot is the time of one server that they are reckoned with, in seconds, Request that of one request, 0 where it
	// was not measured.
	Minutes int     `json:"minutes"`
	Boot    float64 `json:"server_seconds"`
	Request float64 `json:"request_seconds,omitempty"`
	// CasesAtOnce is how many cases run side by side. Jobs is how many the operator asked for where --max-servers allows fewer, else 0.
	CasesAtOnce int `json:"cases_at_once"`
	Jobs        int `json:"jobs_asked,omitempty"`
	// Measured: Boot comes from a server of this cloud, and was neither given nor taken for granted.
	Measured bool `json:"server_measured,omitempty"`
}

// price estimates what the cases that run cost.
func price(in Input) Price {
	pace := in.Facts.Pace
	in.Terms.Lanes = world.Jobs(max(1, in.Jobs), in.MaxServers)
	terms := in.Terms.At(pace)
	measured := in.Terms.Boot <= 0 && pace.Boot > 0
	if terms.Boot <= 0 {
		terms.Boot = plan.DefaultBoot
	}
	p, runs := plan.NewPrice(terms), 0
	for _, c := range in.Cases {
		if c.Gate == nil {
			for range max(1, in.Repeat) {
				p.Add(c)
				runs++
			}
		}
	}
	minutes := p.Minutes()
	if in.Target.Kind == string(target.Embedded) || in.Target.Kind == string(target.Mock) && !measured && in.Terms.Boot <= 0 {
		minutes = float64(runs) * perMockCase / 60
	}
	jobs := 0
	if in.Jobs > in.Terms.Lanes {
		jobs = in.Jobs
	}
	return Price{
		CasesAtOnce: in.Terms.Lanes, Jobs: jobs,
		Servers: p.Makes().Servers, Volumes: p.Makes().Volumes, Minutes: max(1, int(math.Ceil(minutes))),
		Boot: terms.Boot.Round(10 * time.Millisecond).Seconds(), Request: pace.Request.Seconds(), Measured: measured,
	}
}
