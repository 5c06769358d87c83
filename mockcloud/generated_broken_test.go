package mockcloud_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

// mangle breaks what stands around a body: method, path, headers, or the whole body. It answers the body.
func (g *generator) mangle(r *http.Request, body string) string {
	headers := []string{
		"X-Auth-Token", "Content-Type", "Openstack-Api-Version", "Accept", "X-Openstack-Nova-Api-Version",
		"X-Service-Token", "X-Openstack-Request-Id",
	}
	values := append([]string{
		"", "application/xml", "text/plain; charset=utf-16", "application/json; charset=nonsense", "compute latest",
		"compute 2.999", "compute", "compute 2.1, volume 3.70",
		"volume -1.0", "compute 2.1\t", "compute 99999999999999999999.1", "latest", "*/*;q=x", strings.Repeat("x", 9000),
	}, words...)
	switch g.IntN(6) {
	case 0:
		r.Method = []string{"HEAD", "PATCH", "DELETE", "OPTIONS", "TRACE", "FROB", "PUT"}[g.IntN(7)]
	case 1:
		r.URL.Path += []string{"/", "//", "/..", "/%", "/x/y/z", ".json", ";a=b", "\u2028"}[g.IntN(8)]
		r.URL.RawPath = ""
	case 2:
		r.URL.RawQuery = []string{
			"limit=-1", "limit=a&limit=b", "marker=" + strings.Repeat("m", 4000), "%zz", "&&&=",
			"sort_key=;drop", "a[]=1", "limit=9999999999999999999999",
		}[g.IntN(8)]
	case 3:
		value := values[g.IntN(len(values))]
		if slices.ContainsFunc([]byte(value), func(c byte) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
			value = "x"
		}
		r.Header[headers[g.IntN(len(headers))]] = []string{value}
	case 4:
		delete(r.Header, headers[g.IntN(len(headers))])
	default:
		return []string{
			"", "null", "[]", "0", `"`, "{", `{"a": 1, "a": 2}`, `{"server": null}`, strings.Repeat("[",
				5000), strings.Repeat(`{"a":`, 3000), "\xff\xfe\x00",
			`{"a": 1e999}`, `{"\ud800": "\udfff"}`, strings.Repeat(" ", 100000), `{"x": "` + strings.Repeat("y", 120000) + `"}`, "<xml/>",
		}[g.IntN(16)]
	}
	return body
}

// curl is a request as a command line, for a mock that listens on 127.0.0.1:8774; a token is to be had with
// `openstack token issue`.
func curl(r *http.Request, body string) string {
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	var b strings.Builder
	fmt.Fprintf(&b, "curl -i -X %s", r.Method)
	for _, name := range sortedHeader(r.Header) {
		value := r.Header.Get(name)
		if name == "X-Auth-Token" && value != "" {
			fmt.Fprintf(&b, ` -H "X-Auth-Token: $TOKEN"`)
			continue
		}
		fmt.Fprintf(&b, " -H %s", quote(name+": "+value))
	}
	if body != "" {
		fmt.Fprintf(&b, " --data-binary %s", quote(body))
	}
	fmt.Fprintf(&b, " %s", quote("http://127.0.0.1:8774"+r.URL.RequestURI()))
	return b.String()
}

func sortedHeader(h http.Header) []string {
	var out []string
	for name := range h {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// TestARoundIsMadeOfItsSeed: the same seed sends the same requests and gets the same answers, so that what breaks once
// breaks again.
func TestARoundIsMadeOfItsSeed(t *testing.T) {
	for _, service := range []openapi.Service{openapi.Compute, openapi.Orchestration} {
		var told []uint64
		for range 2 {
			f, err := newFuzz(openapi.Specified, service)
			require.NoError(t, err)
			f.round(t, 3)
			told = append(told, f.told.Sum64())
		}
		assert.Equal(t, told[0], told[1], service)
	}
}
