package certify

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/steps/plan"
	"plumbline/internal/steps/preflight"
	"plumbline/internal/steps/settings"
	"plumbline/internal/steps/target"
	"plumbline/internal/steps/world"
	"plumbline/steps"
)

// TargetFlags are the flags of the target and of the selection; certify, plan and sweep share them.
type TargetFlags struct {
	Streams cli.Streams
	Config  string

	Cloud, Target, profile, maxMicroversion string
	mockPolicy                              string
	Actors, timeouts                        []string
	wanted                                  target.Wanted
	metadata                                target.MetadataAccess
	notifications                           target.NotificationAccess
	controlToken                            string
	Selection                               plan.Selection
	noSweep, Insecure                       bool
	MaxServers, Concurrent                  int
	resume                                  bool
	Shard                                   string
	repeat                                  int
	fresh, verbose, keepFailed              bool
	suite, microversions, budget            string
	boot                                    time.Duration
	rerun                                   string
	claims                                  []string
	claimed                                 preflight.Claims
	waiversFile                             string
	strictSchema                            bool
	waivers                                 []eventlog.Waiver
	featuresDir                             string
	suiteOf                                 *features.Suite
	progress                                string
	progressJSON                            bool
	// madeUsers: the run has projects and users of its own on a cloud.
	madeUsers bool
	// errWidth is the width of the terminal that stderr is, 0 where it is none.
	errWidth int
}

func (f *TargetFlags) register(cmd *cobra.Command) {
	f.registerTarget(cmd)
	n := cmd.Flags()
	n.StringVar(&f.profile, "profile", "",
		"contract to hold the target against: shipped, specified or both (default shipped; both without a target; specified where "+
			"--features has overlays)")
	n.StringVar(&f.maxMicroversion, "max-microversion", "", "newest compute microversion to use (default: the target's own)")
	n.StringVar(&f.mockPolicy, "mock-policy", "new", "policy defaults of the embedded mock: new, or legacy (a reader may write)")
	cli.RegisterFeatures(cmd, &f.featuresDir, "folder of specifications outside of this program to run instead: catalogue/, SPEC/*.feature, "+
		"openapi/ (docs/specification-guide.md)")
	n.StringSliceVar(&f.Selection.Specs, "spec", nil, "run only this specification (repeatable)")
	n.StringSliceVar(&f.Selection.Only, "only", nil, "run only this requirement, row or scenario (repeatable)")
	n.StringSliceVar(&f.Selection.Exclude, "exclude", nil, "leave out this requirement, row, scenario or @tag (repeatable)")
	n.StringVar(&f.Selection.Tags, "tags", "", `run only what matches: "@op:servers.rebuild and not @needs:metadata"`)
	n.BoolVar(&f.Selection.Disruptive, "allow-disruptive", false, "run scenarios that change more than what they create themselves")
	n.BoolVar(&f.noSweep, "no-sweep", false,
		"leave out the boundary sweep (each subject exchange also one microversion below and at the newest)")
	n.StringVar(&f.suite, "suite", "full", "part to run: smoke (one telling row per requirement), core (each row once, "+
		"without the boundary sweep and what disturbs others) or full")
	n.StringVar(&f.microversions, "microversion", "", "run only rows at these compute microversions: 2.53..2.60, 2.53.., ..2.60 or 2.54")
	n.StringVar(&f.budget, "budget", "", "run the most telling rows that fit: servers=100,minutes=20")
	n.DurationVar(&f.boot, "boot", 0, "how long a server of the target takes, for prices and budgets (default: what certify measures for "+
		"the price, otherwise 4s)")
	n.IntVar(&f.MaxServers, "max-servers", 4, "servers alive at once, at most")
	n.IntVar(&f.Concurrent, "jobs", 0, "scenarios at once (default: one; as many as there are processors on the embedded "+
		"mock; on a cloud at most --max-servers less 2)")
	n.StringVar(&f.wanted.Image, "image", "", "image to boot from, by name or id (default: the smallest active one)")
	n.StringVar(&f.wanted.ImageAlt, "image-alt", "", "second image")
	n.StringVar(&f.wanted.Flavor, "flavor", "", "flavor to boot with (default: the smallest that fits)")
	n.StringVar(&f.metadata.URL, "metadata-url", "", "the metadata API's own URL, to see what a guest sees")
	n.StringVar(&f.metadata.Secret, "metadata-secret", "", "the secret that it shares with its proxy (better in PLUMBLINE_METADATA_SECRET)")
	n.StringVar(&f.controlToken, "control-token", "", "the token of a mock's control API (better in PLUMBLINE_CONTROL_TOKEN)")
	n.StringVar(&f.notifications.URL, "notifications-url", "", "AMQP URL of the message bus (better in PLUMBLINE_NOTIFICATIONS_URL)")
	n.StringVar(&f.notifications.Exchange, "notifications-exchange", "nova", "exchange of the compute service's notifications")
	n.BoolVar(&f.strictSchema, "strict-schema", false, "an answer that leaves the document of its microversion fails the row it belongs to")
	n.StringVar(&f.waiversFile, "waivers", "", "file of waivers: failures that are known, each with a reason and an end (docs/waivers.md)")
	n.StringArrayVar(&f.claims, "claim", nil,
		"what the target is said to have: a capability (NAME, NAME=no) or SERVICE=X.Y; plan compares (repeatable)")
	n.StringArrayVar(&f.timeouts, "timeout", nil, "NAME=DURATION, one of "+strings.Join(world.TimeoutNames(), ", "))
}

// registerTarget adds the options that name a cloud and its users.
func (f *TargetFlags) registerTarget(cmd *cobra.Command) {
	n := cmd.Flags()
	n.StringVar(&f.Cloud, "os-cloud", "", "entry of clouds.yaml of the given user (default OS_CLOUD, or the OS_* variables)")
	n.StringVar(&f.Target, "target", "", "mock for the embedded mock, or the URL of a mock that runs elsewhere")
	n.StringArrayVar(&f.Actors, "actor", nil,
		"NAME=CLOUD: the entry of clouds.yaml that plays "+strings.Join(playable(), ", ")+" (repeatable)")
	n.BoolVar(&f.Insecure, "insecure", false, "do not verify certificates: whoever answers may be anybody, and the report says so")
	n.StringVar(&f.Config, "config", "", "file of settings (default plumbline.yaml, where there is one)")
}

// timeoutTable is the part of the help that lists all time-outs.
func timeoutTable() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  name\tdefault\tat most\twait until")
	for _, n := range world.NamedTimeouts() {
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", n.Name, n.Default, n.Max, n.For)
	}
	t.Flush()
	return b.String()
}

// complete sets the options that the command line does not have: from the environment, then from the settings file.
func (f *TargetFlags) complete(cmd *cobra.Command) error {
	own := settableFlags(cmd)
	path := cmp.Or(f.Config, f.Streams.Env["PLUMBLINE_CONFIG"])
	if path == "" {
		if _, err := os.Stat("plumbline.yaml"); err == nil {
			path = "plumbline.yaml"
		}
	}
	file := settings.Settings{}
	if path != "" {
		var err error
		if file, err = settings.Read(path, settableAnywhere(cmd)); err != nil {
			return cli.Usage(err)
		}
	}
	for _, name := range own {
		if err := f.setFromFile(cmd.Flags().Lookup(name), file.Options[name]); err != nil {
			return cli.Usage(err)
		}
	}
	f.Selection.Sweep = !f.noSweep
	var err error
	if f.suiteOf, err = cli.OpenSuite(f.featuresDir); err != nil {
		return err
	}
	f.waivers, err = readWaivers(f.waiversFile, file.Waivers, f.suiteOf)
	return err
}

// settableFlags are the options of a command that a settings file may have.
func settableFlags(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(p *pflag.Flag) {
		if p.Name != "config" && p.Name != "help" {
			names = append(names, p.Name)
		}
	})
	return names
}

// settableAnywhere are the options of all commands that read the file: an option of one command is ignored by the others.
func settableAnywhere(cmd *cobra.Command) []string {
	names := settableFlags(cmd)
	for _, other := range cmd.Root().Commands() {
		if other.Flags().Lookup("config") != nil {
			names = append(names, settableFlags(other)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// setFromFile sets one option that the command line does not have.
func (f *TargetFlags) setFromFile(p *pflag.Flag, fromFile []string) error {
	if p.Changed {
		return nil
	}
	values, from := fromFile, "settings"
	variable := "PLUMBLINE_" + strings.ToUpper(strings.ReplaceAll(p.Name, "-", "_"))
	if v, ok := f.Streams.Env[variable]; ok {
		values, from = []string{v}, variable
	}
	for _, v := range values {
		if err := p.Value.Set(v); err != nil {
			return fmt.Errorf("%s: %s %q: %w", from, p.Name, v, err)
		}
	}
	return nil
}

// ParseShard parses --shard; job/N is the shard of a pod of a Kubernetes Indexed Job, whose index begins with 0.
func (f *TargetFlags) ParseShard() (*eventlog.Shard, error) {
	count, job := strings.CutPrefix(f.Shard, "job/")
	if !job {
		return eventlog.ParseShard(f.Shard)
	}
	index, err := strconv.Atoi(f.Streams.Env["JOB_COMPLETION_INDEX"])
	if err != nil {
		return nil, errors.New("job/N needs JOB_COMPLETION_INDEX, which a Kubernetes Job with completionMode: Indexed sets")
	}
	return eventlog.ParseShard(fmt.Sprintf("%d/%s", index+1, count))
}

// selection is the operator's choice of cases.
func (f *TargetFlags) selection() (s plan.Selection, err error) {
	s = f.Selection
	s.Terms = plan.Terms{Boot: f.boot}
	if err := plan.CheckTags(f.Selection.Tags); err != nil {
		return s, fmt.Errorf("--tags: %w", err)
	}
	if s.Suite, err = plan.ParseSuite(f.suite); err != nil {
		return s, fmt.Errorf("--suite: %w", err)
	}
	if s.Microversions, err = plan.ParseRange(f.microversions); err != nil {
		return s, fmt.Errorf("--microversion %w", err)
	}
	if s.Budget, err = plan.ParseBudget(f.budget); err != nil {
		return s, fmt.Errorf("--budget %w", err)
	}
	return s, nil
}

// mostRepeats bounds --repeat.
const mostRepeats = 100

// commonOptions are the options that all jobs of these flags share.
func (f *TargetFlags) commonOptions() (steps.Options, error) {
	o := steps.Options{
		Selection: f.Selection, MaxServers: f.MaxServers, Jobs: f.Concurrent, Waivers: f.waivers, StrictSchema: f.strictSchema,
		Timeouts: world.Timeouts{},
		Tool:     "plumbline " + cli.Version, Args: os.Args[min(1, len(os.Args)):], Digests: cli.Digests(), Clock: world.Machine{},
		Target: steps.Target{Wanted: f.wanted, Metadata: f.metadata, Notifications: f.notifications, ControlToken: f.controlToken},
	}
	if s := f.suiteOf; s != nil && s.From != "" {
		o.Scenarios, o.Documents, o.FeaturesFrom, o.Digests = s.Scenarios, s.Documents, s.From, cli.DigestsOf(s)
		if f.profile == "" && s.Documents != nil {
			f.profile = string(openapi.Specified)
		}
	}
	var err error
	if f.suiteOf == nil { // these flags were not read from a command line
		if f.suiteOf, err = features.Embedded(); err != nil {
			return o, err
		}
	}
	for _, t := range f.timeouts {
		name, text, _ := strings.Cut(t, "=")
		d, err := time.ParseDuration(text)
		if err != nil {
			return o, cli.Usage(fmt.Errorf("--timeout %s: want NAME=DURATION, one of %s", t, strings.Join(world.TimeoutNames(), ", ")))
		}
		o.Timeouts[name] = d
	}
	if err := o.Timeouts.Check(); err != nil {
		return o, cli.Usage(fmt.Errorf("--timeout: %w", err))
	}
	if o.Shard, err = f.ParseShard(); err != nil {
		return o, cli.Usage(fmt.Errorf("--shard: %w", err))
	}
	if f.repeat < 0 || f.repeat > mostRepeats {
		return o, cli.Usage(fmt.Errorf("--repeat %d: want 1 to %d", f.repeat, mostRepeats))
	}
	o.Repeat, o.Fresh, o.KeepFailed = f.repeat, f.fresh, f.keepFailed
	if o.Selection, err = f.selection(); err != nil {
		return o, cli.Usage(err)
	}
	if f.claimed, err = preflight.ParseClaims(f.claims); err != nil {
		return o, cli.Usage(err)
	}
	if f.maxMicroversion != "" {
		v, err := openapi.ParseVersion(f.maxMicroversion)
		if err != nil {
			return o, cli.Usage(fmt.Errorf("--max-microversion: %w", err))
		}
		o.Target.Bound = v
	}
	if f.Concurrent < 0 {
		return o, cli.Usage(fmt.Errorf("--jobs %d: want a number of scenarios, or 0 for the default", f.Concurrent))
	}
	for _, a := range f.Actors {
		if _, _, err := parseActor(a); err != nil {
			return o, cli.Usage(err)
		}
	}
	if f.MaxServers < 1 {
		return o, cli.Usage(errors.New("--max-servers must be at least 1"))
	}
	return o, nil
}

// noNames refuses arguments: what a run selects is said by options.
func noNames(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return cli.Usage(fmt.Errorf("%s takes options only, not %q: --spec chooses specifications, --only requirements and rows",
		cmd.CommandPath(), args[0]))
}
