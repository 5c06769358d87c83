// Package underfire_test runs the suite against a mock behind a network that breaks: whatever happens on the way,
// a broken cloud never passes and a sound one never fails. It is a module of its own, so that who imports Plumbline's
// mock does not get toxiproxy with it.
package underfire_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/openapi"
	"plumbline/internal/reports/verdict"
)

func sizeOf() size {
	if os.Getenv("PLUMBLINE_SOAK") == "full" {
		return size{
			openapi.Profiles(),
			[]string{
				"rebuild-keypair-reset", "unshelve-to-host", "volume-backed-rebuild", "hypervisors-project-admin",
				"stack-lock", "microversions",
			},
			3, 2, true,
		}
	}
	return size{[]openapi.Profile{openapi.Shipped}, []string{"rebuild-keypair-reset"}, 2, 1, false}
}

// line is one of the matrix: what became of rows on sound clouds, and of rows on clouds that they find broken.
type line struct {
	toxic         toxic
	sound, broken map[verdict.Verdict]int
	reason        string
}

// TestSoakToxicsNeverChangeAVerdict is the matrix of toxics and verdicts. Each toxic strikes each row at the request
// that the row is about, at one before and at one after it. What the time of `go test -timeout` is too short for is said.
func TestSoakToxicsNeverChangeAVerdict(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no client programs: how they take a broken network is not the suite's
	s, began := sizeOf(), time.Now()
	lines := make([]*line, len(toxics(s.whole)))
	for i, x := range toxics(s.whole) {
		lines[i] = &line{toxic: x, sound: map[verdict.Verdict]int{}, broken: map[verdict.Verdict]int{}}
	}
	var mu sync.Mutex
	late := 0
	t.Run("all", func(t *testing.T) {
		for _, profile := range s.profiles {
			for _, one := range choose(t, profile, s) {
				for i, l := range lines {
					for _, from := range one.moments(rand.New(rand.NewPCG(uint64(i), 7))) {
						t.Run(fmt.Sprintf("%s/%s/%s %s/%d", profile, one, l.toxic.name, l.toxic.on(), from), func(t *testing.T) {
							t.Parallel()
							if over(t) {
								mu.Lock()
								late++
								mu.Unlock()
								t.Skip("the time that -timeout gives is nearly over")
							}
							got := one.run(t, l.toxic, from)
							mu.Lock()
							defer mu.Unlock()
							l.count(t, one, from, got)
						})
					}
				}
			}
		}
	})
	t.Logf("toxics × verdicts, %s; %d strikes for which there was no time\n%s", time.Since(began).Round(time.Second), late, matrix(lines))
	none := lines[0]
	require.Equal(t, nothing, none.toxic.on(), "the first line is without a toxic")
	assert.Positive(t, none.sound[verdict.Pass])
	assert.Positive(t, none.broken[verdict.Fail])
	assert.Len(t, none.sound, 1, "without a toxic every sound cloud passes")
	assert.Len(t, none.broken, 1, "and every broken one fails")
}

// over tells whether there is no time for another row.
func over(t *testing.T) bool {
	end, ends := t.Deadline()
	return ends && time.Until(end) < time.Minute
}

// moments are the request that the row is about, one before it and one after it.
func (s subject) moments(rng *rand.Rand) []int {
	out := []int{s.at}
	if s.at > 1 {
		out = append(out, 1+rng.IntN(s.at-1))
	}
	if s.asks > s.at {
		out = append(out, s.at+1+rng.IntN(s.asks-s.at))
	}
	return out
}

// count adds a result, and complains when it is a lie.
func (l *line) count(t *testing.T, s subject, from int, got result) {
	about := fmt.Sprintf("%s under %s (%s, %v), from request %d of %d on, the subject is %d: %s", s.scenario.ID,
		l.toxic.name, l.toxic.on(), l.toxic.toxicity, from, s.asks, s.at, got.reason)
	to, lie := l.sound, verdict.Fail
	if s.mutant != nil {
		to, lie, about = l.broken, verdict.Pass, s.mutant.ID+": "+about
	}
	to[got.verdict]++
	assert.NotEqual(t, lie, got.verdict, about)
	assert.LessOrEqual(t, got.sent, 1, "the subject was sent again: %s", about)
	if got.verdict == verdict.Pass || got.verdict == verdict.Fail {
		return
	}
	assert.Equal(t, verdict.Error, got.verdict, about)
	assert.NotEmpty(t, got.reason, about)
	if from == s.at && l.reason == "" {
		l.reason = got.reason
	}
}

// matrix prints the lines.
func matrix(lines []*line) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "toxic\ton\ttoxicity\tsound: pass\terror\tfalse fail\tbroken: fail\terror\tfalse pass\ta reason, struck at the subject")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%s\t%v\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", l.toxic.name, l.toxic.on(), l.toxic.toxicity,
			l.sound[verdict.Pass], l.sound[verdict.Error], l.sound[verdict.Fail],
			l.broken[verdict.Fail], l.broken[verdict.Error], l.broken[verdict.Pass], shortened(l.reason))
	}
	w.Flush()
	return b.String()
}

func shortened(s string) string {
	const most = 300
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
