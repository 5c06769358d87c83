package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSameAnswersAsBefore holds two reports of the embedded mock against each other, answer by answer: whoever changes how the
// mock is built, but not what it does, certifies before and after. PLUMBLINE_BEFORE and PLUMBLINE_AFTER are folders that
// `plumbline certify --target mock --profile both --out FOLDER` made.
func TestSameAnswersAsBefore(t *testing.T) {
	before, after := os.Getenv("PLUMBLINE_BEFORE"), os.Getenv("PLUMBLINE_AFTER")
	if before == "" || after == "" {
		t.Skip("PLUMBLINE_BEFORE and PLUMBLINE_AFTER name no two reports to compare")
	}
	for _, profile := range []string{"shipped", "specified"} {
		for _, file := range []string{"events.ndjson", "report.json", "junit.xml", "summary.md"} {
			a := strings.Split(normalised(t, filepath.Join(before, profile, file)), "\n")
			b := strings.Split(normalised(t, filepath.Join(after, profile, file)), "\n")
			differ := 0
			for i := range min(len(a), len(b)) {
				if a[i] == b[i] {
					continue
				}
				if differ++; differ > 5 {
					continue
				}
				at := 0
				for at < min(len(a[i]), len(b[i])) && a[i][at] == b[i][at] {
					at++
				}
				t.Errorf("%s of %s, line %d:\n  …%s\n  …%s", file, profile, i+1, around(a[i], at), around(b[i], at))
			}
			assert.Zero(t, differ, "lines of %s of %s that differ", file, profile)
			assert.Len(t, b, len(a), "lines of %s of %s", file, profile)
		}
	}
}
