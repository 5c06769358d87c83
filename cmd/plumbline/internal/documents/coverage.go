package documents

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
)

func newOpenAPICoverageCommand(s cli.Streams) *cobra.Command {
	var service, profile string
	var files []string
	var gaps bool
	cmd := &cobra.Command{
		Use:   "coverage --events FILE…",
		Short: "Say which operation × status × microversion no scenario reached",
		Long: `Read the event logs of certification runs and say which operation × status × microversion of the documents
none of their exchanges reached. Microversions between which an operation is the same count as one.`,
		Example: `  plumbline openapi coverage --events reports/latest/shipped/events.ndjson
  plumbline openapi coverage --service compute --profile specified --events a.ndjson --events b.ndjson`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if files = append(files, args...); len(files) == 0 {
				return cli.Usage(fmt.Errorf("openapi coverage: give at least one event log with --events FILE"))
			}
			chains, err := chainsOf(service, profile)
			if err != nil {
				return err
			}
			exchanges, err := readExchanges(files)
			if err != nil {
				return cli.Usage(err)
			}
			for _, c := range chains {
				if err := printCoverage(s, c, exchanges, gaps); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&service, "service", "", "one service only: "+names(openapi.Services()))
	cmd.Flags().StringVar(&profile, "profile", string(openapi.Shipped), "profile: "+names(openapi.Profiles()))
	cmd.Flags().StringArrayVar(&files, "events", nil, "event log of a run (repeatable)")
	cmd.Flags().BoolVar(&gaps, "gaps", true, "list what was not reached")
	return cmd
}

func readExchanges(files []string) ([]*eventlog.Exchanged, error) {
	var out []*eventlog.Exchanged
	for _, name := range files {
		events, err := cli.ReadLog(name)
		if err != nil {
			return nil, err
		}
		for _, e := range events {
			if e.Exchanged != nil && e.Exchanged.Status != 0 {
				out = append(out, e.Exchanged)
			}
		}
	}
	return out, nil
}

func printCoverage(s cli.Streams, c *openapi.Chain, exchanges []*eventlog.Exchanged, gaps bool) error {
	var reached []openapi.Reach
	for _, x := range exchanges {
		if r, ok := reachOf(c, x); ok {
			reached = append(reached, r)
		}
	}
	result, err := openapi.Coverage(c, reached)
	if err != nil {
		return err
	}
	percent := 100.0
	if result.Cells > 0 {
		percent = 100 * float64(result.Reached) / float64(result.Cells)
	}
	fmt.Fprintf(s.Out, "%s (%s): %d of %d reached (%.1f %%)\n", c.Service(), c.Profile(), result.Reached, result.Cells, percent)
	if gaps {
		for _, g := range result.Gaps {
			fmt.Fprintln(s.Out, "  "+g.String())
		}
	}
	return nil
}

// reachOf finds the operation and status that an exchange reached; false for another service or an unknown operation.
func reachOf(c *openapi.Chain, x *eventlog.Exchanged) (openapi.Reach, bool) {
	if x.Service != "" && x.Service != string(c.Service()) {
		return openapi.Reach{}, false
	}
	u, err := url.Parse(x.URL)
	if err != nil {
		return openapi.Reach{}, false
	}
	rt, _ := c.Locate(x.Method, u.Path)
	if rt == nil {
		return openapi.Reach{}, false
	}
	v := versionOf(c, x.ResponseHeader)
	if v.IsZero() {
		v = versionOf(c, x.RequestHeader)
	}
	if v.IsZero() {
		v = c.Min()
	}
	d, err := c.At(v)
	if err != nil {
		return openapi.Reach{}, false
	}
	op := d.Lookup(rt, rt.ActionOf([]byte(x.RequestBody)))
	if op == nil {
		return openapi.Reach{}, false
	}
	return openapi.Reach{Service: c.Service(), Operation: op.ID, Version: v, Status: x.Status}, true
}

// versionOf reads the microversion of a header, the zero version when there is none.
func versionOf(c *openapi.Chain, h http.Header) openapi.Version {
	for _, line := range h.Values("OpenStack-API-Version") {
		for entry := range strings.SplitSeq(line, ",") {
			name, version, ok := strings.Cut(strings.TrimSpace(entry), " ")
			if !ok || !strings.EqualFold(name, c.Header()) {
				continue
			}
			if version == "latest" {
				return c.Max()
			}
			if v, err := openapi.ParseVersion(version); err == nil {
				return v
			}
		}
	}
	return openapi.Version{}
}
