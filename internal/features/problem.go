package features

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Problem is one thing that is wrong with a folder of specifications.
type Problem struct {
	File string // with the folder in front
	Line int    // from 1; 0 where no line is to blame
	Text string
	// Unfinished: a run can do without it; what is missing shows in its report.
	Unfinished bool
}

// String is "file:line: text", as compilers write it.
func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Text
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// Problems are several; as an error it has one on each line.
type Problems []Problem

// Error implements error.
func (all Problems) Error() string {
	lines := make([]string, len(all))
	for i, p := range all {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

func (all Problems) serious() Problems {
	var out Problems
	for _, p := range all {
		if !p.Unfinished {
			out = append(out, p)
		}
	}
	return out
}

func (all Problems) sort() {
	slices.SortStableFunc(all, func(a, b Problem) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
}

// The places that the parsers of YAML and of Gherkin write into their errors: "line 3: …", "(5:1): …".
var (
	yamlPlace    = regexp.MustCompile(`^(?:yaml: )?(?:unmarshal errors:\s*)?line (\d+): (.*)$`)
	gherkinPlace = regexp.MustCompile(`^\((\d+):\d+\): (.*)$`)
)

// problemsOf are the problems that an error of a parser about a file tells of.
func problemsOf(dir, file string, err error) Problems {
	var out Problems
	text := strings.TrimPrefix(err.Error(), file+": ")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		p := Problem{File: path.Join(dir, file), Text: line}
		for _, place := range []*regexp.Regexp{yamlPlace, gherkinPlace} {
			if m := place.FindStringSubmatch(line); m != nil {
				p.Line, _ = strconv.Atoi(m[1])
				p.Text = m[2]
			}
		}
		if heading := strings.HasSuffix(line, "errors:"); !heading && line != "" {
			out = append(out, p)
		}
	}
	return out
}
