package reports_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xeipuuv/gojsonschema"

	"plumbline/internal/openapi/exchange"
	"plumbline/internal/openapi/redact"
	"plumbline/internal/reports"
	"plumbline/internal/reports/bundle"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/terminal"
	"plumbline/internal/reports/verdict"
	published "plumbline/reports"
)

func written(t *testing.T) (dir string, r *reports.Report, tp *tape) {
	t.Helper()
	c, tp := synthetic(t)
	r = tp.build(c)
	dir = filepath.Join(t.TempDir(), "deep", "shipped")
	require.NoError(t, bundle.Write(dir, r, tp.events()))
	return dir, r, tp
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(b)
}

func TestWriteMakesSixFilesAndNothingElse(t *testing.T) {
	dir, r, tp := written(t)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		info, err := e.Info()
		require.NoError(t, err)
		assert.Less(t, info.Size(), int64(5<<20), e.Name())
		t.Logf("%s: %d bytes", e.Name(), info.Size())
	}
	assert.Equal(t, []string{"badge.svg", "events.ndjson", "junit.xml", "report.html", "report.json", "summary.md"}, names)
	assert.Equal(t, tp.out.String(), read(t, dir, "events.ndjson"), "the log's copy can be checked like the log")
	back, err := reports.ReadDir(dir)
	require.NoError(t, err)
	assert.Equal(t, r, back)
}

func TestTheSameLogGivesTheSameBytes(t *testing.T) {
	one, _, tp := written(t)
	two, _, _ := written(t)
	for _, name := range []string{"report.json", "junit.xml", "report.html", "summary.md", "events.ndjson"} {
		assert.True(t, read(t, one, name) == read(t, two, name), name)
	}
	c, _ := synthetic(t)
	again, err := reports.Build(c, tp.events())
	require.NoError(t, err)
	require.NoError(t, bundle.Write(one, again, tp.events()))
	assert.True(t, read(t, one, "report.html") == read(t, two, "report.html"), "written twice into one folder")
}

func TestReportJSONHoldsToItsSchema(t *testing.T) {
	schema, err := os.ReadFile("../../reports/schema/report-v1.json")
	require.NoError(t, err)
	check := func(document string) []gojsonschema.ResultError {
		result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema), gojsonschema.NewStringLoader(document))
		require.NoError(t, err)
		return result.Errors()
	}
	dir, _, _ := written(t)
	good := read(t, dir, "report.json")
	assert.Empty(t, check(good))
	empty, err := json.Marshal(newTape(t, eventlog.RunStarted{}).build(small("A-1")))
	require.NoError(t, err)
	assert.Empty(t, check(string(empty)), "a run that was killed at once")
	assert.NotContains(t, string(empty), "null")
	for name, bad := range map[string]string{
		"another schema":     strings.Replace(good, "plumbline/report/v1", "plumbline/report/v2", 1),
		"an unknown verdict": strings.Replace(good, `"verdict": "pass"`, `"verdict": "passed"`, 1),
		"an unknown key":     strings.Replace(good, `"leaks": [`, `"more": [], "leaks": [`, 1),
		"a key is missing":   strings.Replace(good, `"profile": "shipped",`, ``, 1),
	} {
		require.NotEqual(t, good, bad, name)
		assert.NotEmpty(t, check(bad), name)
	}
	assert.Equal(t, string(schema), string(published.SchemaV1), "the binary carries the schema")
}

func TestJUnit(t *testing.T) {
	dir, r, _ := written(t)
	type detail struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var doc struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string  `xml:"name,attr"`
				Failure *detail `xml:"failure"`
				Error   *detail `xml:"error"`
				Skipped *detail `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal([]byte(read(t, dir, "junit.xml")), &doc))
	require.Len(t, doc.Suites, 4, "three specifications, and the answers outside their document")
	seen := map[string]*detail{}
	cases := 0
	for _, s := range doc.Suites {
		for _, c := range s.Cases {
			cases++
			switch {
			case c.Failure != nil:
				seen["fail"] = c.Failure
			case c.Error != nil:
				seen["error"] = c.Error
			case c.Skipped != nil:
				seen[strings.SplitN(c.Skipped.Message, ":", 2)[0]] = c.Skipped
			}
		}
	}
	assert.Equal(t, doc.Tests, cases)
	assert.Equal(t, r.Summary.Rows[verdict.Fail], doc.Failures)
	assert.Equal(t, r.Summary.Rows[verdict.Error], doc.Errors)
	assert.Contains(t, seen["fail"].Text, `expected: key_name "K1"`)
	assert.Contains(t, seen["error"].Message, "time-out build")
	assert.Equal(t, "not-run: needs the actor reader: give --actor reader=CLOUD", seen["not-run"].Message)
	assert.Equal(t, "not-applicable: never shipped", seen["not-applicable"].Message, "requirements without a row appear too")
	assert.NotNil(t, seen["waived"])
	assert.Equal(t, doc.Tests, doc.Failures+doc.Errors+doc.Skipped+r.Summary.Rows[verdict.Pass])
}

func TestControlCharactersDoNotBreakJUnit(t *testing.T) {
	tp := newTape(t, eventlog.RunStarted{}).run(info("A-1", "A-1"), "fail", "got \x00\x1b[31mred\ufffe").end()
	dir := t.TempDir()
	require.NoError(t, bundle.Write(dir, tp.build(small("A-1")), tp.events()))
	var any struct{}
	require.NoError(t, xml.Unmarshal([]byte(read(t, dir, "junit.xml")), &any))
	assert.Contains(t, read(t, dir, "junit.xml"), `message="got \u0000\u001b[31mred"`)
}

func TestSummaryAndTerminal(t *testing.T) {
	dir, r, _ := written(t)
	md := read(t, dir, "summary.md")
	assert.True(t, strings.HasPrefix(md, "# ✕ Plumbline: not conformant\n"), md)
	assert.Contains(t, md, "| RKP-07 | ✕ fail |")
	assert.Contains(t, md, "| keypair | pl-7f3a-k2 | pl-7f3a-k2 |")
	for _, line := range strings.Split(md, "\n") {
		if strings.HasPrefix(line, "|") {
			assert.True(t, strings.HasSuffix(line, "|"), line)
		}
	}
	var out bytes.Buffer
	require.NoError(t, terminal.Print(&out, r, "reports/latest/shipped"))
	assert.True(t, strings.HasPrefix(out.String(), "NOT CONFORMANT: prod, profile shipped\n"), out.String())
	assert.Contains(t, out.String(), "  fail     RKP-07, MVN-07: the server shows key K2 after a refused rebuild\n")
	assert.Contains(t, out.String(), "           more: plumbline report show reports/latest/shipped RKP-07b\n")
	assert.Contains(t, out.String(), "  not-run  RKP-15, MVN-15: 2 rows: needs the actor reader: give --actor reader=CLOUD\n")
	assert.Contains(t, out.String(), "  left behind: keypair pl-7f3a-k2 (pl-7f3a-k2)\n")
	assert.True(t, strings.HasSuffix(out.String(), "  report: reports/latest/shipped/report.html\n"), out.String())
	out.Reset()
	require.NoError(t, terminal.PrintMatrix(&out, r))
	lines := 2 * len(r.Specifications)
	for _, req := range r.Requirements {
		lines += 1 + len(req.Rows)
	}
	assert.Equal(t, lines, strings.Count(out.String(), "\n"), "a line for each requirement and each row")
	assert.NotContains(t, out.String(), " \n")
}

func TestSecretsNeverReachAnyFile(t *testing.T) {
	const password, token = "correct-horse-battery", "gAAAAABmSecretTokenThatIsLongEnough0123456789"
	secrets := redact.New(password, token)
	tp := newTape(t, eventlog.RunStarted{})
	tp.w.Scrub(eventlog.Scrubber{Text: secrets.Text, Known: secrets.RedactKnown})
	tp.start(info("A-1", "A-1")).add(&eventlog.Exchanged{
		Case: "A-1",
		ID:   "x1",
		Exchange: eventlog.Exchange{
			Role: "subject", Service: "identity",
			Request: exchange.Request{
				Method: "POST", URL: secrets.URL("http://demo:" + password + "@cloud/v3/auth/tokens?token=" + token),
				RequestHeader: secrets.Header(map[string][]string{"X-Auth-Token": {token}, "Authorization": {"Basic " + password}}),
				RequestBody: secrets.Body("application/json", []byte(`{"auth":{"identity":{"password":{"user":{"password":"`+password+
					`"}}}},"user_data":"c2VjcmV0","private_key":"-----BEGIN RSA PRIVATE KEY-----\nMIIEsecret\n"}`)),
			},
			Response: exchange.Response{Status: 201, ResponseBody: secrets.Body("application/json", []byte(`{"note":"you said `+password+`"}`))},
		},
	}).add(&eventlog.StepDone{Case: "A-1", Keyword: "Then", Text: "it is " + password, Status: "failed", Message: "not " + password}).
		add(&eventlog.CaseDone{Case: "A-1", Outcome: "fail", Reason: "expected " + password, Expected: password, Got: token}).end()
	dir := t.TempDir()
	r := tp.build(small("A-1"))
	require.NoError(t, bundle.Write(dir, r, tp.events()))
	require.NoError(t, bundle.WriteIndex(dir, []*reports.Report{r}))
	var out bytes.Buffer
	require.NoError(t, terminal.Print(&out, r, dir))
	all := map[string]string{"terminal": out.String(), "page data": unpack(t, read(t, dir, "report.html"))}
	for _, name := range []string{"report.json", "junit.xml", "report.html", "summary.md", "events.ndjson", "index.html"} {
		all[name] = read(t, dir, name)
	}
	for name, text := range all {
		for _, secret := range []string{password, token, "MIIEsecret", "c2VjcmV0"} {
			assert.NotContains(t, text, secret, name)
		}
	}
	assert.Contains(t, all["report.html"], "$OS_TOKEN")
}

func TestIndex(t *testing.T) {
	c, tp := synthetic(t)
	shipped := tp.build(c)
	specified := *shipped
	specified.Profile = "specified"
	dir := t.TempDir()
	require.NoError(t, bundle.WriteIndex(dir, []*reports.Report{shipped, &specified}))
	html := read(t, dir, "index.html")
	for _, want := range []string{`href="shipped/report.html"`, `href="specified/report.html#RKP-07"`, "Not conformant", "Lock a stack"} {
		assert.Contains(t, html, want)
	}
	assert.Equal(t, 1, reports.ExitCode(false, shipped, &specified))
	assert.Equal(t, 3, reports.ExitCode(false))
}
