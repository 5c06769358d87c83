package junit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"plumbline/internal/features"
	"plumbline/internal/reports"
	"plumbline/internal/reports/eventlog"
	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/verdict"
)

// The JUnit structure that build servers read: a suite per specification, a case per row. A row that did not run is skipped
// with its reason, and so is a decision that did not pass; the verdict error becomes an error.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		SystemOut  string          `xml:"system-out,omitempty"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string       `xml:"name,attr"`
		Class     string       `xml:"classname,attr"`
		File      string       `xml:"file,attr,omitempty"`
		Line      int          `xml:"line,attr,omitempty"`
		Time      string       `xml:"time,attr"`
		Failure   *junitDetail `xml:"failure,omitempty"`
		Error     *junitDetail `xml:"error,omitempty"`
		Skipped   *junitDetail `xml:"skipped,omitempty"`
		SystemOut string       `xml:"system-out,omitempty"`
	}
	junitDetail struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// Write writes the report as JUnit XML: a suite for each specification, a case for each row. The log, where there is one, has the
// requests of what did not pass.
func Write(w io.Writer, r *reports.Report, events ...eventlog.Event) error {
	requests := requestsOf(r, events)
	suites := junitSuites{Name: "plumbline " + r.Profile}
	var total float64
	if !r.Run.Complete {
		suites.Suites = append(suites.Suites, junitIncomplete(r))
		suites.Tests, suites.Errors = 1, 1
	}
	for _, s := range r.Specifications {
		suite, millis := junitOf(r, s, requests)
		suites.Tests += suite.Tests
		suites.Failures += suite.Failures
		suites.Errors += suite.Errors
		suites.Skipped += suite.Skipped
		suites.Suites = append(suites.Suites, suite)
		total += millis
	}
	if len(r.Drift) > 0 {
		suites.Suites = append(suites.Suites, junitSuite{
			Name: "answers outside their document", Time: seconds(0), Timestamp: r.Run.Started.Format(time.RFC3339),
			Properties: []junitProperty{{"ways", fmt.Sprint(len(r.Drift))}}, SystemOut: xmlText(reports.DriftText(r)),
		})
	}
	suites.Time = seconds(total)
	w = printable.Writer(w)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	var b bytes.Buffer
	enc := xml.NewEncoder(&b)
	enc.Indent("", "  ")
	if err := enc.Encode(suites); err != nil {
		return err
	}
	_, err := namedQuotes.WriteString(w, b.String()+"\n")
	return err
}

// namedQuotes writes quotation marks with their names: readers of JUnit files that know no character by its number show &#39; as it stands.
var namedQuotes = strings.NewReplacer("&#39;", "&apos;", "&#34;", "&quot;")

// junitIncomplete is a suite with one erroneous test for a run that is not complete, whose other tests may all have passed.
func junitIncomplete(r *reports.Report) junitSuite {
	suite := junitSuite{
		Name: "the run", Time: seconds(0), Timestamp: r.Run.Started.Format(time.RFC3339),
		Properties: []junitProperty{{"verdict", r.Summary.Verdict.String()}, {"run", r.Run.ID}},
	}
	suite.add(reports.Row{Row: "complete", Name: "complete", Verdict: verdict.Error, Reason: r.Run.Stopped}, "the run", "")
	return suite
}

func junitOf(r *reports.Report, s reports.Specification, requests map[string]string) (suite junitSuite, millis float64) {
	suite = junitSuite{
		Name: s.ID, Timestamp: r.Run.Started.Format(time.RFC3339),
		Properties: []junitProperty{
			{"verdict", s.Verdict.String()},
			{"profile", r.Profile},
			{"target", xmlText(r.Target.Name)},
			{"run", xmlText(r.Run.ID)},
		},
	}
	if r.Run.Insecure {
		suite.Properties = append(suite.Properties, junitProperty{"insecure", reports.Insecure})
	}
	suite.Properties = append(suite.Properties, waiverProperties(r)...)
	counted := map[string]bool{}
	for _, req := range r.Requirements {
		if req.Spec != s.ID {
			continue
		}
		if len(req.Rows) == 0 {
			// A requirement without a row gets a case of its own.
			suite.add(reports.Row{
				Row: req.ID, Name: req.ID + " " + req.Statement, Verdict: req.Verdict, Reason: req.Reason, Decision: req.Standing == features.Decision,
			}, s.ID+"."+req.ID, "")
		}
		for _, row := range req.Rows {
			if !counted[row.Case] {
				counted[row.Case] = true
				suite.add(row, s.ID+"."+req.ID, requests[row.Case])
				millis += row.Millis
			}
		}
	}
	suite.Time = seconds(millis)
	return suite, millis
}

// waiverProperties lists the waivers of the run.
func waiverProperties(r *reports.Report) []junitProperty {
	var out []junitProperty
	for _, w := range r.Waivers {
		out = append(out, junitProperty{"waiver " + w.ID, xmlText(string(w.State) + ": " + reports.WaiverLine(w))})
	}
	return out
}

func (s *junitSuite) add(row reports.Row, class, request string) {
	c := junitCase{
		Name: xmlText(junitName(row)), Class: class, File: xmlText(reports.FeatureFile(row)), Line: row.Line, Time: seconds(row.Millis),
		SystemOut: xmlText(strings.Join(row.Drift, "\n")),
	}
	detail := &junitDetail{Message: xmlText(row.Reason), Type: row.Verdict.String()}
	s.Tests++
	switch {
	case row.Verdict == verdict.Pass:
	case row.Decision:
		s.Skipped++
		c.Skipped = &junitDetail{Message: xmlText("a decision, which decides nothing: " + row.Verdict.String() + ": " + row.Reason)}
	case row.Verdict == verdict.Fail:
		s.Failures++
		c.Failure = detail
		detail.Text = xmlText(failureText(row, request))
	case row.Verdict == verdict.Error:
		s.Errors++
		c.Error = detail
		detail.Text = xmlText(failureText(row, request))
	default:
		s.Skipped++
		detail.Type = ""
		detail.Message = xmlText(row.Verdict.String() + ": " + row.Reason)
		c.Skipped = detail
	}
	s.Cases = append(s.Cases, c)
}

// longestName is how many characters a name may have: the lists of build servers cut longer ones, each somewhere else.
const longestName = 100

// junitName is the row, what it says, and the microversion with its variant, which tell the rows of one scenario apart: a name
// that is too long is cut before them.
func junitName(row reports.Row) string {
	name, end := row.Name, ""
	if !strings.HasPrefix(name, row.Row) {
		name = row.Row + " " + name
	}
	if row.At != "" {
		end = " [" + strings.TrimSpace(row.At+" "+row.Variant) + "]"
	}
	runes := []rune(printable.Line(name))
	if room := max(longestName-len([]rune(end)), len([]rune(row.Row))+1); len(runes) > room {
		return string(runes[:room-1]) + "…" + end
	}
	return string(runes) + end
}

func failureText(row reports.Row, request string) string {
	var b strings.Builder
	for _, s := range row.Steps {
		fmt.Fprintf(&b, "%-8s %s %s\n", s.Status, s.Keyword, s.Text)
		if s.Message != "" {
			fmt.Fprintf(&b, "         %s\n", s.Message)
		}
	}
	if row.Expected != "" || row.Got != "" {
		fmt.Fprintf(&b, "expected: %s\ngot:      %s\n", row.Expected, row.Got)
	}
	b.WriteString(request)
	if len(row.Exchanges) > 0 {
		fmt.Fprintf(&b, "exchanges: %s\n", strings.Join(row.Exchanges, " "))
	}
	return b.String()
}

// xmlText escapes the characters that control a terminal, and drops other characters that XML 1.0 does not allow.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, printable.Text(s))
}

func seconds(millis float64) string { return fmt.Sprintf("%.3f", millis/1000) }
