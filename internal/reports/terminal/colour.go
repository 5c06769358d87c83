package terminal

import (
	"regexp"
	"strings"

	"plumbline/internal/reports/verdict"
)

// Colours of verdicts, as parameters of SGR (ECMA-48): those of the eight that everybody has.
const (
	red, green, yellow, cyan, magenta, dim = "31", "32", "33", "36", "35", "2"
)

var colours = map[string]string{
	verdict.Conformant.String(): green, verdict.NotConformant.String(): red, verdict.Inconclusive.String(): yellow,
	verdict.Partial.String(): cyan, verdict.NotOffered.String(): dim, verdict.NotSelected.String(): dim,
	verdict.Pass.String(): green, verdict.Fail.String(): red, verdict.Error.String(): magenta, verdict.NotRun.String(): yellow,
	verdict.Waived.String(): cyan, verdict.Excluded.String(): dim, verdict.Unsupported.String(): dim,
	verdict.Unobservable.String(): dim, verdict.NotApplicable.String(): dim,
}

// The places of verdicts: the first line, the beginning of a line, and the second column of a table.
var (
	headLine = regexp.MustCompile(`^([A-Z][A-Z ()-]+)(: )`)
	atStart  = regexp.MustCompile(`^(  )([a-z]+(?:-[a-z]+)*)(  +)`)
	inColumn = regexp.MustCompile(`^( +\S.*?  +)([a-z][a-z()-]*(?: [a-z()-]+)*)(  |$)`)
)

// Paint colours the verdicts of a text that Print or PrintMatrix wrote. The text must have no control characters of its own.
func Paint(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if m := headLine.FindStringSubmatch(line); m != nil && colours[strings.ToLower(m[1])] != "" {
			lines[i] = sgr("1;"+colours[strings.ToLower(m[1])], m[1]) + line[len(m[1]):]
			continue
		}
		for _, place := range []*regexp.Regexp{atStart, inColumn} {
			m := place.FindStringSubmatch(line)
			if m == nil || colours[m[2]] == "" {
				continue
			}
			lines[i] = m[1] + sgr(colours[m[2]], m[2]) + line[len(m[1])+len(m[2]):]
			break
		}
	}
	return strings.Join(lines, "\n")
}

func sgr(parameters, text string) string { return "\x1b[" + parameters + "m" + text + "\x1b[0m" }
