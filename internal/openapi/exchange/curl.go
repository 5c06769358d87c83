package exchange

import (
	"net/textproto"
	"slices"
	"strings"
)

// tokenVariables are shell variables for headers with secrets, by header name.
var tokenVariables = map[string]string{
	"X-Auth-Token": "$OS_TOKEN", "X-Subject-Token": "$OS_SUBJECT_TOKEN", "X-Service-Token": "$OS_SERVICE_TOKEN",
}

// curlNoise are headers that curl sends by itself or that belong to one connection.
var curlNoise = []string{"Accept-Encoding", "Connection", "Content-Length", "Host", "User-Agent", "Traceparent"}

// Curl renders a request as a command line for a POSIX shell, with $OS_TOKEN for its token. Redacted values stay redacted, for
// the reader to fill in.
func Curl(x Request) string {
	parts := []string{"curl -sS -i"}
	switch x.Method {
	case "GET", "":
	case "HEAD":
		parts = []string{"curl -sS -I"}
	default:
		parts = append(parts, "-X "+x.Method)
	}
	parts = append(parts, quote(x.URL))
	names := make([]string, 0, len(x.RequestHeader))
	for name := range x.RequestHeader {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		canonical := textproto.CanonicalMIMEHeaderKey(name)
		if slices.Contains(curlNoise, canonical) {
			continue
		}
		for _, value := range x.RequestHeader[name] {
			parts = append(parts, "-H "+headerArgument(canonical, name, value))
		}
	}
	if x.RequestBody != "" {
		parts = append(parts, "--data-binary "+quote(x.RequestBody))
	}
	return strings.Join(parts, " \\\n  ")
}

func headerArgument(canonical, name, value string) string {
	if variable := tokenVariables[canonical]; variable != "" && value != "" {
		return `"` + name + ": " + variable + `"`
	}
	if value == "" {
		return quote(name + ";")
	}
	return quote(name + ": " + value)
}

// quote quotes s as one word for a POSIX shell.
func quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
