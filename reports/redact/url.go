package redact

import (
	"regexp"
	"strings"
)

// userinfo matches the password between "scheme://user:" and "@".
var userinfo = regexp.MustCompile(`(://[^/?#\s:@"]*:)[^/?#\s@"]+@`)

// urlSecrets are query parameters that carry a secret beside the names of secret JSON keys.
var urlSecrets = map[string]bool{
	"signature": true, "sig": true, "x-amz-signature": true, "x-amz-security-token": true,
	"temp_url_sig": true, "x-amz-credential": true, "awsaccesskeyid": true, "token": true, "access_token": true,
	"auth_token": true, "api_key": true, "code": true,
}

// URL returns raw without its password and without the values of secret query parameters. The rest keeps
// its bytes: a test may be about how a URL was written.
func (r *Redactor) URL(raw string) string {
	out := userinfo.ReplaceAllString(raw, "${1}"+Mark+"@")
	if at := strings.IndexByte(out, '?'); at >= 0 {
		query, fragment, found := strings.Cut(out[at+1:], "#")
		out = out[:at+1] + redactPairs(query)
		if found {
			out += "#" + fragment
		}
	}
	return r.Text(out)
}

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
