package packs

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// veil replaces the values that belong to a cloud: equal values by equal replacements, numbered in order of appearance.
type veil struct {
	public public
	// given maps kind and value to the replacement; counts numbers each kind.
	given  map[[2]string]string
	counts map[string]int
	// names are words that are replaced as names wherever they appear.
	names map[string]bool
}

func newVeil() *veil {
	return &veil{public: thePublic(), given: map[[2]string]string{}, counts: map[string]int{}, names: map[string]bool{}}
}

// replacementFor answers the replacement of a value of a kind; made makes it from its number, from 1.
func (v *veil) replacementFor(kind, thing string, made func(n int) string) string {
	at := [2]string{kind, thing}
	if known, ok := v.given[at]; ok {
		return known
	}
	v.counts[kind]++
	v.given[at] = made(v.counts[kind])
	return v.given[at]
}

// Patterns of values that differ in each run.
var (
	anID     = regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|\b[0-9a-fA-F]{32}\b`)
	aLongHex = regexp.MustCompile(`\b[0-9a-fA-F]{40,}\b`)
	aURL     = regexp.MustCompile(`[a-z][a-z0-9+]*://[^\s"'<>\\]+`)
	anEmail  = regexp.MustCompile(`[\w.+-]+@[\w-]+(\.[\w-]+)+`)
	aTime    = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d`)
	aDay     = regexp.MustCompile(`\b(19|20)\d\d-[01]\d-[0-3]\d\b`)
	anIPv4   = regexp.MustCompile(`\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b`)
	colons   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9a-fA-F]{0,4}(:[0-9a-fA-F]{0,4}){2,15}`) })
	ourName  = regexp.MustCompile(`plumbline-[0-9a-zA-Z_.-]*[0-9a-zA-Z]`)
	keyText  = regexp.MustCompile(`(ssh-[a-z0-9]+|ecdsa-[a-z0-9-]+) (\[key [^\]]*\]|[A-Za-z0-9+/=]{16,})( [\w.@-]+)?`)
)

// name answers the replacement of a name. A name that a run made keeps its prefix: texts of faults are compared without it.
func (v *veil) name(of string) string {
	switch {
	case of == "":
		return ""
	case anID.FindString(of) == of:
		return v.id(of)
	case strings.HasPrefix(of, "plumbline-"):
		return v.replacementFor("ours", of, func(n int) string { return fmt.Sprintf("plumbline-%d", n) })
	}
	return v.replacementFor("name", of, func(n int) string { return fmt.Sprintf("name-%d", n) })
}

// id answers the replacement of an id, in the same form: with or without dashes.
func (v *veil) id(of string) string {
	plain := strings.ToLower(strings.ReplaceAll(of, "-", ""))
	dashed := v.replacementFor("id", plain, func(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) })
	if strings.Contains(of, "-") {
		return dashed
	}
	return strings.ReplaceAll(dashed, "-", "")
}

// ipv4 answers the replacement of an address, from the ranges for documentation and benchmarks.
func (v *veil) ipv4(of string) string {
	return v.replacementFor("ipv4", of, func(n int) string { return fmt.Sprintf("198.18.%d.%d", n/256%256, n%256) })
}

func (v *veil) ipv6(of string) string {
	return v.replacementFor("ipv6", of, func(n int) string { return fmt.Sprintf("2001:db8::%x", n) })
}
