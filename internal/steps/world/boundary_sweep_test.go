package world_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/world"
)

// TestBelowSince sends requests at 2.53 and holds the answers against the document there.
func TestBelowSince(t *testing.T) {
	for _, row := range []struct {
		name string
		body map[string]any
		// own is the status that the scenario expects at 2.54.
		own int
		// instead is what the target answers, 0 for the mock's own answer.
		instead   int
		instead2  string
		fail      string
		noServer  bool
		sabotaged bool
	}{
		{name: "a key that the old document refuses", body: map[string]any{"key_name": "K"}, own: 202},
		{name: "what both documents accept ends as it does above", body: map[string]any{}, own: 202},
		{name: "a server that is not there is not there below either", body: map[string]any{}, own: 404, noServer: true},
		{
			name: "a target that takes the key too early", body: map[string]any{"key_name": "K"}, own: 202, instead: 202,
			instead2: `{"server": {}}`, fail: "expected 400, got 202",
		},
		{
			name: "a target that refuses what was always allowed", body: map[string]any{}, own: 202, instead: 400,
			instead2: `{"badRequest": {"code": 400, "message": "no"}}`, fail: "accepts the request",
		},
		{
			name: "an answer with a field of later", body: map[string]any{}, own: 202, instead: 202,
			instead2: `{"server": {"key_name": "K"}}`, fail: "leaves the document at 2.53",
		},
		{
			name: "a refusal that changes something all the same", body: map[string]any{"key_name": "K"}, own: 202,
			sabotaged: true, fail: "a refused request changed",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t, plan.Case{ID: "c@since-1", Variant: plan.Since1, At: openapi.MustVersion("2.53")})
			server, err := fixtures.BootServer(s.world, fixtures.ServerSpec{})
			require.NoError(t, err)
			path := fixtures.Path(s.world, "/servers/{server}/action")
			if row.noServer {
				path = "/servers/00000000-0000-4000-8000-000000000000/action"
			}
			s.before = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != "POST" {
					return false
				}
				if row.sabotaged {
					s.before = nil
					require.NoError(t, fixtures.ActSetup(s.world, "member", server, "os-stop", nil, ""))
					return false
				}
				if row.instead == 0 {
					return false
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(row.instead)
				_, err := w.Write([]byte(row.instead2))
				require.NoError(t, err)
				return true
			}
			row.body["imageRef"] = fixtures.Image(s.world)
			s.world.BeginStep(features.Exchange, 1)
			_, err = s.world.Subject(world.Request{Actor: "member", Method: "POST", Path: path, At: "2.53", Body: action("rebuild", row.body)})
			require.NoError(t, err)
			s.world.BeginStep(features.Observation, 1)
			err = s.world.AnswersLike("2.53", "2.54", row.own)
			if row.fail == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, row.fail)
			assert.True(t, world.IsFailure(err))
		})
	}
}

// TestRefusedPostToACollection has other cases make and delete servers while one is refused.
func TestRefusedPostToACollection(t *testing.T) {
	for _, row := range []struct {
		name, made, fail string
	}{
		{name: "another case makes a server meanwhile", made: "another"},
		{name: "the request makes its server all the same", made: "wanted", fail: "a refused request changed /servers"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t, plan.Case{ID: "c@since-1", Variant: plan.Since1, At: openapi.MustVersion("2.53")})
			boot := func(name string) map[string]any {
				return map[string]any{"server": map[string]any{
					"name": name, "imageRef": fixtures.Image(s.world),
					"flavorRef": fixtures.Flavor(s.world), "networks": "none",
				}}
			}
			s.before = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPost {
					return false
				}
				s.before = nil
				x, err := s.world.Do(world.Setup,
					world.Request{Actor: "member", Method: http.MethodPost, Path: "/servers", At: "2.53", Body: boot(row.made)})
				require.NoError(t, err)
				require.Equal(t, http.StatusAccepted, x.Status)
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusBadRequest)
				_, err = w.Write([]byte(`{"badRequest": {"code": 400, "message": "no"}}`))
				require.NoError(t, err)
				return true
			}
			body := boot("wanted")
			body["server"].(map[string]any)["colour"] = "red"
			s.world.BeginStep(features.Exchange, 1)
			_, err := s.world.Subject(world.Request{Actor: "member", Method: http.MethodPost, Path: "/servers", At: "2.53", Body: body})
			require.NoError(t, err)
			s.world.BeginStep(features.Observation, 1)
			err = s.world.AnswersLike("2.53", "2.54", http.StatusAccepted)
			if row.fail == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, row.fail)
		})
	}
}
