package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/cmd/plumbline/internal/cli"
	"plumbline/internal/reports"
	"plumbline/mockcloud"
)

// command runs the real entry in an empty folder.
func command(t *testing.T, env []string, args ...string) (code int, out, err string) {
	t.Helper()
	t.Chdir(t.TempDir())
	var stdout, stderr bytes.Buffer
	code = run(context.Background(), args, env, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func TestMistakesOfTheCallAreOneSentence(t *testing.T) {
	nobody := []string{"OS_AUTH_URL=http://127.0.0.1:1/v3", "OS_USERNAME=u", "OS_PASSWORD=p", "OS_PROJECT_NAME=x"}
	for _, row := range []struct {
		name string
		env  []string
		args []string
		says string
	}{
		{"nothing selected", nil, []string{"certify", "--only", "XYZ-01"}, "--only XYZ-01 is no requirement, row, scenario or tag"},
		{"tags that meet nothing", nil, []string{"certify", "--tags", "@nope"}, "the selection matches no scenario"},
		{"an unknown profile", nil, []string{"certify", "--profile", "x"}, "unknown profile"},
		{"a microversion that is none", nil, []string{"certify", "--max-microversion", "x"}, `version "x" is not of the form MAJOR.MINOR`},
		{
			"a time-out that nobody knows", nil,
			[]string{"certify", "--timeout", "x=1s"},
			`--timeout: there is no time-out called "x"; there are answer, case-clean-up, `,
		},
		{
			"a time-out that is no duration", nil,
			[]string{"certify", "--timeout", "stack=soon"},
			"--timeout stack=soon: want NAME=DURATION, one of ",
		},
		{
			"a time-out above its maximum", nil,
			[]string{"certify", "--timeout", "stack=61m"},
			"--timeout: time-out stack: 1h1m0s is not between 0 and its maximum, 1h0m0s",
		},
		{"a shard that cannot be", nil, []string{"certify", "--shard", "4/3"}, `--shard: shard "4/3": want I/N with`},
		{"too many repeats", nil, []string{"certify", "--repeat", "101"}, "--repeat 101: want 1 to 100"},
		{"no servers at all", nil, []string{"certify", "--max-servers", "0"}, "--max-servers must be at least 1"},
		{"an actor that nobody knows", nobody, []string{"certify", "--actor", "boss=x"}, "--actor boss=x: want NAME=CLOUD"},
		{
			"a cloud that is not there",
			[]string{"OS_CLIENT_CONFIG_FILE=/nowhere/clouds.yaml"},
			[]string{"certify", "--os-cloud", "x"},
			`credentials of cloud "x"`,
		},
		{"a target that is not there", nobody, []string{"certify"}, "identity at http://127.0.0.1:1/v3 cannot be reached"},
		{"a mock that is not there", nil, []string{"certify", "--target", "http://127.0.0.1:1"}, "cannot be reached"},
		{"a target that is no URL", nil, []string{"certify", "--target", "nonsense"}, "want mock, or the URL of a mock"},
		{"a file of settings that is not there", nil, []string{"certify", "--config", "/nowhere.yaml"}, "settings: open /nowhere.yaml"},
		{
			"a variable that does not fit",
			[]string{"PLUMBLINE_MAX_SERVERS=many"},
			[]string{"certify"},
			`PLUMBLINE_MAX_SERVERS: max-servers "many"`,
		},
		{"plan of a target that is not there", nobody, []string{"plan"}, "cannot be reached"},
		{"sweep without a cloud", nil, []string{"sweep"}, "sweep needs a cloud"},
	} {
		t.Run(row.name, func(t *testing.T) {
			code, out, err := command(t, row.env, row.args...)
			assert.Equal(t, cli.ExitUsage, code, err)
			assert.Contains(t, err, row.says)
			assert.Equal(t, 1, strings.Count(err, "\n"), "one sentence: %s", err)
			assert.Empty(t, out)
			left, globErr := filepath.Glob("reports/latest/*")
			require.NoError(t, globErr)
			assert.Empty(t, left, "nothing half-written")
		})
	}
}

func TestTheFileOfSettingsCountsLessThanTheEnvironmentAndThatLessThanTheLine(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("plumbline.yaml", []byte("only: [MVN-01]\nprofile: specified\nno-sweep: true\n"), 0o600))
	plan := func(env []string, args ...string) string {
		var out, stderr bytes.Buffer
		require.Equal(t, cli.ExitOK,
			run(context.Background(), append([]string{"plan", "--target", "mock", "--json"}, args...), env, &out, &stderr), stderr.String())
		return out.String()
	}
	assert.Contains(t, plan(nil), `"profile":"specified"`)
	assert.Contains(t, plan(nil), `"row":"MVN-01"`)
	assert.Contains(t, plan([]string{"PLUMBLINE_PROFILE=shipped"}), `"profile":"shipped"`)
	assert.Contains(t, plan([]string{"PLUMBLINE_PROFILE=shipped"}, "--profile", "specified"), `"profile":"specified"`)
	assert.NotContains(t, plan(nil, "--only", "MVN-02"), `"row":"MVN-01"`)
}

func TestCertifyWritesAReportForEachProfileAndAnIndex(t *testing.T) {
	code, out, err := command(t, nil, "certify", "--only", "MVN-01", "--out", "here")
	assert.Equal(t, cli.ExitOK, code, err)
	for _, profile := range []string{"shipped", "specified"} {
		report, readErr := reports.ReadDir(filepath.Join("here", profile))
		require.NoError(t, readErr)
		assert.Equal(t, profile, string(report.Profile))
		left, globErr := filepath.Glob(filepath.Join("here", profile, ".running*"))
		require.NoError(t, globErr)
		assert.Empty(t, left)
	}
	assert.FileExists(t, "here/index.html")
	assert.Contains(t, out, "index: here/index.html")
}

func TestCertifyOverTCP(t *testing.T) {
	cloud := mockcloud.Start(t)
	code, _, err := command(t, nil, "certify", "--target", cloud.URL(), "--only", "RKP-08", "--no-sweep", "--out", "here")
	assert.Equal(t, cli.ExitOK, code, err)
	report, readErr := reports.ReadDir("here")
	require.NoError(t, readErr)
	for _, r := range report.Requirements {
		if r.ID == "RKP-08" {
			assert.Equal(t, "pass", r.Verdict.String())
		}
	}
	code, out, err := command(t, nil, "sweep", "--target", cloud.URL())
	assert.Equal(t, cli.ExitOK, code, err)
	assert.Equal(t, "nothing was left behind\n", out)
}

func TestAnOutputFolderThatCannotBeMade(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("file", nil, 0o600))
	var out, stderr bytes.Buffer
	code := run(context.Background(), []string{"certify", "--out", "file/below"}, nil, &out, &stderr)
	assert.Equal(t, cli.ExitUsage, code, "nothing was run")
	assert.Contains(t, stderr.String(), "--out: make report folder: mkdir file")
}

func TestACatalogueWithoutCompute(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Subject-Token", "a-token-of-a-test")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte(`{"token": {"user": {"id": "u", "name": "u", "domain": {"id": "default"}}, "project": {"id": "p", "name": "x"}, "catalog": [],
			"issued_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-02T00:00:00Z"}}`))
	}))
	defer s.Close()
	env := []string{"OS_AUTH_URL=" + s.URL + "/v3", "OS_USERNAME=u", "OS_PASSWORD=p", "OS_PROJECT_NAME=x"}
	code, _, err := command(t, env, "certify")
	assert.Equal(t, cli.ExitUsage, code)
	assert.Contains(t, err, "no compute service: the catalogue of u at "+s.URL+"/v3 offers no compute endpoint (interface public)")
}

func TestHelpShowsExamples(t *testing.T) {
	for _, name := range []string{"certify", "plan", "sweep"} {
		code, out, _ := command(t, nil, name, "--help")
		assert.Equal(t, cli.ExitOK, code)
		assert.Contains(t, out, "Examples:\n  plumbline "+name)
	}
}

// What a run selects is said by options; whoever names a specification like a file is told which.
func TestCertifyTakesNoNames(t *testing.T) {
	for _, command := range []string{"certify", "plan"} {
		var out, errs bytes.Buffer
		assert.Equal(t, cli.ExitUsage, run(t.Context(), []string{command, "stack-lock"}, nil, &out, &errs))
		assert.Equal(t, "plumbline: plumbline "+command+` takes options only, not "stack-lock": `+
			"--spec chooses specifications, --only requirements and rows\n", errs.String())
	}
}
