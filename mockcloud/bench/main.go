// Command bench compares the mock with a bare net/http handler that writes the same bytes, in one run on one machine, and prints the
// results next to the goals. `make bench` runs it. Both servers are processes of their own, the built plumbline and this program as
// the bare handler; they get the same requests over loopback connections, in turn. The figure is the processor time of a server
// divided by its requests: unlike requests per second, it does not change when the machine does other work too.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// settings are the options of the command line.
type settings struct {
	plumbline string
	rounds    int
	requests  int
	clients   int
	bare      string
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var s settings
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&s.plumbline, "plumbline", "bin/plumbline", "the built `binary`")
	flags.IntVar(&s.rounds, "rounds", 5, "how often each server is measured, in turn")
	flags.IntVar(&s.requests, "requests", 4000, "requests of one kind in a round")
	flags.IntVar(&s.clients, "clients", 16, "connections")
	flags.StringVar(&s.bare, "bare", "", "serve as the bare handler on this `address`, with the mock at the URL that follows")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.bare != "" {
		return serveBare(ctx, s.bare, flags.Arg(0), out)
	}
	if err := printRace(ctx, s, out); err != nil {
		return err
	}
	if err := printShares(out); err != nil {
		return err
	}
	if err := printHeavier(out); err != nil {
		return err
	}
	if err := printFootprint(ctx, s, out); err != nil {
		return err
	}
	return printGrowth(ctx, s, out)
}
