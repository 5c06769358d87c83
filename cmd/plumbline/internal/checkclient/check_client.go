package checkclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/mockcloud/clientcheck"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/bundle"
	"plumbline/mockcloud"
	"plumbline/mockcloud/clock"
)

// clientFlags are the flags of `plumbline check-client`.
type clientFlags struct {
	target, token, actor, newest, policy, lifecycle, profile string
	junit, failOn                                            string
	since                                                    int64
	floor                                                    time.Duration
	mark, asJSON, rules                                      bool
}

// NewCommand makes the command check-client, which judges a client by its requests to a mock.
func NewCommand(s cli.Streams) *cobra.Command {
	var f clientFlags
	cmd := &cobra.Command{
		Use:   "check-client [flags] [-- COMMAND ARGS…]",
		Short: "Judge a client by what it asks of a mock cloud",
		Long: `Runs COMMAND against a mock of its own, with clouds.yaml and OS_* in its environment, and holds every request against the
document of the microversion that it asked for: operations that are gone, unknown fields, values that are refused, no
microversion, polling, secrets in URLs. --rules lists the rules; docs/check-client.md explains them.

With --target URL the journal of a mock that runs elsewhere is judged: all of it, or what came --since a mark that
--mark printed before, or what COMMAND adds to it.

Exit codes: 0 nothing as bad as --fail-on, 1 something is, 2 usage or configuration, 3 nothing was asked of the mock, or its
journal had forgotten a part. How COMMAND itself ended is printed.`,
		Example: `  plumbline check-client -- openstack server list
  plumbline check-client --fail-on warning --junit client.xml -- go test ./...
  plumbline check-client --actor admin --max-microversion 2.93 -- ./deploy.sh
  plumbline check-client --target http://127.0.0.1:8774 --mark            # prints a number
  plumbline check-client --target http://127.0.0.1:8774 --since 42 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.ArgsLenAtDash() > 0 || cmd.ArgsLenAtDash() < 0 && len(args) > 0 {
				return cli.Usage(fmt.Errorf("the command stands after --: plumbline check-client -- %s", strings.Join(args, " ")))
			}
			if f.rules {
				return printRules(s.Out)
			}
			if f.token == "" {
				f.token = s.Env["PLUMBLINE_CONTROL_TOKEN"]
			}
			return checkClient(cmd.Context(), s, f, args)
		},
	}
	n := cmd.Flags()
	n.StringVar(&f.target, "target", "", "`URL` of a mock that runs elsewhere, with its control API")
	n.StringVar(&f.token, "control-token", "", "the control `token` of that mock (better in PLUMBLINE_CONTROL_TOKEN)")
	n.Int64Var(&f.since, "since", 0, "judge what came after this `number` of its journal")
	n.BoolVar(&f.mark, "mark", false, "print the number of the last exchange in its journal and end")
	n.StringVar(&f.actor, "actor", "member", "`user` of the mock that COMMAND is: admin, manager, member, reader …")
	n.StringVar(&f.profile, "profile", "shipped", "`contract` that the mock follows: shipped or specified")
	n.StringVar(&f.newest, "max-microversion", "", "newest compute microversion of the mock (`X.Y`); the newest known one by default")
	n.StringVar(&f.policy, "policy", "new", "policy `defaults` of the mock: new, or legacy (a reader may write)")
	n.StringVar(&f.lifecycle, "lifecycle", "immediate", "when the mock has finished what it accepted: immediate, after=DURATION or reads=N")
	n.DurationVar(&f.floor, "poll-floor", time.Second, "how much time there should be between two looks at the same thing")
	n.StringVar(&f.failOn, "fail-on", "error", "exit 1 from this `severity` on: error, warning, note or never")
	n.BoolVar(&f.asJSON, "json", false, "print the verdict as JSON; what COMMAND prints goes to standard error")
	n.StringVar(&f.junit, "junit", "", "`file` to write the verdict to as JUnit XML, a test case per rule")
	n.BoolVar(&f.rules, "rules", false, "list the rules and end")
	return cmd
}

func printRules(w io.Writer) error {
	for _, r := range clientcheck.Rules() {
		if _, err := fmt.Fprintf(w, "%s  %-7s  %s\n                  %s\n", r.ID, r.Severity, r.Title, r.Do); err != nil {
			return err
		}
	}
	return nil
}

func checkClient(ctx context.Context, s cli.Streams, f clientFlags, command []string) error {
	var failOn clientcheck.Severity
	if f.failOn != "never" {
		var err error
		if failOn, err = clientcheck.ParseSeverity(f.failOn); err != nil {
			return cli.Usage(fmt.Errorf("--fail-on: %w, and never", err))
		}
	}
	profile, err := openapi.ParseProfile(f.profile)
	if err != nil {
		return cli.Usage(fmt.Errorf("--profile: %w", err))
	}
	switch {
	case f.floor < 0 || f.since < 0:
		return cli.Usage(errors.New("--poll-floor and --since are not below zero"))
	case f.target == "" && (f.mark || f.since > 0):
		return cli.Usage(errors.New("--mark and --since are about a mock that runs elsewhere: name it with --target"))
	case f.target == "" && len(command) == 0:
		return cli.Usage(errors.New("check-client needs a command after --, or the --target that a client has used"))
	case f.target != "" && f.since > 0 && len(command) > 0:
		return cli.Usage(errors.New("--since with a command: what the command adds is judged; leave --since out"))
	}
	var where judged
	if f.target != "" {
		where, err = judgeRemoteMock(ctx, f)
	} else {
		where, err = f.judgeOwnMock(profile)
	}
	if err != nil {
		return err
	}
	defer where.close()
	if f.mark {
		mark, err := where.mark(ctx)
		if err == nil {
			_, err = fmt.Fprintln(s.Out, mark)
		}
		return err
	}
	since := uint64(f.since)
	if len(command) > 0 {
		if since, err = where.mark(ctx); err != nil {
			return err
		}
		ended, err := runClient(ctx, s, f.asJSON, where.clouds, f.actor, command)
		if err != nil {
			return cli.Usage(err)
		}
		fmt.Fprintf(s.Err, "check-client: %s\n", ended)
	}
	entries, err := where.entries(ctx, since)
	if err != nil {
		return err
	}
	opts := []clientcheck.Option{clientcheck.WithProfile(where.profile), clientcheck.WithPollFloor(f.floor)}
	if since > 0 || len(command) > 0 {
		opts = append(opts, clientcheck.Since(since))
	}
	return tellVerdict(s, f, failOn, clientcheck.Judge(entries, opts...))
}

// judgeOwnMock starts a mock inside this process.
func (f clientFlags) judgeOwnMock(profile openapi.Profile) (judged, error) {
	newest, err := openapi.ParseVersion(f.newest)
	if err != nil {
		return judged{}, cli.Usage(fmt.Errorf("--max-microversion: %w", err))
	}
	lifecycle, err := clock.ParseLifecycle(f.lifecycle)
	if err != nil {
		return judged{}, cli.Usage(fmt.Errorf("--lifecycle: %w", err))
	}
	cloud, err := mockcloud.New(mockcloud.WithProfile(profile), mockcloud.WithMaximum("compute", newest.String()),
		mockcloud.WithPolicy(f.policy), mockcloud.WithLifecycle(lifecycle), mockcloud.WithWholeJournal())
	if err != nil {
		return judged{}, cli.Usage(err)
	}
	served, err := cloud.Listen("127.0.0.1:0")
	if err != nil {
		return judged{}, cli.Inconclusive(err)
	}
	if !slices.Contains(cloud.Actors(), f.actor) {
		_ = served.Close()
		return judged{}, cli.Usage(fmt.Errorf("--actor %s: the mock has %s", f.actor, strings.Join(cloud.Actors(), ", ")))
	}
	return judgedCloud(cloud, served, profile), nil
}

// tellVerdict prints a verdict and answers the exit code.
func tellVerdict(s cli.Streams, f clientFlags, failOn clientcheck.Severity, v *clientcheck.Verdict) error {
	if f.asJSON {
		enc := json.NewEncoder(s.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(v); err != nil {
			return cli.Inconclusive(err)
		}
	} else if err := clientcheck.Print(s.Out, v); err != nil {
		return cli.Inconclusive(err)
	}
	if f.junit != "" {
		write := func(w io.Writer) error { return clientcheck.PrintJUnit(w, v, failOn) }
		if err := bundle.WriteFile(filepath.Dir(f.junit), filepath.Base(f.junit), write); err != nil {
			return cli.Inconclusive(err)
		}
	}
	switch {
	case failOn != "" && len(v.AtLeast(failOn)) > 0:
		return &cli.ExitError{Code: cli.ExitNotConform}
	case v.Exchanges == 0:
		return cli.Inconclusive(
			errors.New("nothing was asked of the mock: does the client read OS_CLIENT_CONFIG_FILE and OS_CLOUD, or OS_AUTH_URL? " +
				"or did the command end before it asked?"))
	case v.Forgotten > 0:
		return cli.Inconclusive(
			fmt.Errorf("the journal had forgotten %d exchanges: start the mock with a larger --journal, or judge sooner", v.Forgotten))
	}
	return nil
}
