package reports

import (
	"fmt"
	"strings"

	"plumbline/internal/reports/verdict"
)

// offeredOf counts what the target offers of the selected specifications.
func offeredOf(specifications []Specification) Offered {
	var out Offered
	for _, s := range specifications {
		if s.Verdict == verdict.NotSelected {
			continue
		}
		out.Selected++
		if s.Offered {
			out.Specifications++
		}
		if s.Verdict != verdict.NotOffered {
			out.Proven += s.Requirements[verdict.Pass]
			out.Requirements += Total(s.Requirements) - s.Requirements[verdict.NotApplicable]
		}
	}
	return out
}

// headline is "3 of 5 specifications offered, all conformant; 143 of 160 requirements proven".
func headline(specifications []Specification, o Offered) string {
	if o.Selected == 0 {
		return "no specification was selected"
	}
	of := map[verdict.Conformance]int{}
	judged := 0
	for _, s := range specifications {
		if s.Verdict != verdict.NotSelected && s.Verdict != verdict.NotOffered {
			of[s.Verdict]++
			judged++
		}
	}
	words := fmt.Sprintf("%d of %s offered", o.Specifications, Plural(o.Selected, "specification"))
	if judged == 0 {
		return words
	}
	var parts []string
	for _, c := range verdict.Conformances() {
		if of[c] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", of[c], c))
		}
	}
	if all := len(parts) == 1 && judged == o.Specifications; all && (of[verdict.Conformant] > 0 || of[verdict.Partial] > 0) {
		return fmt.Sprintf("%s, all %s; %s", words, strings.TrimPrefix(parts[0], fmt.Sprint(judged)+" "), o.proven())
	}
	return fmt.Sprintf("%s: %s; %s", words, strings.Join(parts, ", "), o.proven())
}

func (o Offered) proven() string {
	return fmt.Sprintf("%d of %s proven", o.Proven, Plural(o.Requirements, "requirement"))
}
