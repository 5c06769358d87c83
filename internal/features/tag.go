package features

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"plumbline/internal/openapi"
)

var requirementID = regexp.MustCompile(`^[A-Z]{3}-N?\d{2}D?$`)

var before = regexp.MustCompile(`^(same|none|[2-5]\d\d)$`)

// apply reads one tag (with its "@") into the scenario. Tags have facts for the program only, so an unknown one is an error.
func (s *Scenario) apply(tag string) error {
	name := strings.TrimPrefix(tag, "@")
	s.Tags = append(s.Tags, name)
	key, value, has := strings.Cut(name, ":")
	var err error
	switch {
	case !has && requirementID.MatchString(name):
		s.require(name)
	case !has && name == "disruptive":
		s.Disruptive = true
	case !has && name == "boundary":
		s.Boundary = true
	case !has && (name == string(openapi.Shipped) || name == string(openapi.Specified)):
		s.Profiles = append(s.Profiles, openapi.Profile(name))
	case value == "":
		return fmt.Errorf("unknown tag %s", tag)
	case key == "spec":
		s.Spec = value
	case key == "since":
		s.Since, err = openapi.ParseVersion(value)
	case key == "until":
		s.Until, err = openapi.ParseVersion(value)
	case key == "before" && before.MatchString(value):
		s.Before = value
	case key == "needs":
		s.Needs = append(s.Needs, value)
	case key == "op":
		s.Ops = append(s.Ops, value)
	default:
		return fmt.Errorf("unknown tag %s", tag)
	}
	return err
}

// require adds a requirement unless the scenario has it.
func (s *Scenario) require(id string) {
	if !slices.Contains(s.Requirements, id) {
		s.Requirements = append(s.Requirements, id)
	}
}
