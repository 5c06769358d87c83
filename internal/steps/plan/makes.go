package plan

import (
	"regexp"

	"plumbline/internal/features"
)

// Makes counts the resources that one case makes, and the requests that it has an administrator send, judged by its sentences.
type Makes struct {
	Servers   int `json:"servers"`
	Volumes   int `json:"volumes"`
	Snapshots int `json:"snapshots"`
	Images    int `json:"images"`
	Networks  int `json:"networks"`
	// Ports counts the addresses that servers take.
	Ports    int `json:"ports_and_addresses"`
	Stacks   int `json:"stacks"`
	KeyPairs int `json:"key_pairs"`
	// AdminCalls are about the requests of an administrator: for sentences that name one, and to read the records of accepted requests.
	AdminCalls int `json:"admin_calls"`
}

// creations recognise the sentences that make resources.
var creations = []struct {
	sentence *regexp.Regexp
	count    func(*Makes) *int
}{
	{
		regexp.MustCompile(`(?i)^(?:an?|another|two|the [\w-]+ has an?) (?:[\w-]+ )*servers?\b|\bstack with a server\b`),
		func(m *Makes) *int { return &m.Servers },
	},
	{
		regexp.MustCompile(`(?i)\bvolume-backed\b|^(?:an?|the [\w-]+ has an?) (?:[\w-]+ )?volume\b|\bthree data volumes\b`),
		func(m *Makes) *int { return &m.Volumes },
	},
	{regexp.MustCompile(`\bsnapshot\b`), func(m *Makes) *int { return &m.Snapshots }},
	{regexp.MustCompile(`(?i)^an? (?:[\w-]+ )*image\b`), func(m *Makes) *int { return &m.Images }},
	{regexp.MustCompile(`\bnetwork of its own\b`), func(m *Makes) *int { return &m.Networks }},
	{regexp.MustCompile(`\bon a network\b|\bwith a port\b|\bnetwork of its own\b`), func(m *Makes) *int { return &m.Ports }},
	{regexp.MustCompile(`(?i)^an? (?:[\w-]+ )*stack\b`), func(m *Makes) *int { return &m.Stacks }},
	{regexp.MustCompile(`\bkey pairs?\b`), func(m *Makes) *int { return &m.KeyPairs }},
}

var (
	admin = regexp.MustCompile(`\bthe (?:system-)?admin\b`)
	two   = regexp.MustCompile(`(?i)^two\b`)
	three = regexp.MustCompile(`\bthree data volumes\b`)
	// asksForServer recognises requests for a server.
	asksForServer = regexp.MustCompile(`^the [\w-]+ creates a server\b`)
)

// The requests of administrators that two whole runs had, on Zed and on 2025.1: for a sentence that names one (it sets up, looks, and takes
// back), and for the records of what an accepted request did to a server.
const perAdminSentence, perRecord = 4, 2

// howMany things a sentence makes that makes any.
func howMany(sentence string) int {
	switch {
	case two.MatchString(sentence):
		return 2
	case three.MatchString(sentence):
		return 3
	}
	return 1
}

// Makes counts what the case makes.
func (c Case) Makes() (m Makes) {
	for _, step := range c.Steps {
		said := saidOf(step.Text)
		if step.Kind == features.State {
			m.Add(said.state)
		}
		if step.Kind == features.Exchange && said.asksForServer && !c.Refused() {
			m.Servers++
		}
		if said.admin {
			m.AdminCalls += perAdminSentence
		}
	}
	if m.Servers > 0 && !c.Refused() {
		m.AdminCalls += perRecord
	}
	return m
}

// said is what a sentence makes as a state, whether it asks for a server, and whether it names an administrator.
type said struct {
	state                Makes
	asksForServer, admin bool
}

var saidOf = memoize(func(sentence string) said {
	out := said{asksForServer: asksForServer.MatchString(sentence), admin: admin.MatchString(sentence)}
	for _, kind := range creations {
		if kind.sentence.MatchString(sentence) {
			*kind.count(&out.state) += howMany(sentence)
		}
	}
	return out
})

// Add adds what another case makes.
func (m *Makes) Add(n Makes) {
	m.Servers, m.Volumes, m.Snapshots, m.Images = m.Servers+n.Servers, m.Volumes+n.Volumes, m.Snapshots+n.Snapshots, m.Images+n.Images
	m.Networks, m.Ports, m.Stacks = m.Networks+n.Networks, m.Ports+n.Ports, m.Stacks+n.Stacks
	m.KeyPairs, m.AdminCalls = m.KeyPairs+n.KeyPairs, m.AdminCalls+n.AdminCalls
}

// volumesOfBase are the volumes that the base of the case makes.
func (c Case) volumesOfBase() int {
	_, sentences := c.Base()
	base := c
	base.Steps = c.Steps[:sentences]
	return base.Makes().Volumes
}
