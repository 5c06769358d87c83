package redact

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const secretValue = "Vis1ble-s3cret"

// places are where a name and its value may stand; each answers what is kept.
var places = map[string]func(name string) string{
	"a header": func(name string) string {
		return fmt.Sprint(New().Header(http.Header{http.CanonicalHeaderKey(name): {secretValue}}))
	},
	"a JSON key": func(name string) string { return New().Text(fmt.Sprintf(`{"%s": "%s"}`, name, secretValue)) },
	"a JSON key at depth": func(name string) string {
		return New().Text(fmt.Sprintf(`{"a": [{"b": {"%s":"%s"}}]}`, name, secretValue))
	},
	"a list": func(name string) string { return New().Text(fmt.Sprintf(`{"%s": ["x", "%s"]}`, name, secretValue)) },
	"JSON in a string": func(name string) string {
		return New().Text(fmt.Sprintf(`{"body": "{\"%s\": \"%s\"}"}`, name, secretValue))
	},
	"a body of JSON": func(name string) string {
		return New().Body("application/json", fmt.Appendf(nil, `{"%s": "%s"}`, name, secretValue))
	},
	"JSON that was cut off": func(name string) string { return New().Text(fmt.Sprintf(`{"a": 1, "%s": "%s`, name, secretValue)) },
	"JSON without a comma":  func(name string) string { return New().Text(fmt.Sprintf(`{"a": 1 "%s": "%s"}`, name, secretValue)) },
	"JSON with a bare word": func(name string) string { return New().Text(fmt.Sprintf(`{"a": x y, "%s": "%s"}`, name, secretValue)) },
	"JSON in a sentence":    func(name string) string { return New().Text(fmt.Sprintf(`sent {"%s": "%s"}`, name, secretValue)) },
	"a Python dictionary":   func(name string) string { return New().Text(fmt.Sprintf(`{'%s': '%s'}`, name, secretValue)) },
	"YAML":                  func(name string) string { return New().Text(fmt.Sprintf("auth:\n  %s: %s\n", name, secretValue)) },
	"a query":               func(name string) string { return New().URL(fmt.Sprintf("http://h/x?a=1&%s=%s#f", name, secretValue)) },
	"a query whose name is escaped": func(name string) string {
		return New().URL(fmt.Sprintf("/x?%%%02x%s=%s", name[0], name[1:], secretValue))
	},
	"a form": func(name string) string {
		return New().Body("application/x-www-form-urlencoded", fmt.Appendf(nil, "a=1&%s=%s", name, secretValue))
	},
}

func TestEachSecretNameIsRedactedInEachPlace(t *testing.T) {
	for _, plain := range slices.Sorted(maps.Keys(secretKeys)) {
		for _, name := range []string{plain, strings.ToUpper(plain[:2]) + plain[2:3] + "_" + plain[3:], plain[:2] + "-" + plain[2:]} {
			for place, kept := range places {
				assert.NotContains(t, kept(name), secretValue, "%s in %s", name, place)
			}
		}
	}
}

func TestSecretsWithoutASecretNameInTheBody(t *testing.T) {
	r := New()
	for name := range tokenHeaders {
		assert.Regexp(t, `^\[redacted sha256:[0-9a-f]{8}\]$`, r.Header(http.Header{name: {secretValue}}).Get(name), name)
	}
	for name := range secretHeaders {
		assert.Equal(t, Mark, r.Header(http.Header{name: {secretValue}}).Get(name), name)
	}
	for name := range urlSecrets {
		assert.Equal(t, "/x?"+name+"="+Mark, r.URL("/x?"+name+"="+secretValue), name)
	}
	for _, token := range []string{
		"gAAAA" + strings.Repeat("b", 40), "gAAAAA" + strings.Repeat("b", 20),
		"eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2ln",
	} {
		assert.True(t, IsToken(token), token)
		for _, kept := range []string{
			r.URL("/v3/x/" + token), r.URL("/x?a=" + token), r.URL("/x?a=%" + fmt.Sprintf("%02x", token[0]) +
				token[1:]), r.Text("who sent " + token),
			r.Text(`{"a": "` + token + `"}`),
		} {
			assert.NotContains(t, kept, token[8:], token)
		}
	}
	for in, want := range map[string]string{
		"/v2.0/tokens/" + secretValue + "/endpoints": "/v2.0/tokens/" + Mark + "/endpoints",
		"/v3/auth/tokens/OS-PKI/revoked":             "/v3/auth/tokens/OS-PKI/revoked",
		"/v3/auth/tokens":                            "/v3/auth/tokens",
		"https://u:" + secretValue + "@h/p":          "https://u:" + Mark + "@h/p",
	} {
		assert.Equal(t, want, r.URL(in))
	}
	assert.NotContains(t, r.Text(`{"auth": {"identity": {"token": {"id": "`+secretValue+`"}}}}`), secretValue)
}
