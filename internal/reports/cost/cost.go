// Package cost counts what a run cost the cloud that it certified: servers, volumes, requests and minutes, by specification and by the
// role of the requests. It reads the run's log and nothing else.
package cost

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
)

// Work is what some cases of a run cost.
type Work struct {
	// Name is a specification, or "outside of cases" for probes, users and the leak check.
	Name string
	// Cases counts the cases that ran, each once; a case that ran again costs again.
	Cases int
	// Servers, Volumes, Images and Stacks count what was created; Refused the servers that the cloud was asked for and refused.
	Servers, Volumes, Images, Stacks, Refused int
	// Requests counts all requests, ByAdmin those of an administrator among them; Waited is how long answers took together.
	Requests, ByAdmin int
	Waited            time.Duration
	// Took is the time from the begin of each case to its last event, clean-up included, added up.
	Took time.Duration
}

// Bill is what a run cost.
type Bill struct {
	// Name is the target's, Profile that of the run.
	Name, Profile string
	// Wall is how long the run took. Time between an interruption and the run that went on is not in it.
	Wall time.Duration
	// Specifications are sorted by name; Roles are in the order in which a case has them.
	Specifications []Work
	Roles          []Work
	Total          Work
	// Spent says why servers that a case removed served no other one, the most frequent reason first.
	Spent []Reason
}

// Reason is why some servers served no other case.
type Reason struct {
	Why     string
	Servers int
}

// Busy is how many cases ran at the same time on average.
func (b *Bill) Busy() float64 {
	if b.Wall <= 0 {
		return 0
	}
	return float64(b.Total.Took) / float64(b.Wall)
}

// outside is the name of what belongs to no case.
const outside = "outside of cases"

// roles are the roles of requests, in the order in which a case has them.
var roles = []string{"probe", "setup", "subject", "observe", "cleanup"}

// Of reads the log of a run.
func Of(events []eventlog.Event) *Bill {
	b := &Bill{Total: Work{Name: "total"}}
	c := counting{
		specs: map[string]*Work{}, roles: map[string]*Work{}, ran: map[string]bool{}, open: map[string]span{}, spent: map[string]int{},
	}
	var began, last time.Time
	for _, e := range events {
		switch {
		case e.RunStarted != nil:
			b.Profile, began = e.RunStarted.Profile, e.Time
		case e.RunResumed != nil:
			b.Wall += last.Sub(began)
			began = e.Time
			c.closeAll()
		case e.TargetDescribed != nil:
			b.Name = e.TargetDescribed.Name
		case e.CaseStarted != nil:
			c.begin(e.CaseStarted.Case, e.Time)
		case e.CaseDone != nil:
			c.goesOn(e.CaseDone.Case, e.Time)
		case e.CleanedUp != nil:
			c.goesOn(e.CleanedUp.Case, e.Time)
			c.spend(e.CleanedUp.Spent)
		case e.Exchanged != nil:
			c.goesOn(e.Exchanged.Case, e.Time)
			for _, w := range []*Work{c.spec(e.Exchanged.Case), c.role(e.Exchanged.Role), &b.Total} {
				w.add(e.Exchanged)
			}
		}
		last = e.Time
	}
	b.Wall += last.Sub(began)
	c.closeAll()
	for _, w := range c.specs {
		b.Specifications = append(b.Specifications, *w)
		b.Total.Cases += w.Cases
		b.Total.Took += w.Took
	}
	slices.SortFunc(b.Specifications, func(x, y Work) int {
		return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(x.Name, y.Name))
	})
	b.Spent = c.reasons()
	for _, name := range roles {
		if w := c.roles[name]; w != nil {
			b.Roles = append(b.Roles, *w)
		}
	}
	return b
}

// rank puts what belongs to no case last.
func rank(w Work) int {
	if w.Name == outside {
		return 1
	}
	return 0
}

// span is when a case began, and when it was last heard of.
type span struct{ began, last time.Time }

// counting is what has been counted up to an event.
type counting struct {
	specs, roles map[string]*Work
	ran          map[string]bool
	open         map[string]span
	spent        map[string]int
}

// longestReason bounds what is shown of a reason, in characters.
const longestReason = 120

func (c *counting) spend(why string) {
	if why == "" {
		return
	}
	why, _, _ = strings.Cut(reports.WithoutIDs(why), "\n")
	if said := []rune(why); len(said) > longestReason {
		why = string(said[:longestReason]) + "…"
	}
	c.spent[why]++
}

func (c *counting) reasons() (out []Reason) {
	for why, servers := range c.spent {
		out = append(out, Reason{why, servers})
	}
	slices.SortFunc(out, func(x, y Reason) int { return cmp.Or(-cmp.Compare(x.Servers, y.Servers), cmp.Compare(x.Why, y.Why)) })
	return out
}

func (c *counting) spec(id string) *Work {
	name, _, _ := strings.Cut(id, "/")
	return find(c.specs, cmp.Or(name, outside))
}

func (c *counting) role(name string) *Work { return find(c.roles, name) }

func find(all map[string]*Work, name string) *Work {
	w := all[name]
	if w == nil {
		w = &Work{Name: name}
		all[name] = w
	}
	return w
}

func (c *counting) begin(id string, at time.Time) {
	c.close(id)
	c.open[id] = span{at, at}
	if !c.ran[id] {
		c.ran[id] = true
		c.spec(id).Cases++
	}
}

func (c *counting) goesOn(id string, at time.Time) {
	if s, is := c.open[id]; is {
		s.last = at
		c.open[id] = s
	}
}

func (c *counting) close(id string) {
	if s, is := c.open[id]; is {
		c.spec(id).Took += s.last.Sub(s.began)
		delete(c.open, id)
	}
}

func (c *counting) closeAll() {
	for id := range c.open {
		c.close(id)
	}
}

// add counts one request.
func (w *Work) add(x *eventlog.Exchanged) {
	if x.Method == eventlog.ProgramRun {
		return // the program's own requests are not in the log
	}
	w.Requests++
	w.Waited += time.Duration(x.Millis * float64(time.Millisecond))
	if strings.Contains(x.Actor, "admin") {
		w.ByAdmin++
	}
	accepted := x.Status >= 200 && x.Status < 300
	switch x.Operation {
	case "servers.create":
		if !accepted {
			w.Refused++
			return
		}
		w.Servers++
	case "volumes.create":
		w.Volumes += countIf(accepted)
	case "images.create":
		w.Images += countIf(accepted)
	case "stacks.create":
		w.Stacks += countIf(accepted)
	}
}

func countIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
