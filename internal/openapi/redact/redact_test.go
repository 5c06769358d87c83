package redact_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/openapi/redact"
)

func TestKnownValues(t *testing.T) {
	const password = `pa"ss/wörd+1`
	r := redact.New()
	r.AddSecrets(password, "tok-0123456789", "tok-0123456789-longer", "hunter2", "abc")
	tests := []struct{ name, in, want string }{
		{"plain", "x " + password + " y", "x [redacted] y"},
		{"escaped for JSON", `{"a":"pa\"ss/wörd+1"}`, `{"a":"[redacted]"}`},
		{"escaped for a query", "?p=" + url.QueryEscape(password), "?p=[redacted]"},
		{"in base64", base64.StdEncoding.EncodeToString([]byte(password)), "[redacted]"},
		{"the longer of two", "tok-0123456789-longer", "[redacted]"},
		{"inside a longer word", "xtok-0123456789x", "x[redacted]x"},
		{"a short one is a whole word", "hunter2 hunter22 ahunter2 hunter2.", "[redacted] hunter22 ahunter2 [redacted]."},
		{"too short to be replaced", "abc", "abc"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, r.Text(tt.in)) })
	}
}

func TestHeader(t *testing.T) {
	in := http.Header{
		"X-Auth-Token": {"0123456789abcdef"}, "X-Subject-Token": {"0123456789abcdef"}, "X-Service-Token": {"other"},
		"Authorization": {"Basic ZGVtbzpzZWNyZXQ="}, "X-Instance-Id-Signature": {"feed"}, "x-instance-id-signature": {"feed"},
		"Set-Cookie": {"a=b", "c=d"}, "Content-Type": {"application/json"}, "X-Auth-Key": {"k"},
		"Location": {"http://u:hunter2@h/v2.1/servers/1?token=zzz"}, "X-Openstack-Request-Id": {"req-1"}, "Empty": {""},
	}
	got := redact.New().Header(in)
	assert.Equal(t, http.Header{
		"X-Auth-Token": {"[redacted sha256:9f9f5111]"}, "X-Subject-Token": {"[redacted sha256:9f9f5111]"}, "X-Service-Token": {
			"[redacted sha256:d9298a10]",
		},
		"Authorization": {"[redacted]"}, "X-Instance-Id-Signature": {"[redacted]"}, "x-instance-id-signature": {"[redacted]"},
		"Set-Cookie": {"[redacted]", "[redacted]"}, "Content-Type": {"application/json"}, "X-Auth-Key": {"[redacted]"},
		"Location": {"http://u:[redacted]@h/v2.1/servers/1?token=[redacted]"}, "X-Openstack-Request-Id": {"req-1"}, "Empty": {""},
	}, got)
	assert.Equal(t, "0123456789abcdef", in.Get("X-Auth-Token"), "the request on its way keeps its token")
	assert.Nil(t, redact.New().Header(nil))
}

func TestURL(t *testing.T) {
	r := redact.New("tok-0123456789")
	for in, want := range map[string]string{
		"http://h:8774/v2.1/servers/1?limit=1&x=":       "http://h:8774/v2.1/servers/1?limit=1&x=",
		"https://demo:hunter2@h/":                       "https://demo:[redacted]@h/",
		"http://h/x?password=p&a=1&X-Amz-Signature=s#f": "http://h/x?password=[redacted]&a=1&X-Amz-Signature=[redacted]#f",
		"http://h/v2.0/tokens/tok-0123456789":           "http://h/v2.0/tokens/[redacted]",
	} {
		assert.Equal(t, want, r.URL(in))
	}
}

func TestBodiesThatAreNotJSON(t *testing.T) {
	r := redact.New("tok-0123456789")
	assert.Equal(t, "", r.Body("text/plain", nil))
	assert.Equal(t, "[4 bytes of application/octet-stream, sha256:9f64a747e1b97f13]", r.Body("application/octet-stream", []byte{1, 2, 3, 4}))
	assert.Regexp(t, `^\[2 bytes of binary content, sha256:`, r.Body("", []byte{0xff, 0xfe}))
	assert.Equal(t, "a=1&password=[redacted]", r.Body("application/x-www-form-urlencoded", []byte("a=1&password=hunter2")))
	assert.Equal(t, "<html>[redacted]</html>", r.Body("text/html", []byte("<html>tok-0123456789</html>")))
	assert.Equal(t, `{"password":"[redacted]"}`, r.Body("text/plain", []byte(`{"password":"hunter2"}`)), "a wrong media type hides nothing")
}

func TestLongBodiesSayWhatIsMissing(t *testing.T) {
	long := `{"a":"` + strings.Repeat("é", 40000) + `"}`
	got := redact.New().Body("application/json", []byte(long))
	assert.Less(t, len(got), redact.Limit+100)
	assert.True(t, strings.HasSuffix(got, "bytes kept]"), got[len(got)-60:])
	assert.Contains(t, got, "of 80008 bytes kept]")
	assert.NotContains(t, got, "\ufffd")
}

func TestConcurrentUse(t *testing.T) {
	r := redact.New()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			secret := strings.Repeat(string(rune('a'+i)), 20)
			for range 200 {
				r.AddSecrets(secret)
				assert.Equal(t, redact.Mark, r.Text(secret))
			}
		})
	}
	wg.Wait()
}
