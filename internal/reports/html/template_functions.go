package html

import (
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/verdict"
)

// words are the functions of the templates.
var words = template.FuncMap{
	"glyph":      reports.Glyph,
	"tone":       tone,
	"title":      func(c verdict.Conformance) string { return upper(c.String()) },
	"upper":      upper,
	"shares":     shares,
	"list":       list,
	"verdicts":   verdict.All,
	"inPage":     func(p *page, s specPage) specInPage { return specInPage{p, s} },
	"reqIn":      func(p *page, r reqPage) reqInPage { return reqInPage{p, r} },
	"drifts":     countDrifts,
	"waiverTone": waiverTone,

	"verdictWords":   verdictWords,
	"flagWords":      flagWords,
	"flagTitle":      flagTitle,
	"flagGlyph":      flagGlyph,
	"exchangeAnchor": exchangeAnchor,
	"stamp":          func(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04 UTC") },
	"day":            day,
	"countsOf":       func(r *reports.Report) []count { return counts(r.Summary.Requirements) },
	"span":           span,
	"variant":        variantWords,
	"classWords":     classWords,
	"total":          reports.Total,
	"standing":       features.Standing.Words,
	"isURL":          isURL,
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02") }

// tone is the verdict whose colours a conformance has.
func tone(c verdict.Conformance) string {
	switch c {
	case verdict.Conformant:
		return verdict.Pass.String()
	case verdict.Partial:
		return verdict.Waived.String()
	case verdict.Inconclusive:
		return verdict.NotRun.String()
	case verdict.NotConformant:
		return verdict.Fail.String()
	}
	return verdict.Unsupported.String()
}

// leadSentence is the sentence below the verdict: what is offered and proven, and what failed, in words.
func leadSentence(p *page) string {
	if p.Many {
		return fmt.Sprintf("%d reports side by side. %s", len(p.Faces), p.Differing.Words)
	}
	s := p.Faces[0].R.Summary
	switch failed := whatFailed(p.Causes); {
	case failed != "":
		return strings.TrimSpace(upper(reports.Join("", s.Headline, ".")) + " " + failed)
	case s.Headline == "" || s.Headline == s.Reason:
		return upper(s.Reason) + "."
	}
	return upper(s.Headline) + ". " + upper(s.Reason) + "."
}

func upper(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

func span(since, until string) string {
	switch {
	case since == "":
		return "up to " + until
	case until == "":
		return "from " + since
	}
	return since + " – " + until
}

func variantWords(variant string) string {
	switch variant {
	case "since-1":
		return "one microversion earlier"
	case "newest":
		return "newest microversion"
	}
	return variant
}

func classWords(letter string) string {
	c, err := features.ParseClass(letter)
	if err != nil {
		return fmt.Sprintf("unknown class %q", letter)
	}
	return c.Words()
}

func isURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && !strings.ContainsAny(s, " ")
}

// specInPage is the data of a specification's template, with the page around it.
type specInPage struct {
	Page *page
	Spec specPage
}

// reqInPage is the data of a requirement's template, with the page around it.
type reqInPage struct {
	Page *page
	Req  reqPage
}

// countDrifts counts the drifts of all reports.
func countDrifts(p *page) int {
	n := 0
	for _, f := range p.Faces {
		n += len(f.R.Drift)
	}
	return n
}

// exchangeAnchor is the anchor of an exchange: its id, with the number of its report before it where there are several.
func exchangeAnchor(f face, id string) string {
	if f.Index == 0 || f.Link != "" {
		return "x-" + id
	}
	return fmt.Sprintf("x-%d:%s", f.Index, id)
}

func verdictWords(v verdict.Verdict) string {
	switch v {
	case verdict.Pass:
		return "observed to hold"
	case verdict.Fail:
		return "observed not to hold"
	case verdict.Error:
		return "nothing was proven: the suite or its surroundings broke"
	case verdict.NotRun:
		return "something is missing on our side: an actor, a zone, a switch"
	case verdict.Waived:
		return "failed, and the operator accepted it until a date"
	case verdict.Excluded:
		return "left out by the operator"
	case verdict.Unsupported:
		return "not there, by the cloud's own statement"
	case verdict.Unobservable:
		return "not visible from where the suite stands"
	case verdict.NotApplicable:
		return "does not exist in this profile"
	}
	return ""
}

func flagWords(name string) string {
	if name == "differs" {
		return "≠ differs"
	}
	return flagGlyph(name) + " " + name
}

func flagGlyph(name string) string {
	return map[string]string{"differs": "≠", "flaky": "≈", "drift": "△"}[name]
}

func flagTitle(name string) string {
	return map[string]string{
		"differs": "the reports do not agree", "flaky": "attempts did not agree",
		"drift": "an answer left the document of its microversion",
	}[name]
}

// waiverTone is the verdict whose colours the state of a waiver has.
func waiverTone(s reports.WaiverState) string {
	switch s {
	case reports.WaiverApplied:
		return verdict.Waived.String()
	case reports.WaiverExpired:
		return verdict.Fail.String()
	}
	return verdict.Unsupported.String()
}
