package mutants

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/openapi"
)

// named is a rule in the mock's code, with the way to break it.
type named struct {
	id, broken  string
	requirement string
	wire        wire
}

func (b *deriver) addNamed(class Class, list []named) {
	for _, n := range list {
		b.add(Mutant{ID: string(class) + "/" + n.id, Class: class, Broken: n.broken, Requirements: strings.Fields(n.requirement), wire: &n.wire})
	}
}

// breakNegotiation breaks how the microversion of a request is determined, and from which one on an operation exists.
func breakNegotiation(b *deriver) error {
	newest := b.chain.Max()
	b.addNamed(classNegotiation, headerRules(newest))
	b.addNamed(classNegotiation, entryRules())
	b.addNamed(classNegotiation, formRules(newest))
	return b.breakArrival("flavors.update")
}

// onHeaders makes a wire that changes the headers of requests under the root with microversions.
func onHeaders(change func(http.Header)) wire {
	return wire{request: func(c *call) {
		if c.versioned() {
			change(c.Header)
		}
	}}
}

func headerRules(newest openapi.Version) []named {
	hasEntry := func(h http.Header) bool { return slices.ContainsFunc(entries(h, standardHeader), isCompute) }
	return []named{
		{"standard-ignored", "the standard header is not looked at", "MVN-02", onHeaders(func(h http.Header) { h.Del(standardHeader) })},
		{"legacy-ignored", "the legacy header is not looked at", "MVN-03", onHeaders(func(h http.Header) { h.Del(legacyHeader) })},
		{"legacy-wins", "the legacy header wins over the standard one", "MVN-04", onHeaders(func(h http.Header) {
			if h[legacyHeader] != nil {
				h.Del(standardHeader)
			}
		})},
		{
			"standard-without-entry-decides", "a standard header without an entry for compute hides the legacy one", "MVN-04",
			onHeaders(func(h http.Header) {
				if h[standardHeader] != nil {
					h.Del(legacyHeader)
				}
			}),
		},
		{"default-newest", "a request that names no microversion is taken for the newest", "MVN-01", onHeaders(func(h http.Header) {
			if !hasEntry(h) && h[legacyHeader] == nil {
				h[standardHeader] = []string{"compute latest"}
			}
		})},
		{"default-second", "a request that names no microversion is taken for 2.2", "MVN-01", onHeaders(func(h http.Header) {
			if !hasEntry(h) && h[legacyHeader] == nil {
				h[standardHeader] = []string{"compute 2.2"}
			}
		})},
		{"latest-refused", "latest is malformed", "MVN-05", wire{request: eachVersion(swap("latest", "late-st"))}},
		{"latest-refused-in-legacy", "latest is malformed in the legacy header", "MVN-05", onHeaders(func(h http.Header) {
			if h.Get(legacyHeader) == "latest" {
				h.Set(legacyHeader, "late-st")
			}
		})},
		{
			"latest-is-the-one-before", "latest is the newest but one", "MVN-05",
			wire{request: eachVersion(swap("latest", newest.Previous().String()))},
		},
		{"latest-in-capitals", "LATEST is latest", "MVN-06", wire{request: eachVersion(swap("LATEST", "latest"))}},
	}
}

func swap(from, to string) func(string) string {
	return func(text string) string {
		if text == from {
			return to
		}
		return text
	}
}

func entryRules() []named {
	standard := func(change func(entry string) string) wire {
		return onHeaders(func(h http.Header) {
			if h[standardHeader] == nil {
				return
			}
			list := entries(h, standardHeader)
			for i, e := range list {
				list[i] = change(e)
			}
			h[standardHeader] = []string{strings.Join(list, ", ")}
		})
	}
	of := func(pick func(list []string) []string) wire {
		return onHeaders(func(h http.Header) {
			list := slices.DeleteFunc(entries(h, standardHeader), func(e string) bool { return !isCompute(e) })
			if len(list) > 1 {
				h[standardHeader] = pick(list)
			}
		})
	}
	malformed := func(e string) bool { return !strings.HasSuffix(e, "latest") && !wellFormed.MatchString(e) }
	return []named{
		{"other-services-count", "an entry of any service counts", "MVN-09", standard(func(e string) string {
			if _, text, found := strings.Cut(e, " "); found {
				return "compute " + text
			}
			return e
		})},
		{
			"nova-is-compute", "nova is another name for compute", "MVN-09",
			standard(func(e string) string { return strings.Replace(e, "nova ", "compute ", 1) }),
		},
		{"number-alone", "a number without a service counts", "MVN-09", standard(func(e string) string {
			if wellFormed.MatchString("compute " + e) {
				return "compute " + e
			}
			return e
		})},
		{"service-alone", "a service without a number is malformed", "MVN-09", standard(func(e string) string {
			if e == "compute" {
				return "compute nothing"
			}
			return e
		})},
		{"first-entry", "of several entries the first counts", "MVN-10", of(func(list []string) []string { return list[:1] })},
		{"first-line", "of several header lines the first counts", "MVN-10", onHeaders(func(h http.Header) {
			if len(h[standardHeader]) > 1 {
				h[standardHeader] = h[standardHeader][:1]
			}
		})},
		{"last-line", "of several header lines only the last is looked at", "MVN-10", onHeaders(func(h http.Header) {
			if n := len(h[standardHeader]); n > 1 {
				h[standardHeader] = h[standardHeader][n-1:]
			}
		})},
		{"last-entry-of-any", "only the last entry is looked at", "MVN-10", onHeaders(func(h http.Header) {
			if list := entries(h, standardHeader); len(list) > 1 {
				h[standardHeader] = list[len(list)-1:]
			}
		})},
		{"any-malformed-entry", "an entry that does not count may not be malformed", "MVN-10", of(func(list []string) []string {
			if i := slices.IndexFunc(list, malformed); i >= 0 {
				return list[i : i+1]
			}
			return list
		})},
		{"malformed-entry-skipped", "an entry that is malformed does not count", "MVN-10", of(func(list []string) []string {
			if good := slices.DeleteFunc(slices.Clone(list), malformed); len(good) > 0 {
				return good
			}
			return list
		})},
		{"first-legacy-entry", "of several numbers in the legacy header the first counts", "MVN-10", onHeaders(func(h http.Header) {
			if list := entries(h, legacyHeader); len(list) > 1 {
				h[legacyHeader] = list[:1]
			}
		})},
		{"case-of-the-service", "the service type is compared letter by letter", "MVN-11", standard(func(e string) string {
			if isCompute(e) && !strings.HasPrefix(e, "compute ") {
				return "another " + e
			}
			return e
		})},
		{"one-blank", "there may be one blank behind the service type only", "MVN-02", standard(func(e string) string {
			if strings.HasPrefix(e, "compute  ") {
				return "compute two-blanks"
			}
			return e
		})},
	}
}

var wellFormed = regexp.MustCompile(`^[a-zA-Z]+ +[1-9]\d*\.(0|[1-9]\d*)$`)

// formRules break which texts are valid versions, and which versions are in range.
func formRules(newest openapi.Version) []named {
	form := func(id, pattern, as, broken string) named {
		re := regexp.MustCompile(pattern)
		return named{id, broken, "MVN-07", wire{request: eachVersion(func(text string) string {
			if re.MatchString(text) {
				return re.ReplaceAllString(text, as)
			}
			return text
		})}}
	}
	ranged := func(id, broken string, in func(v openapi.Version) bool, as openapi.Version) named {
		return named{id, broken, "MVN-08", wire{request: eachVersion(func(text string) string {
			if v, err := openapi.ParseVersion(text); err == nil && in(v) {
				return as.String()
			}
			return text
		})}}
	}
	oldest := openapi.MustVersion("2.1")
	return []named{
		form("letters", `^2\.x$`, "2.1", "a letter is taken for a number"),
		form("no-minor", `^(\d+)$`, "$1.1", "the minor number may be missing"),
		form("empty-minor", `^(\d+)\.$`, "$1.1", "the minor number may be empty"),
		form("zero-before-minor", `^(\d+)\.0(\d+)$`, "$1.$2", "a minor number may begin with a zero"),
		form("zero-before-major", `^0(\d+\.\d+)$`, "$1", "a major number may begin with a zero"),
		form("three-numbers", `^(\d+\.\d+)\.\d+$`, "$1", "a third number is dropped"),
		form("sign", `^-(.*)$`, "$1", "a sign is dropped"),
		form("words-behind", `^(\d+\.\d+) .*$`, "$1", "words behind the number are dropped"),
		{"malformed-legacy", "a malformed legacy header is not looked at", "MVN-07", onHeaders(func(h http.Header) {
			if list := entries(h, legacyHeader); len(list) > 0 && list[len(list)-1] != "latest" && !wellFormed.MatchString("x "+list[len(list)-1]) {
				h.Del(legacyHeader)
			}
		})},
		ranged("above-is-newest", "what is above the newest is taken for it", newest.Less, newest),
		ranged("next-is-newest", "the microversion behind the newest is taken for it",
			func(v openapi.Version) bool { return v == newest.Next() }, newest),
		ranged("below-is-oldest", "what is below the oldest is taken for it", func(v openapi.Version) bool { return v.Less(oldest) }, oldest),
		ranged("major-above", "a greater major number is taken for the oldest", func(v openapi.Version) bool { return v.Major > 2 }, oldest),
		ranged("major-below", "a smaller major number is taken for the oldest", func(v openapi.Version) bool { return v.Major < 2 }, oldest),
		{"legacy-range", "the range does not hold for the legacy header", "MVN-08", onHeaders(func(h http.Header) {
			if v, err := openapi.ParseVersion(h.Get(legacyHeader)); err == nil && newest.Less(v) {
				h.Set(legacyHeader, newest.String())
			}
		})},
	}
}

// breakArrival makes an operation exist from one microversion too early and too late.
func (b *deriver) breakArrival(operation string) error {
	p := b.place(operation)
	s := b.operationSpan(operation)
	before, ok := b.before(s.from)
	if !ok {
		return fmt.Errorf("%s is there from the beginning", operation)
	}
	tree := b.trees[slices.Index(b.at, s.from)]
	whole := inline(tree, p.operationIn(tree), 0)
	path := jsonPathBelow("$", "paths", p.path)
	b.add(Mutant{
		ID: "negotiation/" + operation + ".early", Class: classNegotiation, Requirements: []string{"MVN-25", "MVN-36"}, rule: s.from.String(),
		Broken: fmt.Sprintf("%s is there at %s already", operation, before),
		code:   b.alterDocuments(span{from: before, until: before}, update(path, map[string]any{p.method: whole})),
	})
	b.add(Mutant{
		ID: "negotiation/" + operation + ".late", Class: classNegotiation, Requirements: []string{"MVN-25"}, rule: s.from.String(),
		Broken: fmt.Sprintf("%s is not there at %s yet", operation, s.from),
		code:   b.alterDocuments(span{from: s.from, until: s.from}, remove(jsonPathBelow(path, p.method))),
	})
	return nil
}
