package features_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cucumber/godog"
	"github.com/stretchr/testify/require"
	"golang.org/x/term"

	texts "plumbline/features"
	"plumbline/internal/features"
	"plumbline/internal/openapi"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/cucumber"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/junit"
	"plumbline/steps"
)

// flags are godog's, with "godog." before their names: go test ./features -godog.tags '@spec:stack-lock'.
var flags = godog.Options{Format: "progress", Output: os.Stdout, Strict: true}

func init() { godog.BindFlags("godog.", flag.CommandLine, &flags) }

func TestMain(m *testing.M) {
	flag.Parse()
	flags.Paths = append(flags.Paths, flag.Args()...)
	flags.NoColors = flags.NoColors || os.Getenv("NO_COLOR") != "" || !term.IsTerminal(int(os.Stdout.Fd()))
	switch {
	case flags.ShowStepDefinitions:
		steps.Definitions(os.Stdout)
		return
	case flags.Format == "progress" && !testing.Verbose():
		flags.Format = "" // go test would show the dots of a run that failed only
	}
	os.Exit(m.Run())
}

// record runs, keeps the log and the report in a folder, and writes the formats that are made of the log.
func record(t *testing.T, o steps.Options, later []steps.GodogOutput) (steps.Outcome, string) {
	folder, err := newFolder(o.Profile)
	require.NoError(t, err)
	defer folder.log.Close()
	folder.attach(&o)
	outcome, err := steps.Run(context.Background(), o)
	require.NoError(t, err)
	require.NoError(t, folder.write(later))
	return outcome, filepath.Join(folder.dir, "report.html")
}

// folder is where a run under godog keeps its log and its report.
type folder struct {
	dir string
	log *os.File
}

func newFolder(profile openapi.Profile) (*folder, error) {
	dir := os.Getenv("PLUMBLINE_OUT")
	if dir == "" {
		dir = filepath.Join("..", "reports", "latest", "godog")
	}
	dir = filepath.Join(dir, string(profile))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder for the report (PLUMBLINE_OUT names another): %w", err)
	}
	log, err := os.CreateTemp(dir, ".running-*.ndjson")
	return &folder{dir, log}, err
}

// attach has a run write into the folder's log.
func (f *folder) attach(o *steps.Options) {
	o.Tool = "godog"
	o.Redact = redact.New()
	now := time.Now
	if o.Clock != nil {
		now = o.Clock.Now
	}
	writer := eventlog.NewWriter(f.log, now)
	writer.Scrub(eventlog.Scrubber{Text: o.Redact.Text, Known: o.Redact.RedactKnown})
	o.Log = writer
}

// write makes the report and the formats that are made of the log; the log moves to its place.
func (f *folder) write(later []steps.GodogOutput) error {
	if _, err := f.log.Seek(0, io.SeekStart); err != nil {
		return err
	}
	events, err := eventlog.Read(f.log)
	if err != nil {
		return err
	}
	catalogue, err := features.Catalogue()
	if err != nil {
		return err
	}
	report, err := reports.Build(catalogue, events)
	if err != nil {
		return err
	}
	if err := bundle.Write(f.dir, report, events); err != nil {
		return err
	}
	var failed error
	for _, o := range later {
		failed = errors.Join(failed, output(o, report, events))
	}
	return errors.Join(failed, f.log.Close(), os.Remove(f.log.Name()))
}

// output writes one format, to its file or to the run's output.
func output(o steps.GodogOutput, report *reports.Report, events []eventlog.Event) (err error) {
	w := flags.Output
	if o.Path != "" {
		file, err := os.Create(o.Path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		w = file
	}
	switch o.Format {
	case "junit":
		return junit.Write(w, report)
	case "message":
		return cucumber.WriteMessages(w, events, texts.FS, reports.ExitCode(false, report) == 0)
	}
	return cucumber.WriteJSON(w, events, texts.FS)
}

// door is the run of the godog command, which reads the feature files itself: see InitializeTestSuite.
var door struct {
	*steps.GodogRun
	*folder
}

// InitializeTestSuite is where the godog command comes in (cd features && godog run unshelve-to-host): the target and
// the profile are chosen as for TestFeatures, by default the embedded mock, shipped.
func InitializeTestSuite(suite *godog.TestSuiteContext) {
	suite.BeforeSuite(func() {
		profile := openapi.Shipped
		if name := os.Getenv("PLUMBLINE_PROFILE"); name != "" {
			profile = must(openapi.ParseProfile(name))
		}
		o := must(onMock(profile))
		if cloud := os.Getenv("PLUMBLINE_OS_CLOUD"); cloud != "" {
			o = steps.Options{Profile: profile, MaxServers: 8, Target: steps.Target{
				Name: cloud, Kind: steps.Real, Login: must(steps.ReadLogin(cloud, environment())),
			}}
		}
		door.folder = must(newFolder(profile))
		door.attach(&o)
		door.GodogRun = must(steps.NewGodogRun(context.Background(), o))
	})
	suite.AfterSuite(func() {
		outcome := must(door.Close())
		must(0, door.write(nil))
		fmt.Printf("%d passed, %d failed, %d errors, %d did not apply; report: %s\n",
			outcome.Passed, outcome.Failed, outcome.Errors, outcome.Gated, filepath.Join(door.dir, "report.html"))
	})
}

// InitializeScenario is the other one.
func InitializeScenario(sc *godog.ScenarioContext) { door.InitializeScenario(sc) }

// must ends the godog command with what went wrong: its hooks have no other way to say so.
func must[T any](v T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, "plumbline:", err)
		os.Exit(2)
	}
	return v
}
