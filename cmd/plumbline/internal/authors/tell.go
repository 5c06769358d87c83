package authors

import (
	"fmt"
	"maps"
	"slices"

	"plumbline/cmd/plumbline/internal/cli"
)

// tell prints what was written, and what comes next.
func (b *beginning) tell(s cli.Streams, files map[string][]byte) {
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintln(s.Out, path)
	}
	if b.EmbeddedHasIt && b.Since != "" {
		fmt.Fprintf(s.Out, "no overlay: the built-in documents have %s %s (plumbline openapi diff shows what it changes)\n", b.Service, b.Since)
	}
	next := []string{
		"plumbline sentences WORDS                                 # sentences to write rows with",
	}
	if b.Outside {
		next = append(next,
			"plumbline lint "+b.dir,
			"plumbline certify --target mock --features "+b.dir+" --out results",
			"plumbline report verify results --features "+b.dir)
	} else {
		next = append(next,
			"go test ./features ./internal/steps/sentences",
			"plumbline certify --target mock --spec "+b.Name+" --out results")
	}
	fmt.Fprintln(s.Out, "next:")
	for _, line := range next {
		fmt.Fprintln(s.Out, "  "+line)
	}
}
