package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"plumbline/internal/steps/mutation/source"
	"plumbline/internal/steps/mutation/source/site"
)

// mutateSource builds the binary, measures what each row reaches, tries the mutants and prints the score. below tells
// whether the score is under its limit.
func mutateSource(ctx context.Context, f settings, stdout, stderr io.Writer) (below bool, err error) {
	dir, err := os.MkdirTemp("", "plumbline-source-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	began := time.Now()
	packages := source.Packages
	if f.packages != "" {
		packages = nil
		for _, p := range strings.Split(f.packages, ",") {
			packages = append(packages, filepath.Join("internal", "mockcloud", p))
		}
	}
	built, err := source.Build(f.root, dir, packages)
	if err != nil {
		return false, err
	}
	if f.list {
		for _, m := range built.Mutants {
			fmt.Fprintf(stdout, "%s\n    %s\n", m.ID, m)
		}
		return false, nil
	}
	fmt.Fprintf(stderr, "%d mutants built in %.0f s\n", len(built.Mutants), time.Since(began).Seconds())
	coverages, err := cover(ctx, built.Binary, dir, f.specs)
	if err != nil {
		return false, err
	}
	known, err := source.KnownSurvivors()
	if err != nil {
		return false, err
	}
	s := newScore(built.Mutants, coverages, known)
	fmt.Fprintf(stderr, "%d of them reached after %.0f s\n", len(built.Mutants)-s.total(notReached), time.Since(began).Seconds())
	var ask []source.Question
	for _, m := range built.Mutants {
		if hasAnyPrefix(m.ID, f.only) && hasAnyPrefix(strings.TrimPrefix(m.File, "internal/mockcloud/"), f.files) &&
			chosen(m.ID, f.percent(m)) {
			if q, worth := s.question(m, f); worth {
				ask = append(ask, q)
			}
		}
	}
	spread(ask, built.Mutants)
	done := 0
	err = workerPool{built.Binary, f.workers, f.patience}.try(ctx, ask, func(v source.Verdict) {
		s.addVerdict(v)
		if v.Killed == "hang" || v.Killed == "crash" {
			fmt.Fprintf(stderr, "%s: %s: %s\n", built.Mutants[v.Number-1].ID, v.Killed, v.Why)
		}
		if f.survivors != "" && done%200 == 199 {
			_ = os.WriteFile(f.survivors, []byte(s.markdown()), 0o644) // an interim list: the one at the end counts
		}
		if done++; done%100 == 0 || done == len(ask) {
			fmt.Fprintf(stderr, "%d of %d tried after %.0f s, score %.1f %%\n", done, len(ask), time.Since(began).Seconds(), s.percent())
		}
	})
	if err != nil {
		return false, err
	}
	s.print(stdout, f.verbose)
	fmt.Fprintf(stdout, "%.0f s\n", time.Since(began).Seconds())
	if f.survivors != "" {
		if err := os.WriteFile(f.survivors, []byte(s.markdown()), 0o644); err != nil {
			return false, err
		}
	}
	return s.percent() < f.atLeast || len(s.unjudged()) > 0, nil
}

// percent is the percentage of mutants in a mutant's package that are tried.
func (f settings) percent(m source.Mutant) float64 {
	if slices.Contains(source.Judged, m.Package) {
		return max(f.sample, f.judged)
	}
	return f.sample
}

// chosen tells whether a mutant is in a sample of percent of a hundred, down to a hundredth; the same mutants are chosen each time, and
// a larger sample has those of a smaller one.
func chosen(id string, percent float64) bool {
	h := hashed(id)
	return float64(h%100)+float64(h/100%100)/100 < percent
}

func hashed(id string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	return h.Sum32()
}

// spread shuffles the questions, in the same way each time, so that the processes have equal work and results
// halfway are representative.
func spread(ask []source.Question, mutants []source.Mutant) {
	slices.SortStableFunc(ask, func(a, b source.Question) int {
		return cmp.Compare(hashed(mutants[a.Number-1].ID), hashed(mutants[b.Number-1].ID))
	})
}

// cover measures the coverage of the rows of both profiles on the unbroken mock.
func cover(ctx context.Context, binary, dir, specs string) ([]source.Coverage, error) {
	var all []source.Coverage
	var files []string
	var running []*exec.Cmd
	for _, p := range []string{"shipped", "specified"} {
		at := filepath.Join(dir, p+".coverage")
		files = append(files, at)
		cmd := exec.CommandContext(ctx, binary, "source-worker", "--cover", at, "--profile", p, "--spec", specs)
		cmd.Env = append(os.Environ(), site.Environment+"=cover")
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		running = append(running, cmd)
	}
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			return nil, fmt.Errorf("what the rows reach: %w", err)
		}
		c, err := source.ReadCoverage(files[i])
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}
