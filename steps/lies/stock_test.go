package lies_test

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/reports/verdict"
)

// refusedRows are requirements whose rows are refused, many of them with the same beginnings.
var refusedRows = []string{"RKP-N09", "RKP-15", "RKP-N07", "RKP-N08", "UTH-N03", "UTH-N08", "UTH-N13", "UTH-14"}

// created counts the servers that the cloud is asked for, and tells no lie.
func created(n *atomic.Int64) func(*proxy, http.ResponseWriter, *http.Request) bool {
	return func(_ *proxy, _ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/servers") {
			n.Add(1)
		}
		return false
	}
}

// verdicts are those of all rows that ran.
func (f *found) verdicts() map[string]verdict.Verdict {
	out := map[string]verdict.Verdict{}
	for _, r := range f.report.Requirements {
		for _, row := range r.Rows {
			out[row.Case] = row.Verdict
		}
	}
	return out
}

// TestARefusedServerServesTheNextRefusal: with two thirds of the servers or less, and the same verdicts.
func TestARefusedServerServesTheNextRefusal(t *testing.T) {
	s := runBothWays(t, refusedRows)
	assert.Greater(t, s.fresh, int64(20))
	assert.LessOrEqual(t, 3*s.shared, 2*s.fresh)
	assert.Contains(t, s.lent.log, `"from":"`)
	assert.NotContains(t, s.alone.log, `"from":"`)
}

// bothWays are two runs of the same rows: with a server for each row (alone, fresh servers), and with lent ones (shared servers).
type bothWays struct {
	alone, lent   *found
	fresh, shared int64
}

// runBothWays runs rows both ways: they have the same verdicts, and none is tried again.
func runBothWays(t *testing.T, rows []string) (s bothWays) {
	t.Helper()
	return runBothWaysUpTo(t, rows, "")
}

// runBothWaysUpTo is runBothWays on a cloud with that newest microversion.
func runBothWaysUpTo(t *testing.T, rows []string, newest string) (s bothWays) {
	t.Helper()
	t.Setenv("PATH", t.TempDir())
	var fresh, shared atomic.Int64
	s.alone = run(t, lie{name: "none", tell: created(&fresh), rows: rows, fresh: true, newest: newest})
	s.lent = run(t, lie{name: "none", tell: created(&shared), rows: rows, newest: newest})
	s.fresh, s.shared = fresh.Load(), shared.Load()
	assert.Equal(t, s.alone.verdicts(), s.lent.verdicts())
	assert.NotContains(t, s.lent.log, `"again":"`)
	t.Logf("%d servers, and %d where each case has its own", s.shared, s.fresh)
	return s
}

// TestAServerThatWasOnlyReadServesTheNextCase: with a quarter of the servers or less, and the same verdicts. Those that a row deletes, or
// makes as no other row does, are its own.
func TestAServerThatWasOnlyReadServesTheNextCase(t *testing.T) {
	s := runBothWays(t, []string{"MVN-28", "MVN-29"})
	assert.Greater(t, s.fresh, int64(60))
	assert.LessOrEqual(t, 4*s.shared, s.fresh)
}

// TestAServerOfWhichTheServiceWasToldServesTheNextCase: it waited for no event. With half of the servers or less, and the same verdicts.
func TestAServerOfWhichTheServiceWasToldServesTheNextCase(t *testing.T) {
	s := runBothWaysUpTo(t, []string{"BFV-20a", "BFV-20d", "BFV-20e", "BFV-20f", "BFV-20o", "BFV-20p", "BFV-20q"}, "2.93")
	assert.Greater(t, s.fresh, int64(6))
	assert.LessOrEqual(t, 2*s.shared, s.fresh)
}

// TestALockedServerServesTheNextCase, once it is locked again as it was, by the same actor and with the same reason: with half of the
// servers or less, and the same verdicts.
func TestALockedServerServesTheNextCase(t *testing.T) {
	s := runBothWays(t, []string{"UTH-62"})
	assert.Greater(t, s.fresh, int64(20))
	assert.LessOrEqual(t, 2*s.shared, s.fresh)
}

// acceptedRows are requirements whose rows are accepted, or have more Given sentences than one that makes a server.
var acceptedRows = []string{"RKP-06", "RKP-07", "RKP-16", "RKP-24", "RKP-N11", "RKP-N12", "RKP-N13", "UTH-02", "UTH-03", "UTH-11", "UTH-62"}

// TestAnAcceptedRequestsServerServesTheNextCase, once it was brought back to what it was: with a third of the servers or less, and
// the same verdicts.
func TestAnAcceptedRequestsServerServesTheNextCase(t *testing.T) {
	s := runBothWays(t, acceptedRows)
	assert.Greater(t, s.fresh, int64(60))
	assert.LessOrEqual(t, 3*s.shared, s.fresh)
}

// TestAServerThatWasPutIntoErrorServesTheNextCase, once a rebuild has brought it up: with two thirds of the servers or less, and the same
// verdicts.
func TestAServerThatWasPutIntoErrorServesTheNextCase(t *testing.T) {
	s := runBothWays(t, []string{"RKP-25"})
	assert.Greater(t, s.fresh, int64(6))
	assert.LessOrEqual(t, 3*s.shared, 2*s.fresh)
}

// exclusiveRows are requirements with rows that close hosts, so that nothing runs beside them.
var exclusiveRows = []string{"UTH-64", "UTH-44", "UTH-N15", "UTH-N16", "UTH-N17"}

// TestARowThatRunsAloneLeavesItsServerToTheNext once its host is open: with two thirds of the servers or less, and the same verdicts.
func TestARowThatRunsAloneLeavesItsServerToTheNext(t *testing.T) {
	s := runBothWays(t, exclusiveRows)
	assert.Greater(t, s.fresh, int64(20))
	assert.LessOrEqual(t, 3*s.shared, 2*s.fresh)
}

// TestARowThatTriesOutAPinLeavesItsServerToTheNext where no field shows pins: with two thirds of the servers or less, and the same
// verdicts.
func TestARowThatTriesOutAPinLeavesItsServerToTheNext(t *testing.T) {
	s := runBothWaysUpTo(t, []string{"UTH-40", "UTH-41", "UTH-44", "UTH-47"}, "2.93")
	assert.Greater(t, s.fresh, int64(20))
	assert.LessOrEqual(t, 3*s.shared, 2*s.fresh)
}

// TestRowsThatChooseAmongHostsShareServers, and the zone that a host was moved to for them: with two thirds of the servers or less, and the
// same verdicts.
func TestRowsThatChooseAmongHostsShareServers(t *testing.T) {
	s := runBothWaysUpTo(t, []string{"UTH-41g", "UTH-43a", "UTH-46a", "UTH-46d", "UTH-47d", "UTH-49a", "UTH-49c", "UTH-64f"}, "2.93")
	assert.Greater(t, s.fresh, int64(12))
	assert.LessOrEqual(t, 3*s.shared, 2*s.fresh)
}

// TestAServerThatChangesWhenItsHostOpensIsNotLent: on this cloud a server that found no host is renamed when a host is open again,
// after its row has seen that it is as it was.
func TestAServerThatChangesWhenItsHostOpensIsNotLent(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	tried, renamed, late, used := map[string]bool{}, map[string]bool{}, map[string]bool{}, 0
	renames := func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		server, unshelves := action(r, "unshelve")
		service := r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/os-services/")
		if !unshelves && !service {
			return false
		}
		a := p.honest(r)
		p.mu.Lock()
		defer p.mu.Unlock()
		closed := strings.Contains(a.body, `"disabled"`) || strings.Contains(a.body, `"forced_down": true`)
		switch {
		case unshelves && late[server]:
			used++
		case unshelves:
			tried[server] = tried[server] || a.status == http.StatusAccepted
		case closed: // the next row has begun; before, a server may be brought up to give it back its pin
			maps.Copy(late, renamed)
		default:
			for server := range tried {
				rename := asked(r, servers+server, `{"server": {"name": "another"}}`)
				renamed[server] = renamed[server] || p.honest(rename).status == http.StatusOK
			}
			clear(tried)
		}
		send(w, a)
		return true
	}
	run(t, lie{name: "an open host renames servers", rows: []string{"UTH-64"}, tell: renames}).passed(t, "UTH-64")
	assert.Contains(t, slices.Collect(maps.Values(renamed)), true)
	assert.Zero(t, used, "how often another row uses a renamed server")
}

// TestAServerWhoseVolumeIsLostIsNotStarted to be lent on: after a rebuild that left its root volume in error it never starts on a real
// cloud, and the run would wait for it in vain.
func TestAServerWhoseVolumeIsLostIsNotStarted(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var started atomic.Int64
	f := run(t, lie{
		name: "none", rows: []string{"BFV-N10c", "BFV-01a", "BFV-05", "BFV-07"}, newest: "2.93",
		tell: func(_ *proxy, _ http.ResponseWriter, r *http.Request) bool {
			if _, starts := action(r, "os-start"); starts {
				started.Add(1)
			}
			return false
		},
	})
	f.passed(t, "BFV-N10")
	assert.Zero(t, started.Load(), "starts of a server")
}

// TestAFailedServerWithAVolumeIsNotRebuilt to be lent on: its row rebuilds it twice, and a real cloud may never end a third one.
func TestAFailedServerWithAVolumeIsNotRebuilt(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	rebuilt := map[string]int{}
	f := run(t, lie{
		name: "none", rows: []string{"BFV-16a", "BFV-16b", "BFV-16c"}, newest: "2.93",
		tell: func(p *proxy, _ http.ResponseWriter, r *http.Request) bool {
			if server, is := action(r, "rebuild"); is {
				p.mu.Lock()
				defer p.mu.Unlock()
				rebuilt[server]++
			}
			return false
		},
	})
	f.passed(t, "BFV-16")
	for server, times := range rebuilt {
		assert.LessOrEqual(t, times, 2, "rebuilds of server %s", server)
	}
}

// TestAServerThatIsNotWhatItWasIsNotLent: on these clouds only the first rebuild of a server does what it should. Each case gets a
// server that nobody has tried to bring back in vain.
func TestAServerThatIsNotWhatItWasIsNotLent(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for name, second := range map[string]func(*proxy, *http.Request, string) answer{
		"a server can be rebuilt once": func(*proxy, *http.Request, string) answer {
			return answer{status: http.StatusConflict, body: `{"conflictingRequest": {"code": 409, "message": "once"}}`}
		},
		"the second rebuild of a server gives it another name": func(p *proxy, r *http.Request, server string) answer {
			a := p.honest(r)
			rename := asked(r, servers+server, `{"server": {"name": "another"}}`)
			rename.Method = http.MethodPut
			p.honest(rename)
			return a
		},
	} {
		t.Run(name, func(t *testing.T) {
			rebuilt := map[string]int{}
			f := run(t, lie{name: name, rows: []string{"RKP-06", "RKP-16"}, tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
				server, is := action(r, "rebuild")
				if !is {
					return false
				}
				p.mu.Lock()
				rebuilt[server]++
				n := rebuilt[server]
				p.mu.Unlock()
				if n > 1 {
					send(w, second(p, r, server))
				}
				return n > 1
			}})
			f.passed(t, "RKP-06", "RKP-16")
			most := slices.Max(slices.Collect(maps.Values(rebuilt)))
			assert.Equal(t, 2, most, "the most rebuilds of one server")
		})
	}
}

// TestARefusalThatChangesTheServerIsCaught, also where the server is another case's next.
func TestARefusalThatChangesTheServerIsCaught(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	f := run(t, lie{name: "a refused rebuild locks the server", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		server, is := action(r, "rebuild")
		if !is {
			return false
		}
		a := p.honest(r)
		if a.status >= 400 {
			p.honest(asked(r, servers+server+"/action", `{"lock": null}`))
		}
		send(w, a)
		return true
	}, rows: []string{"RKP-N09", "RKP-15"}})
	for _, id := range []string{"RKP-N09", "RKP-15"} {
		is, why := f.verdict(id)
		assert.Equal(t, verdict.Fail, is, why)
		assert.Contains(t, why, "locked")
	}
	f.noCertificate(t)
}

// TestWhatFailsWithWhatAnotherCaseLeftIsTriedAgain: a cloud that trips over a server which was refused something before is
// not failed for it.
func TestWhatFailsWithWhatAnotherCaseLeftIsTriedAgain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	refused := map[string]bool{}
	f := run(t, lie{
		name: "a server that was refused once answers another status",
		tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
			server, is := action(r, "rebuild")
			if !is {
				return false
			}
			a := p.honest(r)
			p.mu.Lock()
			again := refused[server]
			refused[server] = a.status >= 400
			p.mu.Unlock()
			if again && a.status >= 400 && a.status != http.StatusNotFound {
				a.status = http.StatusForbidden
			}
			send(w, a)
			return true
		}, rows: []string{"RKP-N09", "RKP-15"},
	})
	f.passed(t, "RKP-N09", "RKP-15")
	assert.Contains(t, f.log, `"again":"with what `)
}

func (f *found) passed(t *testing.T, ids ...string) {
	t.Helper()
	for _, id := range ids {
		is, why := f.verdict(id)
		assert.Equal(t, verdict.Pass, is, why)
	}
}

// asked is a request of the same caller.
func asked(r *http.Request, path, body string) *http.Request {
	out := r.Clone(r.Context())
	out.URL.Path, out.URL.RawPath, out.RequestURI = path, "", path
	out.Body, out.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	return out
}
