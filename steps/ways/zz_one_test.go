package ways_test

import (
	"os"
	"strings"
	"testing"
)

func TestOneWay(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	w := way{}
	for i, v := range strings.Split(os.Getenv("WAY"), ";") {
		for n, x := range factors[i].values {
			if x == v {
				w = append(w, n)
			}
		}
	}
	t.Log(w.String())
	w.check(t)
}
