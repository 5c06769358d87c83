// Command plumbline certifies OpenStack clouds against change specifications and serves a mock cloud.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"plumbline/cmd/plumbline/internal/cli"
)

// version is set when a release is built (-X main.version).
var version string

func main() {
	if version != "" {
		cli.Version = version
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
