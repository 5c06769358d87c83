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
		programs     bool
	}{
		"a server whose description was updated":         {[]string{"MVN-29bg", "MVN-29bh", "MVN-29bi"}, 1, 3, false},
		"a server with user data":                        {[]string{"RKP-26d"}, 1, 3, false},
		"a server with all parameters set":               {[]string{"RKP-26f", "RKP-26g"}, 1, 6, false},
		"a server with tags and metadata":                {[]string{"UTH-14f", "UTH-14g"}, 1, 6, false},
		"a server with a data volume":                    {[]string{"BFV-23a"}, 1, 3, false},
		"a data volume that was put into another state":  {[]string{"BFV-N05d", "BFV-N05e"}, 1, 6, false},
		"a root volume with a snapshot":                  {[]string{"BFV-27c"}, 1, 3, false},
		"a root volume that another server had":          {[]string{"BFV-10b"}, 4, 6, false},
		"a server whose rebuild was refused by its host": {[]string{"BFV-N08"}, 1, 8, false},
		"several servers that are only listed":           {[]string{"MVN-28ax", "MVN-28ay", "MVN-28az"}, 2, 6, false},
		"two servers of a hypervisor":                    {[]string{"HYP-10ao", "HYP-10ap"}, 2, 4, false},
		"a server with others in its group":              {[]string{"UTH-64zj"}, 2, 6, false},
		"a server that is gone":                          {[]string{"MVN-28dv", "MVN-28dw", "MVN-28dx"}, 1, 3, false},
		"a server in no zone that has moved":             {[]string{"UTH-14e"}, 1, 3, false},
		"nothing, where the volume is spoilt":            {[]string{"BFV-15f", "BFV-15g"}, 2, 2, false},
		"nothing, where the key pair is gone":            {[]string{"RKP-23"}, 3, 3, false},
		"a server that is pinned once more":              {[]string{"UTH-11", "UTH-11b"}, 4, 11, false},
		"a server that a client program has rebuilt":     {[]string{"RKP-21a", "RKP-21b"}, 1, 2, true},
		"a server that a client program has unshelved":   {[]string{"UTH-22c", "UTH-22d"}, 1, 2, true},
		"a volume that was reserved once more":           {[]string{"BFV-11f", "BFV-11g"}, 1, 2, false},
		"a volume whose data was read as an image":       {[]string{"BFV-19", "BFV-01h"}, 1, 3, false},
		"a volume that block storage wrote itself":       {[]string{"BFV-12e", "BFV-12f"}, 1, 2, false},
		"servers of one base in several states":          {[]string{"RKP-N06a", "RKP-N06b", "RKP-N06c"}, 1, 9, false},
	} {
		t.Run(what, func(t *testing.T) {
			for _, fresh := range []bool{false, true} {
				var log bytes.Buffer
				s := newShared(t)
				if c.programs {
					s = listen(t)
				}
				o := s.options(t, eventlog.NewWriter(&log, s.time.Now))
				o.Scenarios, o.Fresh, o.Selection.Only, o.Selection.Sweep, o.Selection.Disruptive = all, fresh, c.rows, true, true
				o.Jobs, o.MaxServers = 1, 8
				outcome, err := steps.Run(context.Background(), o)
				require.NoError(t, err)
				assert.Positive(t, outcome.Passed)
				assert.Zero(t, outcome.Failed, outcome.FirstFailure)
				assert.Zero(t, outcome.Errors, outcome.FirstErrorText)
				assert.Zero(t, outcome.Leaked)
				made, spent := 0, []string{}
				for _, e := range events(t, &log) {
					if x := e.Exchanged; x != nil && x.Case != "" && x.Method == http.MethodPost && x.Status == http.StatusAccepted &&
						strings.HasSuffix(x.URL, "/servers") {
						made++
					}
					if e.CleanedUp != nil && e.CleanedUp.Spent != "" {
						spent = append(spent, e.CleanedUp.Case+": "+e.CleanedUp.Spent)
					}
				}
				want := c.lent
				if fresh {
					want = c.afresh
				}
				assert.Equal(t, want, made, "fresh: %v, passed: %d, %q", fresh, outcome.Passed, spent)
				assert.NotEmpty(t, spent)
			}
		})
	}
}
