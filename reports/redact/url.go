package redact

import "strings"

// urlSecrets are query parameters that carry a secret beside the names of secret JSON keys.
var urlSecrets = map[string]bool{
	"signature": true, "sig": true, "x-amz-signature": true, "x-amz-security-token": true,
	"temp_url_sig": true, "x-amz-credential": true, "awsaccesskeyid": true, "token": true, "access_token": true,
	"auth_token": true, "api_key": true, "code": true,
}

// URL returns raw without its password and without the values of secret query parameters. The rest keeps
// its bytes: a test may be about how a URL was written.
func (r *Redactor) URL(raw string) string {
	out := withoutUserinfo(raw)
	if at := strings.IndexByte(out, '?'); at >= 0 {
		query, fragment, found := strings.Cut(out[at+1:], "#")
		out = out[:at+1] + redactPairs(query)
		if found {
			out += "#" + fragment
		}
	}
	return r.shaped(out)
}

// withoutUserinfo takes the password out of every "scheme://user:password@host" of a text. A password may have any
// character that a careless hand wrote into it: the last @ ends it, unless the host and its port come first.
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
			out.put(at+colon+1, at+end, Mark)
		}
		at += end
	}
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// redactPairs redacts the values of secret names in key=value&key=value.
func redactPairs(query string) string {
	pairs := strings.Split(query, "&")
	for i, p := range pairs {
		name, value, ok := strings.Cut(p, "=")
		if ok && value != "" && (urlSecrets[strings.ToLower(name)] || secretName(name)) {
			pairs[i] = name + "=" + Mark
		}
	}
	return strings.Join(pairs, "&")
}
