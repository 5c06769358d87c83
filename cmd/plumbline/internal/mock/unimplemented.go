package mock

import (
	"fmt"
	"io"
	"sync"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/undescribed"
)

// listUnimplemented prints the operations that the mock does not perform: those that its documents describe, with their microversions, and
// those that only real services have. Where there are none of the former, it says so on stderr.
func listUnimplemented(streams cli.Streams, profile string) error {
	p, err := openapi.ParseProfile(profile)
	if err != nil {
		return cli.Usage(fmt.Errorf("--profile: %w", err))
	}
	found := 0
	for _, service := range openapi.Services() {
		chain, err := openapi.Builtin(service, p)
		if err != nil {
			return err
		}
		missing, err := chain.Unimplemented()
		if err != nil {
			return err
		}
		found += len(missing)
		for _, m := range missing {
			if _, err := fmt.Fprintf(streams.Out, "%s %s%s\n", service, m.Name, versionSpan(m)); err != nil {
				return err
			}
		}
		names, err := undescribed.Names(service)
		if err != nil {
			return err
		}
		for _, name := range names {
			if _, err := fmt.Fprintf(streams.Out, "%s %s\n", service, name); err != nil {
				return err
			}
		}
	}
	if found == 0 {
		fmt.Fprintf(streams.Err, "plumbline mock: performs every operation of its documents (profile %s)\n", p)
	}
	return nil
}

func versionSpan(m openapi.Missing) string {
	switch {
	case m.From.IsZero():
		return ""
	case m.From == m.Until:
		return " " + m.From.String()
	}
	return " " + m.From.String() + "–" + m.Until.String()
}

// reportUnimplemented answers a function that prints a line about a request for an operation that is not performed yet: one
// line per operation, however often it is requested.
func reportUnimplemented(w io.Writer) func(service, operation, at string) {
	var mu sync.Mutex
	told := map[string]bool{}
	return func(service, operation, at string) {
		mu.Lock()
		defer mu.Unlock()
		key := service + " " + operation
		if told[key] {
			return
		}
		told[key] = true
		if at != "" {
			key += " at " + at
		}
		fmt.Fprintln(w, "plumbline mock: not implemented: "+key+" (plumbline mock --unimplemented lists all)")
	}
}
