package clientcheck

import (
	"cmp"
	"slices"
)

// Schema is the version of the verdict's JSON.
const Schema = "plumbline/client-check/v1"

// Finding is one rule that a client broke in one way, with where it did so.
type Finding struct {
	Rule
	// Where is what was called: "compute POST /servers/{server_id}/action rebuild at 2.54"; a client's name for what
	// is about all of its calls.
	Where string `json:"where"`
	// Pointer is the place in the body (JSON pointer), the query parameter ("?name") or the header; empty elsewhere.
	Pointer string `json:"pointer,omitempty"`
	// Says is what is wrong there, in one sentence.
	Says string `json:"says,omitempty"`
	// Count is how often, Exchanges the numbers of the first of those in the journal.
	Count     int      `json:"count"`
	Exchanges []uint64 `json:"exchanges"`
	// URL is that of the first exchange, without secrets; Status what it was answered.
	URL    string `json:"url"`
	Status int    `json:"status,omitempty"`
}

// Client is somebody who asked, by User-Agent.
type Client struct {
	Agent     string `json:"agent"`
	Exchanges int    `json:"exchanges"`
}

// Verdict is what the exchanges of a journal come to. The same journal gives the same verdict.
type Verdict struct {
	Schema string `json:"schema"`
	// Exchanges counts those that were judged; Forgotten those that the journal did not have any more.
	Exchanges int      `json:"exchanges"`
	Forgotten uint64   `json:"forgotten,omitempty"`
	Clients   []Client `json:"clients"`
	// Findings are sorted: the worst first, then by rule and place.
	Findings []Finding `json:"findings"`
}

// AtLeast are the findings that are as bad as a severity, or worse.
func (v *Verdict) AtLeast(s Severity) []Finding {
	var out []Finding
	for _, f := range v.Findings {
		if f.Severity.AtLeast(s) {
			out = append(out, f)
		}
	}
	return out
}

// Of are the findings of a rule.
func (v *Verdict) Of(rule string) []Finding {
	var out []Finding
	for _, f := range v.Findings {
		if f.ID == rule {
			out = append(out, f)
		}
	}
	return out
}

// mostExchanges is how many exchanges a finding names.
const mostExchanges = 5

// finding is what makes two findings the same.
type finding struct{ rule, where, pointer, says string }

// addFinding adds a finding, or counts it where it is known.
func (j *judge) addFinding(r Rule, c *call, pointer, says string) {
	j.noteAt(r, c.describeOperation(), c, pointer, says)
}

func (j *judge) noteAt(r Rule, where string, c *call, pointer, says string) {
	key := finding{r.ID, where, pointer, says}
	f := j.found[key]
	if f == nil {
		f = &Finding{Rule: r, Where: where, Pointer: pointer, Says: says, URL: c.urlWithoutSecrets(), Status: c.Status}
		j.found[key] = f
	}
	f.Count++
	if len(f.Exchanges) < mostExchanges {
		f.Exchanges = append(f.Exchanges, c.Seq)
	}
}

func (j *judge) verdict() *Verdict {
	v := &Verdict{Schema: Schema, Exchanges: len(j.calls), Forgotten: j.forgotten, Clients: []Client{}, Findings: []Finding{}}
	agents := map[string]int{}
	for _, c := range j.calls {
		agents[c.agent]++
	}
	for agent, n := range agents {
		v.Clients = append(v.Clients, Client{agent, n})
	}
	slices.SortFunc(v.Clients, func(a, b Client) int { return cmp.Compare(a.Agent, b.Agent) })
	for _, f := range j.found {
		v.Findings = append(v.Findings, *f)
	}
	slices.SortFunc(v.Findings, func(a, b Finding) int {
		return cmp.Or(
			-cmp.Compare(slices.Index(Severities(), a.Severity), slices.Index(Severities(), b.Severity)),
			cmp.Compare(a.ID, b.ID), cmp.Compare(a.Where, b.Where), cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Says, b.Says))
	})
	return v
}
