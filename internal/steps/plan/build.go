package plan

import (
	"errors"
	"fmt"
	"regexp"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
)

// ErrNothing: the selection matches no scenario.
var ErrNothing = errors.New("the selection matches no scenario")

// Build makes the cases, in the order of the scenarios, originals before their variants.
func Build(scenarios []features.Scenario, f Facts, s Selection) ([]Case, error) {
	tags, err := parseTags(s.Tags)
	if err != nil {
		return nil, err
	}
	if err := s.checkKnown(scenarios); err != nil {
		return nil, err
	}
	var cases []Case
	for _, sc := range scenarios {
		if !s.selects(sc) || !tags.match(sc.Tags) {
			continue
		}
		original := newCase(sc, f)
		original.Gate = gate(original, f, s)
		cases = append(cases, original)
		if original.Gate == nil && s.Sweep {
			cases = append(cases, variants(original, f, s.Microversions)...)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%w: nothing to run", ErrNothing)
	}
	s.leaveOut(cases)
	return cases, nil
}

var (
	actorWord = regexp.MustCompile(`\bthe (system-admin|system-reader|outsider-admin|admin|manager|member2|member|reader|outsider|nobody)\b`)
	actorMark = regexp.MustCompile(
		`\{(?:project|user):(system-admin|system-reader|outsider-admin|admin|manager|member2|member|reader|outsider)\}`)
	serviceOne = regexp.MustCompile(`\bthe service user\b`)
	// membersOwn matches set-up that makes or needs what belongs to the member, where no sentence says whose it is.
	membersOwn = regexp.MustCompile(`\b(?:server|stack|volume|key pair)s?\b`)
	atVersion  = regexp.MustCompile(`\bat ([1-9]\d*\.\d+)\b`)
)

func newCase(sc features.Scenario, f Facts) Case {
	c := Case{ID: sc.ID, Scenario: sc, Steps: sc.Steps, Exclusive: isExclusive(sc, f)}
	for _, step := range sc.Steps {
		for _, text := range texts(step) {
			named := actorsIn(text)
			c.Actors = append(c.Actors, named...)
			if len(named) == 0 && step.Kind == features.State && membersOwn.MatchString(text) {
				c.Actors = append(c.Actors, "member")
			}
			c.addImplied(text)
		}
		if step.Kind != features.Exchange {
			continue
		}
		if found := actorsIn(step.Text); len(found) > 0 && c.Actor == "" {
			c.Actor = found[0]
		}
		if m := atVersion.FindStringSubmatch(step.Text); m != nil && c.At.IsZero() {
			c.At, _ = openapi.ParseVersion(m[1]) // zero for a malformed version, which some scenarios are about
		}
	}
	c.addFreeBoot()
	c.addElsewhere()
	c.addDistinctZones()
	c.sortNeeds()
	return c
}

// texts are all the words of a step: its sentence, its text block, its table.
func texts(step features.Step) []string {
	out := []string{step.Text}
	if step.DocString != nil {
		out = append(out, step.DocString.Content)
	}
	for _, row := range step.Table {
		out = append(out, row...)
	}
	return out
}

// actorsIn lists the actors that a text names.
var actorsIn = memoize(func(text string) []string {
	var out []string
	for _, m := range actorWord.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	for _, m := range actorMark.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	if serviceOne.MatchString(text) {
		out = append(out, "service")
	}
	return out
})
