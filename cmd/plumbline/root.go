package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes of every command. Certification adds conformance to them: see reports.
const (
	exitOK           = 0
	exitNotConform   = 1
	exitUsage        = 2
	exitInconclusive = 3
)

// Streams is what a command reads its environment from and writes to.
type Streams struct {
	Out, Err io.Writer
	// Env is the process environment by name.
	Env map[string]string
}

// exitError carries the exit code of a command that has already said what it had to say
// (Err is nil), or that failed with Err.
type exitError struct {
	Code int
	Err  error
}

func (e *exitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *exitError) Unwrap() error { return e.Err }

// commands are the constructors of the sub-commands; each file of this package adds its own in init.
var commands []func(Streams) *cobra.Command

// run is the real entry: it takes everything a process has and returns the exit code.
// 0 is success, 1 not conformant, 2 usage or configuration, 3 inconclusive.
func run(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	s := Streams{Out: stdout, Err: stderr, Env: map[string]string{}}
	for _, kv := range env {
		if name, value, ok := strings.Cut(kv, "="); ok {
			s.Env[name] = value
		}
	}
	root := &cobra.Command{
		Use:   "plumbline",
		Short: "Certify OpenStack clouds against change specifications, and mock them",
		Example: `  plumbline certify                          # the embedded mock, both profiles
  plumbline plan --os-cloud prod             # what a run against a cloud would do
  plumbline mock --write-clouds-yaml clouds.yaml`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	for _, c := range commands {
		root.AddCommand(c(s))
	}
	complete(s, root)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	var exit *exitError
	if errors.As(err, &exit) {
		if exit.Err != nil {
			fmt.Fprintf(stderr, "plumbline: %v\n", exit.Err)
		}
		return exit.Code
	}
	fmt.Fprintf(stderr, "plumbline: %v\n", err)
	return exitUsage
}
