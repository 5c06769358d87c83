package lies_test

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/reports/verdict"
	"plumbline/mockcloud"
)

// hasty is a sound cloud whose rebuilds and unshelves are over before the next request about the server is looked at, so often.
func hasty(t *testing.T, often int) *found {
	var mu sync.Mutex
	begun := map[string]bool{}
	return run(t, lie{name: "work is over soon", tell: func(p *proxy, _ http.ResponseWriter, r *http.Request) bool {
		for _, verb := range []string{"rebuild", "unshelve"} {
			server, is := action(r, verb)
			if !is {
				continue
			}
			mu.Lock()
			if begun[server] && often > 0 {
				often--
				for range 2 { // an unshelve has two phases
					p.cloud.(*mockcloud.Cloud).Control().Advance(5 * time.Second)
				}
			}
			begun[server] = true
			mu.Unlock()
		}
		return false
	}, rows: []string{"RKP-N07", "UTH-63"}, fresh: true, takes: 5 * time.Second})
}

// TestACloudIsNotFailedForItsHaste: what was to be going on was over, which is no failure of the cloud's.
func TestACloudIsNotFailedForItsHaste(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	f := hasty(t, 2)
	for _, id := range []string{"RKP-N07", "UTH-63"} {
		is, why := f.verdict(id)
		assert.Equal(t, verdict.Pass, is, why)
	}
	assert.True(t, strings.Contains(f.log, `"again":"what was to be going on may have been over`), "it was tried again")

	f = hasty(t, 1000)
	for _, id := range []string{"RKP-N07", "UTH-63"} {
		is, why := f.verdict(id)
		assert.Equal(t, verdict.Error, is, why)
		assert.Contains(t, why, "nothing was proven, tried 3 times")
	}
}

// TestABusyServerThatIsRebuiltAllTheSameIsCaught: the work is known to have gone on.
func TestABusyServerThatIsRebuiltAllTheSameIsCaught(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	f := run(t, lie{name: "a busy server is rebuilt", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		if _, is := action(r, "rebuild"); !is {
			return false
		}
		a := p.honest(r)
		if a.status == http.StatusConflict {
			a.status, a.body = http.StatusAccepted, `{"server": {}}`
		}
		send(w, a)
		return true
	}, rows: []string{"RKP-N07"}, fresh: true, takes: 5 * time.Second})
	is, why := f.verdict("RKP-N07")
	assert.Equal(t, verdict.Fail, is, why)
}

// TestWorkThatFailsBetweenTwoLooksIsNoContradiction: the log of actions shows one at work, and lists it as failed a moment later.
func TestWorkThatFailsBetweenTwoLooksIsNoContradiction(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	between := 0
	f := run(t, lie{name: "work ends between two looks", tell: func(p *proxy, _ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/os-instance-actions") {
			between++
			p.cloud.(*mockcloud.Cloud).Control().Advance(time.Minute)
		}
		return false
	}, rows: []string{"UTH-64d"}, fresh: true, sweep: true, takes: 5 * time.Second})
	is, why := f.verdict("UTH-64")
	assert.NotEqual(t, verdict.Fail, is, why)
	assert.NotEqual(t, verdict.Error, is, why)
	assert.NotZero(t, between)
	assert.NotContains(t, f.log, `"outcome":"fail"`)
	assert.Contains(t, f.log, `"outcome":"pass"`)
}

// TestWorkThatIsWrittenDownLate: a server is in its new state a moment before the log of actions has the ends of the work. The
// first look at each action shows it without them, in every row of the specifications whose servers work.
func TestWorkThatIsWrittenDownLate(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var mu sync.Mutex
	looks := map[string]int{}
	result := regexp.MustCompile(`"(finish_time|result|traceback|message|details)": ?"[^"]*"`)
	f := run(t, lie{name: "ends are written down late", tell: func(p *proxy, w http.ResponseWriter, r *http.Request) bool {
		_, id, is := strings.Cut(r.URL.Path, "/os-instance-actions/")
		if r.Method != http.MethodGet || !is {
			return false
		}
		a := p.honest(r)
		mu.Lock()
		if looks[id]++; a.status == http.StatusOK && looks[id] == 1 {
			a.body = result.ReplaceAllString(a.body, `"$1": null`)
		}
		mu.Unlock()
		send(w, a)
		return true
	}, specs: []string{"rebuild-keypair-reset", "unshelve-to-host", "volume-backed-rebuild"}})
	f.judge(t, lie{})
	assert.Greater(t, len(looks), 20)
}
