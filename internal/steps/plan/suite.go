package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/openapi"
	"plumbline/internal/openapi/near"
)

// Suite is a named part of all cases. What a suite leaves out is excluded, so that a specification is partial at best.
type Suite string

const (
	// Full is everything, and the default.
	Full Suite = "full"
	// Core is each row once, at its own microversion, without those that disturb others.
	Core Suite = "core"
	// Smoke is one telling row for each requirement.
	Smoke Suite = "smoke"
)

// Suites are the names of the suites, the smallest first.
func Suites() []string { return []string{string(Smoke), string(Core), string(Full)} }

// ParseSuite reads the name of a suite; "" is Full.
func ParseSuite(name string) (Suite, error) {
	if name == "" {
		return Full, nil
	}
	if !slices.Contains(Suites(), name) {
		return "", fmt.Errorf("there is no suite %q: want one of %s%s", name, strings.Join(Suites(), ", "), near.Hint(name, Suites()))
	}
	return Suite(name), nil
}

// Range are microversions, both ends included; the zero value is all of them.
type Range struct{ From, To openapi.Version }

// ParseRange reads "2.53..2.60", "2.53..", "..2.60" or one microversion.
func ParseRange(text string) (r Range, err error) {
	if text == "" {
		return r, nil
	}
	from, to, both := strings.Cut(text, "..")
	if !both {
		to = from
	}
	for _, end := range []struct {
		text string
		into *openapi.Version
	}{{from, &r.From}, {to, &r.To}} {
		if end.text == "" {
			continue
		}
		if *end.into, err = openapi.ParseVersion(end.text); err != nil {
			return Range{}, fmt.Errorf("%q: %w; want FROM..TO, for example 2.53..2.60", text, err)
		}
	}
	if !r.To.IsZero() && r.To.Less(r.From) || r == (Range{}) {
		return Range{}, fmt.Errorf("%q has no microversion in it; want FROM..TO, for example 2.53..2.60", text)
	}
	return r, nil
}

// String is the range as ParseRange reads it.
func (r Range) String() string {
	if r == (Range{}) {
		return ""
	}
	end := func(v openapi.Version) string {
		if v.IsZero() {
			return ""
		}
		return v.String()
	}
	return end(r.From) + ".." + end(r.To)
}

func (r Range) has(v openapi.Version) bool {
	return !v.Less(r.From) && (r.To.IsZero() || !r.To.Less(v))
}

// Budget bounds what the cases of a run may cost on a cloud; 0 is no bound.
type Budget struct{ Servers, Minutes int }

// ParseBudget reads "servers=100,minutes=20"; either may be missing.
func ParseBudget(text string) (b Budget, err error) {
	if text == "" {
		return b, nil
	}
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		into := map[string]*int{"servers": &b.Servers, "minutes": &b.Minutes}[strings.TrimSpace(name)]
		n, failed := strconv.Atoi(strings.TrimSpace(value))
		if into == nil || failed != nil || n < 1 {
			return Budget{}, fmt.Errorf("%q: want servers=NUMBER, minutes=NUMBER or both, for example servers=100,minutes=20", part)
		}
		*into = n
	}
	return b, nil
}

// String is the budget as ParseBudget reads it.
func (b Budget) String() string {
	var parts []string
	for _, p := range []struct {
		name string
		n    int
	}{{"servers", b.Servers}, {"minutes", b.Minutes}} {
		if p.n > 0 {
			parts = append(parts, p.name+"="+strconv.Itoa(p.n))
		}
	}
	return strings.Join(parts, ",")
}

func (b Budget) holds(p *Price) bool {
	return (b.Servers == 0 || p.Makes().Servers <= b.Servers) && (b.Minutes == 0 || p.Minutes() <= float64(b.Minutes))
}

// leaveOut gates the cases that the range of microversions, the suite and the budget leave out.
func (s Selection) leaveOut(cases []Case) {
	if s.Microversions != (Range{}) {
		exclude(cases, "outside --microversion "+s.Microversions.String(), func(i int) bool {
			return !cases[i].At.IsZero() && !s.Microversions.has(cases[i].At)
		})
	}
	switch s.Suite {
	case Smoke:
		chosen := telling(cases)
		exclude(cases, "outside the suite smoke", func(i int) bool { return !chosen[i] })
	case Core:
		exclude(cases, "outside the suite core", func(i int) bool { return cases[i].Exclusive || cases[i].Variant != Original })
	}
	if s.Budget != (Budget{}) {
		fits := s.Budget.fill(cases, s.Terms)
		exclude(cases, "does not fit --budget "+s.Budget.String(), func(i int) bool { return !fits[i] })
	}
}

// exclude gates those cases that would run, and those for which something lacks (not-run): what is not asked for is not missed.
func exclude(cases []Case, reason string, out func(i int) bool) {
	for i := range cases {
		if (cases[i].Gate == nil || cases[i].Gate.Verdict == NotRun) && out(i) {
			cases[i].Gate = &Gate{Verdict: Excluded, Reason: reason}
		}
	}
}

// telling chooses one open case for each requirement that has any, and for the other requirements one of those for which something
// lacks, so that they are not-run and not excluded.
func telling(cases []Case) map[int]bool {
	chosen, told := map[int]bool{}, map[string]bool{}
	tell(cases, chosen, told, func(g *Gate) bool { return g == nil })
	tell(cases, chosen, told, func(g *Gate) bool { return g != nil && g.Verdict == NotRun })
	return chosen
}

// tell chooses, among the cases with such a gate, again and again the one that tells of most requirements of which none is told yet. Of
// equal ones it prefers those that disturb nobody, then accepted requests, which show more than refusals, then the first.
func tell(cases []Case, chosen map[int]bool, told map[string]bool, such func(*Gate) bool) {
	missing := map[string]bool{}
	var those []int
	for i, c := range cases {
		if !such(c.Gate) || c.Variant != Original {
			continue
		}
		those = append(those, i)
		for _, id := range c.Scenario.Requirements {
			if !told[id] {
				missing[id] = true
			}
		}
	}
	for len(missing) > 0 {
		best, most := -1, 0
		for _, i := range those {
			if n := worth(cases[i], missing); n > most {
				best, most = i, n
			}
		}
		chosen[best] = true
		for _, id := range cases[best].Scenario.Requirements {
			delete(missing, id)
			told[id] = true
		}
	}
}

// worth is 0 for a case that tells nothing new.
func worth(c Case, missing map[string]bool) int {
	n := 0
	for _, id := range c.Scenario.Requirements {
		if missing[id] {
			n += 8
		}
	}
	if n == 0 {
		return 0
	}
	if c.Exclusive {
		n -= 4
	}
	if !c.Refused() {
		n++
	}
	return n
}

// fill chooses the cases that fit: first the suite smoke, then the other rows that disturb nobody, then the rest.
func (b Budget) fill(cases []Case, terms Terms) map[int]bool {
	smoke := telling(cases)
	rank := func(i int) int {
		switch {
		case smoke[i]:
			return 0
		case cases[i].Variant == Original && !cases[i].Exclusive:
			return 1
		case !cases[i].Exclusive:
			return 2
		}
		return 3
	}
	var order []int
	for i := range cases {
		if cases[i].Gate == nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return rank(x) - rank(y) })
	fits, price := map[int]bool{}, NewPrice(terms)
	for _, i := range order {
		if with := price.with(cases[i]); b.holds(with) {
			fits[i] = true
			price.Add(cases[i])
		}
	}
	return fits
}
