package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"
)

// The sizes of clouds between which the memory of a further server is measured, and the goal (KiB).
const (
	fewServers, manyServers = 1000, 100_000
	growthGoal              = 3.0
)

// untilGivenBack is how long an idle mock keeps memory that it does not need, and a little longer.
const untilGivenBack = 8 * time.Second

// printGrowth prints the memory that each further server takes, in RAM alone and with a data directory.
func printGrowth(ctx context.Context, s settings, out io.Writer) error {
	dirs, err := os.MkdirTemp("", "plumbline-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dirs) //nolint:errcheck // a temporary folder
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\nmemory of a further server, %d to %d, idle: KiB\t\tgoal\t\t\n", fewServers, manyServers)
	for _, kept := range []struct {
		name string
		args [2][]string
	}{
		{name: "in memory"},
		{"with --data-dir", [2][]string{{"--data-dir", dirs + "/few"}, {"--data-dir", dirs + "/many"}}},
	} {
		each, err := growth(ctx, s.plumbline, kept.args)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%.2f\t≤ %.1f\t%s\t\n", kept.name, each, growthGoal, verdict(each <= growthGoal))
	}
	return w.Flush()
}

// growth is the memory of a further server (KiB), from two mocks with arguments of their own.
func growth(ctx context.Context, program string, args [2][]string) (float64, error) {
	var memory [2]float64
	for i, n := range []int{fewServers, manyServers} {
		p, err := startMock(ctx, program, n, args[i]...)
		if err != nil {
			return 0, err
		}
		time.Sleep(untilGivenBack)
		memory[i], _ = p.residentMemory()
		p.stop()
	}
	return (memory[1] - memory[0]) * 1024 / (manyServers - fewServers), nil
}
