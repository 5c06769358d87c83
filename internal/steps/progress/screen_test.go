package progress_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/steps/progress"
	"plumbline/steps"
)

// screen is as much of a terminal as the bar needs: it wraps at its width, goes up, and empties lines.
type screen struct {
	width    int
	rows     [][]rune
	row, col int
}

func (s *screen) write(text string) {
	for len(s.rows) <= s.row {
		s.rows = append(s.rows, nil)
	}
	for i := 0; i < len(text); {
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "\x1b[2K"):
			s.rows[s.row], i = nil, i+4
		case strings.HasPrefix(rest, "\x1b[1A"):
			s.row, i = max(s.row-1, 0), i+4
		case rest[0] == '\r':
			s.col, i = 0, i+1
		case rest[0] == '\n':
			s.down()
			s.col, i = 0, i+1
		default:
			r := []rune(rest)[0]
			if s.col == s.width {
				s.down()
				s.col = 0
			}
			for len(s.rows[s.row]) <= s.col {
				s.rows[s.row] = append(s.rows[s.row], ' ')
			}
			s.rows[s.row][s.col] = r
			s.col++
			i += len(string(r))
		}
	}
}

func (s *screen) down() {
	s.row++
	if s.row == len(s.rows) {
		s.rows = append(s.rows, nil)
	}
}

// narrow wraps what stands on the screen anew, as terminals do when their window shrinks.
func (s *screen) narrow(width int) {
	lines := s.rows[:s.row+1]
	*s = screen{width: width}
	for i, l := range lines {
		if i > 0 {
			s.write("\n")
		}
		s.write(string(l))
	}
}

func (s *screen) text() string {
	var out []string
	for _, r := range s.rows {
		out = append(out, strings.TrimRight(string(r), " "))
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}

// flush moves what was written to the screen.
func (s *screen) flush(w *watch) string {
	s.write(w.out.String())
	w.out.Reset()
	return s.text()
}

func TestTheBarStandsBelowEverythingElse(t *testing.T) {
	w, s := newWatch(progress.Bar, 100), &screen{width: 100}
	all := cases("a", 10)
	w.o.Ahead(10, all)
	for i, c := range all[:6] {
		w.run(c, time.Second, []string{"pass", "pass", "fail", "pass", "pass", "pass"}[i], "why")
	}
	w.pass(time.Second)
	w.o.Begun(all[6])
	fmt.Fprintln(w, "plumbline: the shared memory of the cloud is small")
	assert.Equal(t, "fail  a#2: why\nplumbline: the shared memory of the cloud is small\n"+
		"prod, shipped  █████████░░░░░░░ 6/10  ✓ 5  ✕ 1  0:07, about a few seconds left  a#6", s.flush(w))
	w.finish()
	assert.Equal(t, "fail  a#2: why\nplumbline: the shared memory of the cloud is small", s.flush(w), "the bar goes when the run ends")
}

func TestTheBarSurvivesAWindowThatShrinks(t *testing.T) {
	w, s := newWatch(progress.Bar, 100), &screen{width: 100}
	all := cases("a", 10)
	w.o.Ahead(10, all)
	for _, c := range all[:6] {
		w.run(c, time.Second, "pass", "")
	}
	s.flush(w)
	w.width = 30
	s.narrow(30)
	for range 3 {
		w.pass(time.Second)
		w.Tick()
		s.flush(w)
	}
	assert.Equal(t, "prod, shipped  ███░░░ 6/10  …", s.text(), "one line, nothing of the wide one is left")
	w.width = 5
	s.narrow(5)
	w.pass(time.Second)
	w.Tick()
	assert.Equal(t, "pro…", s.flush(w))
}

func TestTwoRunsHaveTwoBars(t *testing.T) {
	w, s := newWatch(progress.Bar, 60), &screen{width: 60}
	var other steps.Options
	end := w.Follow("prod, specified", &other)
	w.o.Ahead(10, cases("a", 10))
	other.Ahead(20, cases("b", 20))
	w.pass(time.Second)
	w.Tick()
	assert.Equal(t, "prod, shipped  ░░░░░░░░░ 0/10  0:01\nprod, specified  ░░░░░░░░░ 0/20  0:01", s.flush(w))
	w.finish()
	assert.Equal(t, "prod, specified  ░░░░░░░░░ 0/20  0:01", s.flush(w))
	end()
	assert.Empty(t, s.flush(w))
}
