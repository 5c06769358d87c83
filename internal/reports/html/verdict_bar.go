package html

import (
	"fmt"
	"strings"

	"plumbline/internal/reports/verdict"
)

// share is one piece of a bar: its start and its length, in thousandths of the bar.
type share struct {
	Verdict verdict.Verdict
	From, N float64
}

// least is the shortest length of a piece, so that one requirement among hundreds is visible.
const least = 9.0

// shares divides a bar. No piece is shorter than least; the others shrink in proportion.
func shares(of []count) []share {
	total, thin, thick := 0, 0.0, 0
	for _, c := range of {
		total += c.N
	}
	if total == 0 {
		return nil
	}
	isThin := func(n int) bool { return float64(n)*1000/float64(total) < least }
	for _, c := range of {
		switch {
		case c.N == 0:
		case isThin(c.N):
			thin += least
		default:
			thick += c.N
		}
	}
	var out []share
	at := 0.0
	for _, c := range of {
		n := least
		switch {
		case c.N == 0:
			continue
		case !isThin(c.N):
			n = float64(c.N) * (1000 - thin) / float64(thick)
		}
		out = append(out, share{Verdict: c.Verdict, From: at, N: n})
		at += n
	}
	return out
}

// barWords describes a bar in words: "54 pass, 3 fail".
func barWords(of map[verdict.Verdict]int) string {
	var parts []string
	for _, c := range counts(of) {
		if c.N > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.N, c.Verdict))
		}
	}
	return strings.Join(parts, ", ")
}
