package clientcheck

import (
	"bytes"
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"plumbline/internal/openapi"
)

// Change is a line to change in a client that is known.
type Change struct {
	// Client is the client's or library's name.
	Client string `json:"client"`
	// Line is what to write there.
	Line string `json:"line"`
}

//go:embed changes.yaml
var changesText []byte

// knownClient is a client whose lines are known.
type knownClient struct {
	Client   string
	Agent    string
	Services map[openapi.Service]string
	Changes  map[string]string

	agent *regexp.Regexp
}

// knownClients reads the table of clients.
var knownClients = sync.OnceValue(func() []*knownClient {
	var all []*knownClient
	decoder := yaml.NewDecoder(bytes.NewReader(changesText))
	decoder.KnownFields(true)
	if err := decoder.Decode(&all); err != nil {
		panic("changes.yaml: " + err.Error())
	}
	for _, k := range all {
		k.agent = regexp.MustCompile(k.Agent)
	}
	return all
})

// changesFor are the lines to change for a rule in the client that made a call. What a newer microversion has is asked for by that one,
// v; where there is none (zero), no line helps. Other rules leave the microversion (X.Y) to whoever wrote the client.
func changesFor(rule string, c *call, v openapi.Version) []Change {
	if v.IsZero() && (rule == missingAt.ID || rule == unknownField.ID || rule == unknownQuery.ID) {
		return nil
	}
	var out []Change
	for _, k := range knownClients() {
		line, known := k.Changes[rule]
		if !known || !k.agent.MatchString(c.agent) {
			continue
		}
		service := string(c.Service)
		if k.Services != nil {
			if service, known = k.Services[c.Service]; !known && strings.Contains(line, "{service}") {
				continue
			}
		}
		version := "X.Y"
		if !v.IsZero() {
			version = v.String()
		}
		out = append(out, Change{Client: k.Client, Line: strings.NewReplacer("{service}", service, "{microversion}", version).Replace(line)})
	}
	return out
}

// addChanges adds the lines to change that the finding does not have yet: its exchanges may be of several clients.
func (f *Finding) addChanges(c *call, v openapi.Version) {
	for _, change := range changesFor(f.ID, c, v) {
		if !slices.Contains(f.Changes, change) {
			f.Changes = append(f.Changes, change)
		}
	}
}

// firstWith is the first microversion after the call's in which the operation exists and is not refused for the same reason; zero
// without one.
func (c *call) firstWith(refused func(*openapi.Operation) bool) openapi.Version {
	for _, v := range c.chain.Versions() {
		if !c.version.Less(v) {
			continue
		}
		d, err := c.chain.At(v)
		if err != nil {
			continue
		}
		if op := d.Lookup(c.route, c.action); op != nil && !op.IsGone() && !refused(op) {
			return v
		}
	}
	return openapi.Version{}
}
