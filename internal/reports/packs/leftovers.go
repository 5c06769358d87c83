package packs

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"plumbline/internal/reports/eventlog"
)

// Leftovers lists the ids, addresses, hosts, e-mail addresses and names of a log that are also in a pack: none in a pack
// that Record made. Names in the documents and the scenarios are not counted.
func Leftovers(events []eventlog.Event, p *Pack) []string {
	own := ownOf(events)
	found := map[string]bool{}
	look := func(s string) {
		for word := range wordsOf(s) {
			if own[word] {
				found[word] = true
			}
		}
	}
	for _, s := range p.Header.Services {
		look(s.Endpoint)
	}
	for _, c := range p.Cases {
		look(c.Gate)
		for _, x := range c.Exchanges {
			for _, s := range slices.Concat([]string{x.URL}, values(x.RequestBody), values(x.ResponseBody)) {
				look(s)
			}
			for _, values := range x.ResponseHeader {
				look(strings.Join(values, " "))
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// ownOf collects the values in a log that belong to the cloud, in lower case.
func ownOf(events []eventlog.Event) map[string]bool {
	v := newVeil()
	own := map[string]bool{}
	shapes := func(s string) {
		for word := range wordsOf(s) {
			if tellsItself(word) && !v.isReplacement(word) {
				own[word] = true
			}
		}
	}
	for _, e := range events {
		if e.TargetDescribed != nil {
			for _, s := range e.TargetDescribed.Services {
				if u, err := url.Parse(s.Endpoint); err == nil && !keptHosts[u.Host] {
					own[strings.ToLower(u.Hostname())] = true
				}
			}
		}
		if x := e.Exchanged; x != nil {
			v.rememberNames(x.ResponseBody)
			for _, s := range []string{x.URL, x.RequestBody, x.ResponseBody} {
				shapes(s)
			}
		}
	}
	for name := range v.names {
		if !v.public.fields[name] && !v.public.segments[name] && !v.isReplacement(name) {
			own[strings.ToLower(name)] = true
		}
	}
	return own
}

// tellsItself tells whether a word is an id, an address or an e-mail address.
func tellsItself(word string) bool {
	return anID.FindString(word) == word || anIPv4.FindString(word) == word || anEmail.FindString(word) == word ||
		ourName.FindString(word) == word
}

// values are the texts in a body, and those keys that are ids or addresses: other keys come from the API or the scenarios.
func values(body string) []string {
	value, err := decode(body)
	if err != nil {
		return []string{body}
	}
	var out []string
	var walk func(any)
	walk = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			for k, e := range value {
				if tellsItself(k) {
					out = append(out, k)
				}
				walk(e)
			}
		case []any:
			for _, e := range value {
				walk(e)
			}
		case string:
			out = append(out, value)
		}
	}
	walk(value)
	return out
}

// wordsOf are the words of a text in lower case: each whole, and without the punctuation around it.
func wordsOf(s string) map[string]bool {
	out := map[string]bool{}
	for _, is := range []interface{ FindAllString(string, int) []string }{aWord, anID, anIPv4, anEmail, ourName} {
		for _, w := range is.FindAllString(s, -1) {
			out[strings.ToLower(strings.TrimRight(w, ".-_:"))] = true
		}
	}
	delete(out, "")
	return out
}
