// Command plumbline certifies OpenStack clouds against change specifications and serves a mock cloud.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"plumbline/cmd/plumbline/internal/cli"
)

// version is set when a release is built (-X main.version).
var version string

// oneRequest is how long further signals belong to the first: `timeout` and many a CI system send one to the process and one to its group,
// and a run that takes the second for a wish to end at once leaves hosts closed and servers behind.
const oneRequest = time.Second

func main() {
	if version != "" {
		cli.Version = version
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		time.Sleep(oneRequest)
		stop() // a later signal ends the process at once
	})
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
