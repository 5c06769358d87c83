package steps_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/steps"
)

// bySecond is a cloud that revokes as identity services do: with the password of a user go the tokens that were given before,
// and those that come so soon after it that they cannot be told from them (here, the next one).
type bySecond struct {
	http.Handler
	mu      sync.Mutex
	soon    map[string]int
	revoked map[string]bool
	refused int
}

func (b *bySecond) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, user, reset := strings.Cut(r.URL.Path, "/v3/users/")
	switch token := r.Header.Get("X-Auth-Token"); {
	case b.revoked[token]:
		b.refused++
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Openstack-Request-Id", "req-revoked")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"error": {"code": 401, "title": "Unauthorized", "message": "The request you have made requires authentication."}}`))
	case r.Method == http.MethodPatch && reset:
		b.soon[user] = 1
		b.Handler.ServeHTTP(w, r)
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/auth/tokens"):
		rec := httptest.NewRecorder()
		b.Handler.ServeHTTP(rec, r)
		var given struct {
			Token struct{ User struct{ ID string } }
		}
		_ = json.Unmarshal(rec.Body.Bytes(), &given) // what is no token names no user
		if id := given.Token.User.ID; b.soon[id] > 0 {
			b.soon[id]--
			b.revoked[rec.Header().Get("X-Subject-Token")] = true
		}
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	default:
		b.Handler.ServeHTTP(w, r)
	}
}

// A run that goes on resets the passwords of its users: the first tokens after it may be refused, and nothing is lost by that.
func TestAResumeWaitsUntilItsTokensHold(t *testing.T) {
	s := newShared(t)
	cloud := &bySecond{Handler: s.cloud, soon: map[string]int{}, revoked: map[string]bool{}}
	through := func(o *steps.Options) { o.Target.Handler = cloud }
	var log bytes.Buffer
	require.True(t, s.kill(t, &log, 60, through))
	require.False(t, s.kill(t, &log, 1<<30, through), "the resumed run comes to its end")
	assert.Positive(t, cloud.refused)
	var calm bytes.Buffer
	require.False(t, newShared(t).kill(t, &calm, 1<<30, nil))
	assert.Equal(t, verdicts(t, &calm), verdicts(t, &log))
}
