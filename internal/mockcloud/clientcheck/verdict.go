package clientcheck

import (
	"cmp"
	"slices"

	"plumbline/internal/openapi"
)

// Schema is the version of the verdict's JSON.
const Schema = "plumbline/client-check/v1"

// Finding is a rule that a client broke, with the place.
type Finding struct {
	Rule
	// Where is the operation: "compute POST /servers/{server_id}/action rebuild at 2.54"; or a client's name, for a finding about all
	// of its requests.
	Where string `json:"where"`
	// Pointer is the place in the body (JSON pointer), the query parameter ("?name") or the header; empty elsewhere.
	Pointer string `json:"pointer,omitempty"`
	// Says is the problem there, in one sentence.
	Says string `json:"says,omitempty"`
	// Count is the number of exchanges, Exchanges the numbers of the first ones in the journal.
	Count     int      `json:"count"`
	Exchanges []uint64 `json:"exchanges"`
	// URL is that of the first exchange, without secrets; Status is its answer's.
	URL    string `json:"url"`
	Status int    `json:"status,omitempty"`
	// Microversion is the first one after the call's that has what was asked for; empty where that is unknown, or none has.
	Microversion string `json:"microversion,omitempty"`
	// Changes are lines to change, where the client is known.
	Changes []Change `json:"changes,omitempty"`
}

// Client is a client by its User-Agent.
type Client struct {
	Agent     string `json:"agent"`
	Exchanges int    `json:"exchanges"`
}

// Verdict is the result of judging a journal. The same journal gives the same verdict.
type Verdict struct {
	Schema string `json:"schema"`
	// Exchanges is the number of judged exchanges; Forgotten that of the exchanges that the journal had dropped.
	Exchanges int      `json:"exchanges"`
	Forgotten uint64   `json:"forgotten,omitempty"`
	Clients   []Client `json:"clients"`
	// Findings are sorted: the most severe first, then by rule and place.
	Findings []Finding `json:"findings"`
}

// AtLeast are the findings that are at least as severe as s.
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

// mostExchanges is the greatest number of exchanges that a finding lists.
const mostExchanges = 5

// finding is the part of findings by which equal ones are counted together.
type finding struct{ rule, where, pointer, says string }

// addFinding adds a finding, or counts it if there is an equal one.
func (j *judge) addFinding(r Rule, c *call, pointer, says string) {
	j.noteAt(r, c.describeOperation(), c, pointer, says)
}

// addFindingUntil adds a finding about an operation that is another one from microversion v on; zero: at none.
func (j *judge) addFindingUntil(v openapi.Version, r Rule, c *call, pointer, says string) {
	j.noteUntil(v, r, c.describeOperation(), c, pointer, says)
}

func (j *judge) noteAt(r Rule, where string, c *call, pointer, says string) {
	j.noteUntil(openapi.Version{}, r, where, c, pointer, says)
}

func (j *judge) noteUntil(v openapi.Version, r Rule, where string, c *call, pointer, says string) {
	key := finding{r.ID, where, pointer, says}
	f := j.found[key]
	if f == nil {
		f = &Finding{Rule: r, Where: where, Pointer: pointer, Says: says, URL: c.urlWithoutSecrets(), Status: c.Status}
		if !v.IsZero() {
			f.Microversion = v.String()
		}
		j.found[key] = f
	}
	f.addChanges(c, v)
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
