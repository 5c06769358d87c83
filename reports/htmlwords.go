package reports

import (
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"plumbline/features"
	"plumbline/reports/verdict"
)

// words are the functions of the templates.
var words = template.FuncMap{
	"glyph":      glyph,
	"tone":       tone,
	"title":      func(c verdict.Conformance) string { return upper(c.String()) },
	"upper":      upper,
	"sentence":   lede,
	"stamp":      func(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04 UTC") },
	"span":       span,
	"variant":    variantWords,
	"classWords": classWords,
	"isURL":      isURL,
}

func pageTemplate(name string) (*template.Template, error) {
	return template.New(name).Funcs(words).ParseFS(pageFiles, "page/"+name, "page/parts.tmpl")
}

func pageAssets() (template.CSS, template.JS, error) {
	css, err := pageFiles.ReadFile("page/page.css")
	if err != nil {
		return "", "", err
	}
	js, err := pageFiles.ReadFile("page/page.js")
	return template.CSS(css), template.JS(js), err
}

// glyph marks a verdict beside its name, for eyes that do not tell the colours apart.
func glyph(v any) string {
	switch v {
	case verdict.Pass, verdict.Conformant:
		return "✓"
	case verdict.Fail, verdict.NotConformant:
		return "✕"
	case verdict.Error:
		return "!"
	case verdict.NotRun, verdict.Inconclusive:
		return "○"
	case verdict.Waived, verdict.Partial:
		return "~"
	case verdict.Excluded:
		return "−"
	case verdict.Unobservable:
		return "?"
	case verdict.NotApplicable:
		return "·"
	}
	return "–"
}

// tone is the verdict whose colours a conformance wears.
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

func lede(p *page) string { return upper(p.R.Summary.Reason) + "." }

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
