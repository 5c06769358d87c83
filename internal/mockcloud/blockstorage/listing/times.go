package listing

import (
	"slices"
	"strings"
	"time"

	"plumbline/internal/mockcloud/pipeline"
)

// Times refuses filters by time that are not valid comparisons.
func (p *Page) Times(keys ...string) *pipeline.Fault {
	for _, key := range keys {
		for _, c := range conditions(p.Filters[key]) {
			if f := c.check(); f != nil {
				return f
			}
		}
	}
	return nil
}

// condition is one comparison with a time: "gt:2026-01-01".
type condition struct{ operator, time string }

func conditions(values []string) (out []condition) {
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			operator, t, _ := strings.Cut(part, ":")
			out = append(out, condition{operator, t})
		}
	}
	return out
}

func (c condition) check() *pipeline.Fault {
	if !slices.Contains([]string{"gt", "gte", "eq", "neq", "lt", "lte"}, c.operator) {
		return pipeline.BadRequest("Invalid %s operator", c.operator)
	}
	if _, ok := c.parse(); !ok {
		return pipeline.BadRequest("Invalid %s value", c.time)
	}
	return nil
}

func (c condition) parse() (time.Time, bool) {
	for _, layout := range []string{
		time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05",
		"2006-01-02T15:04", "2006-01-02", "2006-01", "2006",
	} {
		if t, err := time.Parse(layout, c.time); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// holdAll tells whether a time meets all conditions.
func holdAll(all []condition, t time.Time) bool {
	return !slices.ContainsFunc(all, func(c condition) bool { return !c.holds(t) })
}

func (c condition) holds(t time.Time) bool {
	than, _ := c.parse()
	switch order := t.Compare(than); c.operator {
	case "gt":
		return order > 0
	case "gte":
		return order >= 0
	case "lt":
		return order < 0
	case "lte":
		return order <= 0
	case "eq":
		return order == 0
	default:
		return order != 0
	}
}
