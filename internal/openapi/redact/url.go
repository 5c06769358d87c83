package redact

import (
	"net/url"
	"strings"
)

// URL returns raw without its password, without the values of secret query parameters, and without tokens in its path. The
// rest does not change, since a test may be about the form of a URL.
func (r *Redactor) URL(raw string) string {
	out := withoutUserinfo(raw)
	path, query, asks := strings.Cut(out, "?")
	out = tokenSegments(path)
	if asks {
		query, fragment, found := strings.Cut(query, "#")
		out += "?" + redactPairs(query)
		if found {
			out += "#" + fragment
		}
	}
	return r.redactShapes(out)
}

// tokenSegments replaces the segment after "tokens" in a path: in Identity v2 it is a token.
func tokenSegments(path string) string {
	before, _, found := strings.Cut(path, "/tokens/")
	if !found {
		return path
	}
	segments := strings.Split(path[len(before):], "/")
	for i, s := range segments {
		if i > 0 && segments[i-1] == "tokens" && s != "" && s != "OS-PKI" {
			segments[i] = Mark
		}
	}
	return before + strings.Join(segments, "/")
}

// withoutUserinfo removes the password from every "scheme://user:password@host" in a text. A password may have any
// character, also unescaped: it ends at the last @, unless the host and its port come before that.
func withoutUserinfo(s string) string {
	const mark = "://"
	out := veiled{text: s}
	for at := 0; ; {
		next := strings.Index(s[at:], mark)
		if next < 0 {
			return out.String()
		}
		at += next + len(mark)
		word := s[at:]
		if end := strings.IndexAny(word, " \t\r\n\"'<>`\\"); end >= 0 {
			word = word[:end]
		}
		end := strings.LastIndexByte(word, '@')
		colon := strings.IndexByte(word, ':')
		if colon < 0 || end < colon {
			continue
		}
		if host := strings.IndexAny(word, "/?#"); host >= 0 && host < end {
			if host < colon || digits(word[colon+1:host]) { // host or host:port come first: the @ is part of the path
				continue
			}
		}
		if end > colon+1 {
			out.replacePart(at+colon+1, at+end, Mark)
		}
		at += end
	}
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// redactPairs redacts the values of secret names, and tokens, in key=value&key=value.
func redactPairs(query string) string {
	pairs := strings.Split(query, "&")
	for i, p := range pairs {
		name, value, ok := strings.Cut(p, "=")
		if ok && value != "" && (secretParameter(name) || IsToken(unescape(value))) {
			pairs[i] = name + "=" + Mark
		}
	}
	return strings.Join(pairs, "&")
}

func secretParameter(name string) bool {
	name = unescape(name)
	return urlSecrets[strings.ToLower(name)] || SecretName(name)
}

// unescape is a part of a query without its escapes; what is escaped wrongly stays as it is.
func unescape(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}
