package reports_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
)

// A target that answers what a specification brings offers it, also where every answer is wrong; an answer below the change says nothing.
func TestASpecificationOfWhichEverythingFailsIsOffered(t *testing.T) {
	for at, want := range map[string]string{
		"2.54": "1 of 1 specification offered: 1 not conformant; 0 of 1 requirement proven",
		"2.53": "0 of 1 specification offered: 1 not conformant; 0 of 1 requirement proven",
	} {
		s := spec("alpha", "A", "Alpha", 1)
		s.Since = openapi.MustVersion("2.54")
		c := caseOf(s, s.Requirements[0], 0)
		c.At = at
		r := newTape(t, eventlog.RunStarted{}).run(c, "fail", "answered 503").end().
			build(&features.RequirementCatalogue{Specifications: []features.Specification{s}})
		assert.Equal(t, want, r.Summary.Headline, at)
	}
}
