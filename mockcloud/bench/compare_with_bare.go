package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"text/tabwriter"
	"time"
)

// printRace prints the table that compares the mock with the bare handler.
func printRace(ctx context.Context, s settings, out io.Writer) error {
	mock, err := startMock(ctx, s.plumbline, 1000)
	if err != nil {
		return err
	}
	defer mock.stop()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	bare, err := start(ctx, self, "-bare", "127.0.0.1:0", mock.url)
	if err != nil {
		return err
	}
	defer bare.stop()
	fmt.Fprintf(out, "Processor time of the server for one request (µs), user and system, %d connections over loopback;\n"+
		"medians of %d rounds of %d requests (lists of 1,000: a fortieth), in turn. Self-check and journal are on.\n\n",
		s.clients, s.rounds, s.requests)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "exchange\tbare\tmock\tratio\tgoal\t\t")
	for _, e := range exchanges() {
		if err := measureRequest(w, s, e, bare, mock); err != nil {
			return err
		}
	}
	return w.Flush()
}

// measureRequest measures one kind of request on both servers.
func measureRequest(out io.Writer, s settings, e exchange, bare, mock *process) error {
	var costs [2][]float64
	var ratios []float64
	for range s.rounds {
		for i, p := range []*process{bare, mock} {
			cost, err := measure(p, e, s)
			if err != nil {
				return err
			}
			costs[i] = append(costs[i], cost)
		}
		ratios = append(ratios, costs[1][len(ratios)]/costs[0][len(ratios)])
		if e.writes {
			if err := reset(mock); err != nil {
				return err
			}
		}
	}
	ratio := median(ratios)
	_, err := fmt.Fprintf(out, "%s\t%.1f\t%.1f\t%.2f\t≤ %.1f\t%s\t\n", e.name, median(costs[0]), median(costs[1]), ratio,
		e.goal, e.verdict(ratio))
	return err
}

// measure warms a server up and answers its cost per request (µs).
func measure(p *process, e exchange, s settings) (float64, error) {
	if err := load(p.url, e, e.requests(s.requests/10), s.clients); err != nil {
		return 0, err
	}
	before, err := p.cpu()
	if err != nil {
		return 0, err
	}
	if err := load(p.url, e, e.requests(s.requests), s.clients); err != nil {
		return 0, err
	}
	after, err := p.cpu()
	return float64((after - before).Nanoseconds()) / float64(time.Microsecond) / float64(e.requests(s.requests)), err
}

// reset resets the mock to its seed, so that the records of one round do not slow down the next.
func reset(mock *process) error {
	resp, err := http.Post(mock.url+"/_plumbline/reset", "application/json", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // nothing is read
	if resp.StatusCode >= 300 {
		return fmt.Errorf("reset: %s", resp.Status)
	}
	return nil
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "MISSED"
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
