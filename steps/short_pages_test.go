package steps_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/mockcloud"
	"plumbline/mockcloud/settings"
	"plumbline/steps"
)

const onLaterPages = `@spec:microversions
Feature: made up
  Scenario Outline: <row> what is on a later page is found by <query>
    Given a server
    And a newer server of the member2
    When the member sends GET /servers?<query> at 2.38
    Then the request is answered 200
    And the servers in the answer include the server
    And the servers in the answer include the newer server

    Examples:
      | row    | query                        |
      | MVN-01 | status=ACTIVE&status=SHUTOFF |
      | MVN-02 | status=SHUTOFF&status=ACTIVE |
      | MVN-03 | status=ACTIVE                |
      | MVN-04 | sort_key=uuid&sort_dir=desc  |
`

// A cloud whose pages are short, or that has many servers, has what is looked for on later pages, for which a link of Nova asks with but
// one of two values of a parameter.
func TestServersAreFoundOnLaterPages(t *testing.T) {
	short := settings.Default()
	short.MaxLimit = 1
	s := newShared(t, mockcloud.WithSettings(short))
	scenarios, err := features.Parse("microversions/made-up.feature", []byte(onLaterPages))
	require.NoError(t, err)
	o := s.options(t, eventlog.NewWriter(io.Discard, s.time.Now))
	o.Scenarios = scenarios
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, 4, outcome.Passed, outcome.FirstFailure+outcome.FirstErrorText)
}

const onThreePages = `@spec:volume-backed-rebuild @needs:block-storage
Feature: made up
  Scenario: BFV-01 attachments that are read page by page
    Given a volume-backed server
    And the member has reserved the root volume twice more for its server
    And the admin has put the root volume into reserved
    When the member asks block storage at 3.44 to take a reservation from the root volume
    Then the request is answered 200
    And the answer lists the other attachments of the root volume
`

// What a page ended with may be gone when the next one is asked for, which services refuse: the list is read again.
func TestListsAreBegunAnewWhereAMarkerIsGone(t *testing.T) {
	for _, row := range []struct {
		limit, cases int
		spec, text   string
		lists        []string
	}{
		{1, 4, "microversions", onLaterPages, []string{"servers", "flavors"}},
		{2, 1, "volume-backed-rebuild", onThreePages, []string{"attachments", "flavors"}},
	} {
		short := settings.Default()
		short.MaxLimit = row.limit
		s := newShared(t, mockcloud.WithSettings(short))
		scenarios, err := features.Parse(row.spec+"/made-up.feature", []byte(row.text))
		require.NoError(t, err)
		var mu sync.Mutex
		read := map[string]bool{}
		o := s.options(t, eventlog.NewWriter(io.Discard, s.time.Now))
		o.Scenarios = scenarios
		o.Target.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			if r.Method == http.MethodGet && q.Has("marker") {
				list := path.Base(strings.TrimSuffix(r.URL.Path, "/detail"))
				mu.Lock()
				if !read[list] {
					read[list] = true
					q.Set("marker", "00000000-0000-4000-8000-00000000dead")
					r.URL.RawQuery = q.Encode()
				}
				mu.Unlock()
			}
			s.cloud.ServeHTTP(w, r)
		})
		outcome, err := steps.Run(context.Background(), o)
		require.NoError(t, err)
		assert.Equal(t, row.cases, outcome.Passed, outcome.FirstFailure+outcome.FirstErrorText)
		assert.Subset(t, slices.Collect(maps.Keys(read)), row.lists)
	}
}

// A cloud that refuses every marker has no list that can be read whole, which is said.
func TestAListThatHasNoSecondPageIsAnError(t *testing.T) {
	short := settings.Default()
	short.MaxLimit = 1
	s := newShared(t, mockcloud.WithSettings(short))
	o := s.options(t, eventlog.NewWriter(io.Discard, s.time.Now))
	o.Target.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); strings.Contains(r.URL.Path, "/flavors") && q.Has("marker") {
			q.Set("marker", "00000000-0000-4000-8000-00000000dead")
			r.URL.RawQuery = q.Encode()
		}
		s.cloud.ServeHTTP(w, r)
	})
	_, err := steps.Run(context.Background(), o)
	assert.ErrorContains(t, err, "list flavors")
}
