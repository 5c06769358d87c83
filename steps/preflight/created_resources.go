package preflight

import (
	"math"
	"regexp"

	"plumbline/features"
	"plumbline/steps/internal/target"
	"plumbline/steps/internal/world"
	"plumbline/steps/plan"
)

// Creates counts the resources that a run creates at most, in all; each is removed again.
type Creates struct {
	Projects  int `json:"projects"`
	Users     int `json:"users"`
	Servers   int `json:"servers"`
	Volumes   int `json:"volumes"`
	Snapshots int `json:"snapshots"`
	Images    int `json:"images"`
	Networks  int `json:"networks"`
	// Ports counts the addresses that servers take.
	Ports    int `json:"ports_and_addresses"`
	Stacks   int `json:"stacks"`
	KeyPairs int `json:"key_pairs"`
	// AdminCalls counts the sentences in which an administrator sends a request.
	AdminCalls int `json:"admin_calls"`
	// ServersAtOnce is the operator's bound of servers that exist at once.
	ServersAtOnce int `json:"servers_at_once"`
}

// creations recognise the sentences that create resources or send requests as an administrator.
var creations = []struct {
	sentence *regexp.Regexp
	kind     features.Kind
	count    func(*Creates) *int
}{
	{
		regexp.MustCompile(`(?i)^(?:an?|the [\w-]+ has an?) (?:[\w-]+ )*server\b|\bstack with a server\b`), features.State,
		func(c *Creates) *int { return &c.Servers },
	},
	{regexp.MustCompile(`\bvolume-backed\b|\ba (?:[\w-]+ )?volume\b`), features.State, func(c *Creates) *int { return &c.Volumes }},
	{regexp.MustCompile(`\bsnapshot\b`), features.State, func(c *Creates) *int { return &c.Snapshots }},
	{regexp.MustCompile(`(?i)^an? (?:[\w-]+ )*image\b`), features.State, func(c *Creates) *int { return &c.Images }},
	{regexp.MustCompile(`\bnetwork of its own\b`), features.State, func(c *Creates) *int { return &c.Networks }},
	{regexp.MustCompile(`\bon a network\b|\bwith a port\b|\bnetwork of its own\b`), features.State, func(c *Creates) *int { return &c.Ports }},
	{regexp.MustCompile(`(?i)^an? (?:[\w-]+ )*stack\b`), features.State, func(c *Creates) *int { return &c.Stacks }},
	{regexp.MustCompile(`\bkey pairs?\b`), features.State, func(c *Creates) *int { return &c.KeyPairs }},
}

var admin = regexp.MustCompile(`\bthe (?:system-)?admin\b`)

func creates(in Input) Creates {
	c := Creates{ServersAtOnce: in.MaxServers}
	for _, sc := range in.Cases {
		if sc.Gate != nil {
			continue
		}
		for range max(1, in.Repeat) {
			c.addCase(sc)
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

// addCase adds the resources of one case.
func (c *Creates) addCase(sc plan.Case) {
	for _, step := range sc.Steps {
		for _, make := range creations {
			if step.Kind == make.kind && make.sentence.MatchString(step.Text) {
				*make.count(c)++
			}
		}
		if admin.MatchString(step.Text) {
			c.AdminCalls++
		}
	}
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

// Rough times on a small real cloud, in seconds; a mock needs almost none.
const (
	perCase, perServer, perVolume, perStack = 2, 15, 12, 15
	perMockCase                             = 0.05
)

// minutes estimates how long the run takes, at least one minute.
func minutes(in Input) int {
	runs := 0
	for _, c := range in.Cases {
		if c.Gate == nil {
			runs += max(1, in.Repeat)
		}
	}
	made := creates(in)
	seconds := float64(runs) * perMockCase
	if in.Target.Kind == string(target.Real) {
		seconds = float64(runs*perCase + made.Servers*perServer + made.Volumes*perVolume + made.Stacks*perStack)
		seconds /= float64(world.Jobs(max(1, in.Jobs), in.MaxServers))
	}
	return int(math.Ceil(max(1, seconds) / 60))
}
