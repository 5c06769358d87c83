package packs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/eventlog"
)

// mostText is how much is kept of a body that is not JSON (bytes).
const mostText = 200

// body replaces the cloud's values in a body. A body that is not JSON keeps its beginning, treated as a sentence.
func (v *veil) body(s string) string {
	if s == "" {
		return ""
	}
	value, err := decode(s)
	if err != nil {
		short := v.text(s[:min(len(s), mostText)])
		if json.Valid([]byte(short)) {
			return "[no JSON]"
		}
		return short + redact.Cut(s)
	}
	out, err := encode(v.value("", value, false))
	if err != nil {
		return "[no JSON]"
	}
	return out
}

func decode(s string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one value")
	}
	return value, nil
}

func encode(value any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// value replaces a value under a key; within tells whether the value is inside an object of free.
func (v *veil) value(key string, value any, within bool) any {
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for _, k := range slices.Sorted(maps.Keys(value)) {
			out[v.key(k, within)] = v.value(k, value[k], within || free[k])
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, e := range value {
			out[i] = v.value(key, e, within)
		}
		return out
	case string:
		return v.string(key, value, within)
	case json.Number:
		return number(key, value)
	}
	return value // true, false, null
}

// key replaces the key of an object if it is an id, or belongs to the user.
func (v *veil) key(k string, within bool) string {
	switch {
	case anID.FindString(k) == k && k != "":
		return v.id(k)
	case ourName.FindString(k) == k && k != "":
		return v.name(k)
	case !within || v.public.fields[k]:
		return k
	}
	return v.replacementFor("key", k, func(n int) string { return fmt.Sprintf("key-%d", n) })
}

// short matches words that the API itself may use; only such texts stay as they are.
var short = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9 _:;=+./-]{0,80}$`) })

func (v *veil) string(key, s string, within bool) string {
	switch {
	case s == "" || s == redacted || strings.HasPrefix(s, "[redacted"):
		return s[:min(len(s), len(redacted))]
	case within:
		return v.replaceOpaque(s)
	case keptStrings[key] && short().MatchString(s) && v.replaceShapes(s) == s && !aURL.MatchString(s):
		return s
	case texts[key]:
		return v.text(s)
	case named[key]:
		return v.name(s)
	}
	return v.replaceOpaque(s)
}

// replaceOpaque replaces a text of an unknown key: as an id or address if it has that form, else as a name.
func (v *veil) replaceOpaque(s string) string {
	if aURL.FindString(s) == s || strings.HasPrefix(s, "/") && !strings.ContainsAny(s, " \n") {
		return v.url(s)
	}
	if anID.FindString(s) == s {
		return v.id(s)
	}
	if shaped := v.replaceShapes(s); shaped != s && v.isReplacement(shaped) {
		return shaped
	}
	if v.isReplacement(s) {
		return v.replacementFor("text", s, func(n int) string { return fmt.Sprintf("text-%d", n) })
	}
	return v.name(s)
}

func number(key string, n json.Number) json.Number {
	switch {
	case keptNumbers[key]:
		return n
	case strings.HasPrefix(n.String(), "-"):
		return "-1"
	case strings.Trim(n.String(), "0.eE+-") == "":
		return "0"
	}
	return "1"
}

// rememberNames stores the names in a body, so that they are also replaced in sentences.
func (v *veil) rememberNames(s string) {
	if value, err := decode(s); err == nil {
		v.learnFrom("", value)
	}
}

func (v *veil) learnFrom(key string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for k, e := range value {
			v.learnFrom(k, e)
		}
	case []any:
		for _, e := range value {
			v.learnFrom(key, e)
		}
	case string:
		if named[key] && len(value) >= 3 && !common[value] {
			v.names[value] = true
		}
	}
}

// learnMounts stores the paths at which a cloud serves its services, where the documents do not have them.
func (v *veil) learnMounts(target *eventlog.TargetDescribed) {
	for _, s := range target.Services {
		u, err := url.Parse(s.Endpoint)
		if err != nil {
			continue
		}
		for segment := range strings.SplitSeq(u.Path, "/") {
			if !v.public.segments[segment] && !anID.MatchString(segment) {
				v.names[segment] = true
			}
		}
	}
}
