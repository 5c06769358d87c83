package steps_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/features"
	"plumbline/internal/reports/eventlog"
	"plumbline/steps"
)

// TestCasesLeaveTheirServersToTheNext holds how few servers a run against a shared cloud makes: what a case has done to its servers is
// undone for the next case that begins alike. With a server of its own for each case the verdicts are the same.
func TestCasesLeaveTheirServersToTheNext(t *testing.T) {
	all, err := features.Scenarios()
	require.NoError(t, err)
	for what, c := range map[string]struct {
		rows         []string
		lent, afresh int
	}{
		"a server whose description was updated":         {[]string{"MVN-29bg", "MVN-29bh", "MVN-29bi"}, 1, 3},
		"a server with user data":                        {[]string{"RKP-26d"}, 1, 3},
		"a server with all parameters set":               {[]string{"RKP-26f", "RKP-26g"}, 1, 6},
		"a server with tags and metadata":                {[]string{"UTH-14f", "UTH-14g"}, 1, 6},
		"a server with a data volume":                    {[]string{"BFV-23a"}, 1, 3},
		"a data volume that was put into another state":  {[]string{"BFV-N05d", "BFV-N05e"}, 1, 6},
		"a root volume with a snapshot":                  {[]string{"BFV-27c"}, 1, 3},
		"a root volume that another server had":          {[]string{"BFV-10b"}, 4, 6},
		"a server whose rebuild was refused by its host": {[]string{"BFV-N08"}, 1, 8},
		"several servers that are only listed":           {[]string{"MVN-28ax", "MVN-28ay", "MVN-28az"}, 2, 6},
		"two servers of a hypervisor":                    {[]string{"HYP-10ao", "HYP-10ap"}, 2, 4},
		"a server with others in its group":              {[]string{"UTH-64zj"}, 2, 6},
		"a server that is gone":                          {[]string{"MVN-28dv", "MVN-28dw", "MVN-28dx"}, 1, 3},
		"a server in no zone that has moved":             {[]string{"UTH-14e"}, 1, 3},
		"nothing, where the volume is spoilt":            {[]string{"BFV-15f", "BFV-15g"}, 2, 2},
		"nothing, where the key pair is gone":            {[]string{"RKP-23"}, 3, 3},
		"a server that is pinned once more":              {[]string{"UTH-11", "UTH-11b"}, 3, 8},
		"servers of one base in several states":          {[]string{"RKP-N06a", "RKP-N06b", "RKP-N06c"}, 1, 9},
	} {
		t.Run(what, func(t *testing.T) {
			for _, fresh := range []bool{false, true} {
				var log bytes.Buffer
				s := newShared(t)
				o := s.options(t, eventlog.NewWriter(&log, s.time.Now))
				o.Scenarios, o.Fresh, o.Selection.Only, o.Selection.Sweep, o.Selection.Disruptive = all, fresh, c.rows, true, true
				o.Jobs, o.MaxServers = 1, 8
				outcome, err := steps.Run(context.Background(), o)
				require.NoError(t, err)
				assert.Positive(t, outcome.Passed)
				assert.Zero(t, outcome.Failed, outcome.FirstFailure)
				assert.Zero(t, outcome.Errors, outcome.FirstErrorText)
				assert.Zero(t, outcome.Leaked)
				made := 0
				for _, e := range events(t, &log) {
					if x := e.Exchanged; x != nil && x.Case != "" && x.Method == http.MethodPost && x.Status == http.StatusAccepted &&
						strings.HasSuffix(x.URL, "/servers") {
						made++
					}
				}
				want := c.lent
				if fresh {
					want = c.afresh
				}
				assert.Equal(t, want, made, "fresh: %v, passed: %d", fresh, outcome.Passed)
			}
		})
	}
}
