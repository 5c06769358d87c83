package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"text/tabwriter"
	"time"

	"plumbline/internal/openapi"
)

// The goals for starting and memory.
const (
	startGoal  = 100 * time.Millisecond
	memoryGoal = 64.0 // MiB
)

// printFootprint prints the time until the first answer, and the memory that a thousand servers take.
func printFootprint(ctx context.Context, s settings, out io.Writer) error {
	var times, cpus []float64
	for range s.rounds {
		took, cpu, err := firstAnswer(ctx, s.plumbline)
		if err != nil {
			return err
		}
		times, cpus = append(times, took), append(cpus, cpu)
	}
	p, err := startMock(ctx, s.plumbline, 1000)
	if err != nil {
		return err
	}
	defer p.stop()
	first, err := everyDocument(p)
	if err != nil {
		return err
	}
	atRest, _ := p.residentMemory()
	for _, e := range exchanges() {
		if e.name == "create" { // it would make more than 1,000 servers
			continue
		}
		if err := load(p.url, e, e.requests(s.requests), s.clients); err != nil {
			return err
		}
	}
	now, most := p.residentMemory()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\n\tgoal\t\t")
	took := median(times)
	fmt.Fprintf(w, "first answer after exec: ms\t%.0f\t≤ %d\t%s\t\n", took, startGoal.Milliseconds(),
		verdict(took <= float64(startGoal.Milliseconds())))
	fmt.Fprintf(w, "of that processor time: ms\t%.0f\t\t\t\n", median(cpus))
	fmt.Fprintf(w, "first answer at each of the microversions: mean, ms\t%.1f\t\t\t\n", first)
	fmt.Fprintf(w, "memory with 1,000 servers, one shown at each microversion: MiB\t%.0f\t≤ %.0f\t%s\t\n", atRest,
		memoryGoal, verdict(atRest <= memoryGoal))
	fmt.Fprintf(w, "the same after load, %d requests of each kind but create: MiB\t%.0f\t\t\t\n", s.requests, now)
	fmt.Fprintf(w, "at the most: MiB\t%.0f\t\t\t\n", most)
	return w.Flush()
}

// firstAnswer starts a mock and shows a server at the newest microversion; it answers the wall-clock and processor time (ms).
func firstAnswer(ctx context.Context, program string) (took, cpu float64, err error) {
	began := time.Now()
	p, err := startMock(ctx, program, 50)
	if err != nil {
		return 0, 0, err
	}
	defer p.stop()
	if err := showServerAt(p, "latest"); err != nil {
		return 0, 0, err
	}
	took = float64(time.Since(began).Microseconds()) / 1000
	spent, err := p.cpu()
	return took, float64(spent.Microseconds()) / 1000, err
}

// everyDocument shows a server at each microversion and answers the mean time (ms).
func everyDocument(p *process) (float64, error) {
	chain, err := openapi.Builtin(openapi.Compute, openapi.Shipped)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	for _, v := range chain.Versions() {
		if err := showServerAt(p, v.String()); err != nil {
			return 0, err
		}
	}
	return float64(time.Since(began).Microseconds()) / 1000 / float64(len(chain.Versions())), nil
}

// showServerAt shows the first server at a microversion.
func showServerAt(p *process, version string) error {
	r, err := exchanges()[0].request(p.url)
	if err != nil {
		return err
	}
	r.Header["Openstack-Api-Version"] = []string{"compute " + version}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // only the status is needed
	if resp.StatusCode != 200 {
		return fmt.Errorf("showing a server at %s is answered %s", version, resp.Status)
	}
	return nil
}
