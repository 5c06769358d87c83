package reports

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/features"
	"plumbline/internal/reports/verdict"
)

// Cause is what rows that failed or ended in an error have in common: a verdict and a reason, but for ids and for who asked.
type Cause struct {
	Verdict      verdict.Verdict
	Rows         []Row
	Requirements []Requirement

	reason, action string
}

// Parts of a reason that differ from row to row though the cause is the same.
var (
	ownIDs = regexp.MustCompile(`\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b[0-9a-f]{32}\b|\b(?:plumbline|pl)-[\w.-]+|\breq-[\w-]+`)
	times  = regexp.MustCompile(`\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?`)
	// asker is who sent a request, and at which microversion.
	asker = regexp.MustCompile(`\b((?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+) as ([\w-]+)( at "[^"]*")?`)
	// action is what a server or a stack is asked to do, in a sentence: the requests for all of that have one path.
	action = regexp.MustCompile(`(?i)\b(?:(?:un)?(?:rebuil|shelve|lock)|suspend|resume|check|update|delete|cancel\w*|signal|snapshot|` +
		`restore|reboot|rename|resize)`)
)

// inCommon is a reason without what is the row's own: its ids, times, microversion and actor.
func (r Row) inCommon() string {
	text := WithoutIDs(asker.ReplaceAllString(r.Reason, "$1"))
	return numbers.ReplaceAllStringFunc(text, func(number string) string {
		if number == r.At {
			return "{at}"
		}
		return number
	})
}

// WithoutIDs is a text without the ids, names of a run's own, and times in it, so that the same said of two things is the same text.
func WithoutIDs(text string) string {
	return times.ReplaceAllString(ownIDs.ReplaceAllString(text, "{id}"), "{time}")
}

var numbers = regexp.MustCompile(`\d+(?:\.\d+)+`)

// asksFor is what the row's request asks a server or a stack to do, "" where its address says it or its sentence does not.
func (r Row) asksFor() string {
	if !strings.Contains(r.Reason, "/action") {
		return ""
	}
	for _, s := range r.Steps {
		if s.Status == "failed" || s.Status == "error" || strings.TrimSpace(s.Keyword) == "When" {
			return strings.ToLower(action.FindString(s.Text))
		}
	}
	return ""
}

// covers tells whether a row failed for this cause, so far as its reason tells.
func (c *Cause) covers(v verdict.Verdict, reason, action string) bool {
	return c.Verdict == v && c.reason == reason && (c.action == action || c.action == "" || action == "")
}

// Causes groups the rows that failed or ended in an error, failures first, in the order of the report. Rows of decisions only, and of
// specifications that were not selected, are left out.
func Causes(r *Report) []*Cause {
	var out []*Cause
	seen := map[string]*Cause{}
	for _, v := range []verdict.Verdict{verdict.Fail, verdict.Error} {
		for _, req := range r.Requirements {
			if req.Standing == features.Decision {
				continue
			}
			for _, row := range req.Rows {
				if row.Verdict != v {
					continue
				}
				c := seen[row.Case]
				if c == nil {
					out, c = causeOf(out, v, row)
					seen[row.Case] = c
					c.Rows = append(c.Rows, row)
				}
				if !slices.ContainsFunc(c.Requirements, func(had Requirement) bool { return had.ID == req.ID }) {
					c.Requirements = append(c.Requirements, req)
				}
			}
		}
	}
	return out
}

// causeOf is the cause of a row: one of those that are known, or a new one behind them.
func causeOf(known []*Cause, v verdict.Verdict, row Row) (all []*Cause, of *Cause) {
	reason, does := row.inCommon(), row.asksFor()
	for _, c := range known {
		if c.covers(v, reason, does) {
			c.action = cmp.Or(c.action, does)
			return known, c
		}
	}
	c := &Cause{Verdict: v, reason: reason, action: does}
	return append(known, c), c
}

// isSetUp tells whether a row failed before its request.
func isSetUp(r Row) bool { return strings.HasPrefix(r.Reason, "set-up: ") }

// Actors are those who sent the requests that failed, in the order of the rows; set-up counts for nobody.
func (c *Cause) Actors() []string {
	var out []string
	for _, row := range c.Rows {
		if found := asker.FindStringSubmatch(row.Reason); found != nil && !isSetUp(row) && !slices.Contains(out, found[2]) {
			out = append(out, found[2])
		}
	}
	return out
}

// Asked is the sentence of the request that the cause's first row is about, with who else asked the same; "" where there is none.
func (c *Cause) Asked() string {
	asked, actors := c.Rows[0].Asked(), c.Actors()
	if asked == "" || len(actors) < 2 {
		return asked
	}
	return asked + "; also as " + strings.Join(actors[1:], ", ")
}

// Asked is the sentence of the request that a row is about, "" where there is none.
func (r Row) Asked() string {
	for _, s := range r.Steps {
		if strings.TrimSpace(s.Keyword) == "When" {
			return s.Text
		}
	}
	return ""
}

// FeatureFile is the path of the feature file of a row in this repository, "" for a row of none.
func FeatureFile(row Row) string {
	if row.Feature == "" {
		return ""
	}
	return "features/" + row.Feature
}
