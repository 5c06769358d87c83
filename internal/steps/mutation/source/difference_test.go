package source_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/mutation/source"
)

// heard is what a witness makes of answers to GET /things.
func heard(setup int, bodies ...string) []source.Exchange {
	n := 0
	w := &source.Witness{Next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Openstack-Request-Id", "req-00000000-0000-4000-8000-00000000000"+string(rune('0'+n%10)))
		if status, body, ok := strings.Cut(bodies[n], "!"); ok && status == "404" {
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(body))
			return
		}
		_, _ = w.Write([]byte(bodies[n]))
	})}
	for ; n < len(bodies); n++ {
		w.Asking = n >= setup
		w.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/things", nil))
	}
	return w.Seen()
}

func TestAnswersAreComparedWithoutWhatDiffersFromRunToRun(t *testing.T) {
	const a, b = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
	for _, row := range []struct{ name, was, is, want string }{
		{"another id", `{"id": "` + a + `"}`, `{"id": "` + b + `"}`, ""},
		{"an id in a longer word", `{"name": "volume-` + a + `"}`, `{"name": "volume-` + b + `"}`, ""},
		{"two ids that were one", `{"id": "` + a + `", "of": "` + a + `"}`, `{"id": "` + a + `", "of": "` + b + `"}`, `/of was "#1", is "#2"`},
		{"an id of a project", `{"id": "` + strings.Repeat("a", 32) + `"}`, `{"id": "` + strings.Repeat("b", 32) + `"}`, ""},
		{"a name of the run", `{"name": "plumbline-1a-it-1"}`, `{"name": "plumbline-2b-it-7"}`, ""},
		{"another day", `{"at": "2026-01-01T00:00:00Z"}`, `{"at": "2027-01-01T00:00:00Z"}`, ""},
		{
			"another distance", `["2026-01-01T00:00:00Z", "2026-01-01T00:00:05Z"]`,
			`["2026-01-01T00:00:00Z", "2026-01-01T00:00:06Z"]`, `/1 was "T5Z", is "T6Z"`,
		},
		{"another password", `{"server":{"adminPass":"U6bLw5V8Sgne","id":1}}`, `{"server":{"adminPass":"gcU6bLw5V8Sg","id":1}}`, ""},
		{"a signed URL", `{"u": "http://x/?Signature=a%2F&v=1"}`, `{"u": "http://x/?Signature=b%2F&v=1"}`, ""},
		{"a value", `{"a": {"b": [1, 2]}}`, `{"a": {"b": [1, 3]}}`, "/a/b/1 was 2, is 3"},
		{"a key that is gone", `{"a": 1, "b": 2}`, `{"a": 1}`, "/b was 2, is (absent)"},
		{"a key too many", `{"a": 1}`, `{"a": 1, "c": null}`, "/c was (absent), is null"},
		{"another status", `{}`, `404!{}`, "status was 200, is 404 {}"},
	} {
		t.Run(row.name, func(t *testing.T) {
			was, is := heard(0, row.was), heard(0, row.is)
			d := source.FirstDifference("R", was, is)
			if row.want == "" {
				assert.Nil(t, d)
				assert.Equal(t, source.Marks(was), source.Marks(is))
				return
			}
			assert.Equal(t, "R: GET /things: "+row.want, d.String())
			assert.NotEqual(t, source.Marks(was), source.Marks(is))
		})
	}
}

func TestADifferenceAfterTheSetUpComesFirst(t *testing.T) {
	d := source.FirstDifference("R", heard(1, "1", "2"), heard(1, "3", "4"))
	assert.Equal(t, "R: GET /things: body was 2, is 4", d.String())
	d = source.FirstDifference("R", heard(1, "1", "2"), heard(1, "3", "2"))
	assert.Contains(t, d.String(), "while it is set up")
	assert.NotNil(t, source.FirstDifference("R", heard(0, "1"), heard(0, "1", "1")), "one more request")
}
