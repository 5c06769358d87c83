package reports

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"plumbline/reports/verdict"
)

// The JUnit structure that build servers read: suites by specification, one case for each row. A row that
// did not run is skipped with its reason; only error is an error.
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

func writeJUnit(w io.Writer, r *Report) error {
	suites := junitSuites{Name: "plumbline " + r.Profile}
	var total float64
	for _, s := range r.Specifications {
		suite, millis := junitOf(r, s)
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
			Properties: []junitProperty{{"ways", fmt.Sprint(len(r.Drift))}}, SystemOut: xmlText(driftText(r)),
		})
	}
	suites.Time = seconds(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(suites); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func junitOf(r *Report, s Specification) (suite junitSuite, millis float64) {
	suite = junitSuite{
		Name: s.ID, Timestamp: r.Run.Started.Format(time.RFC3339),
		Properties: []junitProperty{
			{"verdict", s.Verdict.String()},
			{"profile", r.Profile},
			{"target", r.Target.Name},
			{"run", r.Run.ID},
		},
	}
	suite.Properties = append(suite.Properties, waiverProperties(r)...)
	counted := map[string]bool{}
	for _, req := range r.Requirements {
		if req.Spec != s.ID {
			continue
		}
		if len(req.Rows) == 0 {
			// A requirement without a row must show up too.
			suite.add(Row{Row: req.ID, Name: req.ID + " " + req.Statement, Verdict: req.Verdict, Reason: req.Reason}, s.ID+"."+req.ID)
		}
		for _, row := range req.Rows {
			if !counted[row.Case] {
				counted[row.Case] = true
				suite.add(row, s.ID+"."+req.ID)
				millis += row.Millis
			}
		}
	}
	suite.Time = seconds(millis)
	return suite, millis
}

// waiverProperties lists the waivers of the run.
func waiverProperties(r *Report) []junitProperty {
	var out []junitProperty
	for _, w := range r.Waivers {
		out = append(out, junitProperty{"waiver " + w.ID, xmlText(string(w.State) + ": " + waiverLine(w))})
	}
	return out
}

func (s *junitSuite) add(row Row, class string) {
	c := junitCase{Name: xmlText(junitName(row)), Class: class, Time: seconds(row.Millis), SystemOut: xmlText(strings.Join(row.Drift, "\n"))}
	detail := &junitDetail{Message: xmlText(row.Reason), Type: row.Verdict.String()}
	s.Tests++
	switch row.Verdict {
	case verdict.Pass:
	case verdict.Fail:
		s.Failures++
		c.Failure = detail
		detail.Text = xmlText(failureText(row))
	case verdict.Error:
		s.Errors++
		c.Error = detail
		detail.Text = xmlText(failureText(row))
	default:
		s.Skipped++
		detail.Type = ""
		detail.Message = xmlText(row.Verdict.String() + ": " + row.Reason)
		c.Skipped = detail
	}
	s.Cases = append(s.Cases, c)
}

func junitName(row Row) string {
	name := row.Name
	if !strings.HasPrefix(name, row.Row) {
		name = row.Row + " " + name
	}
	if row.At != "" {
		name += " [" + strings.TrimSpace(row.At+" "+row.Variant) + "]"
	}
	return name
}

func failureText(row Row) string {
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
	if len(row.Exchanges) > 0 {
		fmt.Fprintf(&b, "exchanges: %s\n", strings.Join(row.Exchanges, " "))
	}
	return b.String()
}

// xmlText drops the characters XML 1.0 cannot carry; encoding/xml would write U+FFFD for them.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
}

func seconds(millis float64) string { return fmt.Sprintf("%.3f", millis/1000) }
