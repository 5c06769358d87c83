// Command mutate breaks the mock's Go source one small fault at a time and lists the faults that no scenario notices: see
// package source. It needs the source tree and the go command:
//
//	go run ./steps/mutation/source/mutate --sample 5
//	go run ./steps/mutation/source/mutate --only compute.unshelve -v
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// settings are the command's flags.
type settings struct {
	root, only, files, packages, specs, survivors string
	sample, judged                                float64
	workers, rows                                 int
	atLeast                                       float64
	patience                                      time.Duration
	verbose, list, early, setup                   bool
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var f settings
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&f.root, "root", ".", "the module's directory")
	flags.StringVar(&f.only, "only", "", "only mutants whose id begins like one of these (comma-separated)")
	flags.StringVar(&f.files, "files", "", "only mutants of these files below mockcloud/, such as compute/unshelve.go (comma-separated)")
	flags.StringVar(&f.packages, "packages", "", "only these packages below mockcloud/ (comma-separated)")
	flags.StringVar(&f.specs, "spec", "", "only rows of these specifications and requirements (comma-separated)")
	flags.StringVar(&f.survivors, "survivors", "", "write the survivors into this Markdown file, by specification")
	flags.Float64Var(&f.sample, "sample", 100, "how many of a hundred mutants are tried, chosen by their ids")
	flags.Float64Var(&f.judged, "judged", 0, "how many of a hundred of the judged packages, where that is more")
	flags.IntVar(&f.rows, "rows", 80,
		"how many rows may run against a mutant before it counts as a survivor (0: all that it makes a difference to)")
	flags.IntVar(&f.workers, "workers", 2, "how many processes try mutants")
	flags.DurationVar(&f.patience, "patience", 3*time.Minute,
		"how long a mutant may take; a machine that is busy with other things wants more")
	flags.Float64Var(&f.atLeast, "at-least", 95, "exit with 1 where fewer of a hundred are killed; a survivor of a "+
		"judged package that is not in equivalent.yaml is 1 in any case")
	flags.BoolVar(&f.verbose, "v", false, "say of each mutant what became of it")
	flags.BoolVar(&f.list, "list", false, "list the mutants without trying them")
	flags.BoolVar(&f.setup, "setup", true, "also those that make a difference only while rows are set up, or a mock is "+
		"made: they have a column of their own")
	flags.BoolVar(&f.early, "early", true, "also those that act before the process's first line: each takes a process of its own")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	below, err := mutateSource(ctx, f, stdout, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "mutate:", err)
		return 3
	}
	if below {
		return 1
	}
	return 0
}

// hasAnyPrefix tells whether a text has one of the prefixes in a list with commas; an empty list matches every text.
func hasAnyPrefix(text, list string) bool {
	if list == "" {
		return true
	}
	for _, p := range strings.Split(list, ",") {
		if strings.HasPrefix(text, strings.TrimSpace(p)) {
			return true
		}
	}
	return false
}
