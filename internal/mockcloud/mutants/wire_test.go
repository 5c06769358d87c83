package mutants

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
)

// seen is what a mock behind a wire gets of a request.
func seen(t *testing.T, id string, header http.Header) http.Header {
	t.Helper()
	m, there := listed(t, openapi.Shipped)[id]
	require.True(t, there, id)
	var got http.Header
	cloud := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header })
	r := httptest.NewRequest(http.MethodGet, "/compute/v2.1/servers", nil)
	r.Header = header
	m.wire.around(cloud).ServeHTTP(httptest.NewRecorder(), r)
	return got
}

func TestWiresBreakWhatTheySay(t *testing.T) {
	standard := func(lines ...string) http.Header { return http.Header{standardHeader: lines} }
	for id, row := range map[string]struct {
		sent http.Header
		want []string
	}{
		"negotiation/first-entry":             {standard("compute 2.1, volume 3.0, compute 2.54"), []string{"compute 2.1"}},
		"negotiation/first-line":              {standard("compute 2.1", "compute 2.54"), []string{"compute 2.1"}},
		"negotiation/last-line":               {standard("compute 2.54", "volume 3.1"), []string{"volume 3.1"}},
		"negotiation/nova-is-compute":         {standard("nova 2.53"), []string{"compute 2.53"}},
		"negotiation/latest-in-capitals":      {standard("compute LATEST"), []string{"compute latest"}},
		"negotiation/zero-before-minor":       {standard("compute 2.01"), []string{"compute 2.1"}},
		"negotiation/below-is-oldest":         {standard("compute 2.0"), []string{"compute 2.1"}},
		"negotiation/other-services-count":    {standard("volume 3.50"), []string{"compute 3.50"}},
		"negotiation/any-malformed-entry":     {standard("compute 2.x, compute 2.54"), []string{"compute 2.x"}},
		"negotiation/standard-ignored":        {standard("compute 2.54"), nil},
		"negotiation/case-of-the-service":     {standard("COMPUTE 2.54"), []string{"another COMPUTE 2.54"}},
		"negotiation/default-second":          {http.Header{}, []string{"compute 2.2"}},
		"negotiation/malformed-entry-skipped": {standard("compute 2.54, compute 2.x"), []string{"compute 2.54"}},
	} {
		assert.Equal(t, row.want, seen(t, id, row.sent)[standardHeader], id)
	}
}

func TestAWireLeavesOtherServicesAndTheRequestItselfAlone(t *testing.T) {
	m := listed(t, openapi.Shipped)["negotiation/standard-ignored"]
	r := httptest.NewRequest(http.MethodPost, "/identity/v3/auth/tokens", strings.NewReader("{}"))
	r.Header.Set(standardHeader, "compute 2.54")
	w := httptest.NewRecorder()
	m.wire.around(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		assert.Equal(t, "compute 2.54", in.Header.Get(standardHeader))
		w.Header().Set("X-Answer", "yes")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte("made"))
	})).ServeHTTP(w, r)
	assert.Equal(t, http.StatusCreated, w.Code)
	assert.Equal(t, "made", w.Body.String())
	assert.Equal(t, "yes", w.Header().Get("X-Answer"))
	assert.Equal(t, "compute 2.54", r.Header.Get(standardHeader))
}
