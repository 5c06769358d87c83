package features

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// AtPaths answers the scenarios at paths in the form of godog's command line: a folder, a feature file, or one scenario or
// row of it ("unshelve-to-host/decision.feature:31"). Paths may begin with "features/" or "./"; no path means all.
func AtPaths(all []Scenario, paths ...string) ([]Scenario, error) {
	if len(paths) == 0 {
		return all, nil
	}
	taken := map[string]bool{}
	for _, given := range paths {
		name, line, err := lineOf(given)
		if err != nil {
			return nil, err
		}
		found := false
		for _, s := range all {
			if isAtPath(s, name) && (line == 0 || s.Line == line) {
				taken[s.ID], found = true, true
			}
		}
		if !found {
			return nil, fmt.Errorf("%s: no scenario there; name a folder of features/, a file, or FILE:LINE with the line of a "+
				"scenario or of a row", given)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(s Scenario) bool { return !taken[s.ID] }), nil
}

func lineOf(given string) (name string, line int, err error) {
	name = path.Clean(strings.ReplaceAll(given, `\`, "/"))
	if file, number, cut := strings.Cut(name, ":"); cut {
		if line, err = strconv.Atoi(number); err != nil || line < 1 {
			return "", 0, fmt.Errorf("%s: %q is not the number of a line", given, number)
		}
		name = file
	}
	if name == "features" {
		return ".", line, nil
	}
	return strings.TrimPrefix(name, "features/"), line, nil
}

func isAtPath(s Scenario, name string) bool {
	return name == "." || s.URI == name || strings.HasPrefix(s.URI, name+"/")
}
