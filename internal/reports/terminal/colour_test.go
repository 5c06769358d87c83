package terminal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVerdictsAreColoured(t *testing.T) {
	for plain, painted := range map[string]string{
		"NOT CONFORMANT: zed, profile shipped": "\x1b[1;31mNOT CONFORMANT\x1b[0m: zed, profile shipped",
		"  fail     A-1: pass  fail":           "  \x1b[31mfail\x1b[0m     A-1: pass  fail",
		"  alpha  not conformant  1 fail":      "  alpha  \x1b[31mnot conformant\x1b[0m  1 fail",
		"    A-1a at 2.53 (newest)  pass":      "    A-1a at 2.53 (newest)  \x1b[32mpass\x1b[0m",
		"           demanded: what fail is":    "           demanded: what fail is",
		"  report: out/report.html":            "  report: out/report.html",
	} {
		assert.Equal(t, painted, Paint(plain), plain)
	}
}
