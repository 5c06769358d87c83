package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/authors"
	"plumbline/cmd/plumbline/internal/certify"
	"plumbline/cmd/plumbline/internal/checkclient"
	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/cmd/plumbline/internal/documents"
	"plumbline/cmd/plumbline/internal/mock"
	"plumbline/cmd/plumbline/internal/mutate"
	"plumbline/cmd/plumbline/internal/report"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports/printable"
)

// commands are the constructors of the sub-commands.
var commands = []func(cli.Streams) *cobra.Command{
	certify.NewCommand, checkclient.NewCommand, newManCommand, mock.NewCommand, mutate.NewCommand, documents.NewCommand,
	certify.NewParityCommand, authors.NewCommand, authors.NewSentencesCommand, authors.NewLintCommand,
	certify.NewPlanCommand, certify.NewRecordCommand, report.NewCommand, certify.NewSweepCommand, cli.VersionCommand,
}

// run is the entry of the program: it takes the process's arguments, environment and streams and returns the exit code. 0
// is success, 1 not conformant, 2 usage or configuration, 3 inconclusive.
func run(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	// Output may quote untrusted text, and may go to a terminal, so that control characters are escaped.
	secrets := redact.New()
	stdout, stderr = printable.Through(stdout, secrets.RedactKnown), printable.Through(stderr, secrets.Text)
	log.SetOutput(stderr) // messages of net/http about broken connections quote untrusted text, too
	log.SetFlags(0)
	log.SetPrefix("plumbline: ")
	s := cli.Streams{Out: stdout, Err: stderr, Env: map[string]string{}, Secrets: secrets}
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
		Version:       cli.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	for _, c := range slices.Concat(commands, mutate.Hidden) {
		root.AddCommand(c(s))
	}
	complete(s, root)
	explainMistakes(root)
	code, unsaid := cli.ExitOf(root.ExecuteContext(ctx))
	if unsaid != nil {
		printError(stderr, unsaid)
	}
	return code
}

// printError prints an error. Its further lines are indented, so that quoted text cannot look like a message of this program.
func printError(w io.Writer, err error) {
	fmt.Fprintf(w, "plumbline: %s\n", strings.ReplaceAll(err.Error(), "\n", "\n  "))
}
