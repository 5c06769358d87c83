package policy

import (
	"fmt"
	"strings"
)

// spaced puts blanks around parentheses.
var spaced = strings.NewReplacer("(", " ( ", ")", " ) ")

// check is a compiled expression.
type check func(*Caller, Target) bool

// parse compiles an expression:
//
//	or, and, not, ( )
//	any          every caller            none         no caller
//	role:NAME    the caller has the role
//	project      the target is of the caller's project
//	user         the target is the caller's own
//	domain       the target is of the caller's domain
//	system       the caller's token is system-scoped
//	on-role:NAME the target is the role with the name, or about it
//	rule:NAME    the result of another rule
func parse(text string, p *Policy) (check, error) {
	s := &parser{tokens: strings.Fields(spaced.Replace(text)), policy: p}
	c, err := s.or()
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	if len(s.tokens) > 0 {
		return nil, fmt.Errorf("%q: unexpected %q", text, s.tokens[0])
	}
	return c, nil
}

type parser struct {
	tokens []string
	policy *Policy
}

func (s *parser) take(word string) bool {
	if len(s.tokens) > 0 && s.tokens[0] == word {
		s.tokens = s.tokens[1:]
		return true
	}
	return false
}

func (s *parser) or() (check, error) {
	left, err := s.and()
	for err == nil && s.take("or") {
		var right check
		one := left
		right, err = s.and()
		left = func(c *Caller, t Target) bool { return one(c, t) || right(c, t) }
	}
	return left, err
}

func (s *parser) and() (check, error) {
	left, err := s.term()
	for err == nil && s.take("and") {
		var right check
		one := left
		right, err = s.term()
		left = func(c *Caller, t Target) bool { return one(c, t) && right(c, t) }
	}
	return left, err
}

func (s *parser) term() (check, error) {
	if s.take("not") {
		inner, err := s.term()
		return func(c *Caller, t Target) bool { return !inner(c, t) }, err
	}
	if s.take("(") {
		inner, err := s.or()
		if err == nil && !s.take(")") {
			err = fmt.Errorf("a closing parenthesis is missing")
		}
		return inner, err
	}
	if len(s.tokens) == 0 {
		return nil, fmt.Errorf("it ends too early")
	}
	word := s.tokens[0]
	s.tokens = s.tokens[1:]
	return s.atom(word)
}

func (s *parser) atom(word string) (check, error) {
	switch word {
	case "any":
		return func(*Caller, Target) bool { return true }, nil
	case "none":
		return func(*Caller, Target) bool { return false }, nil
	case "project":
		return func(c *Caller, t Target) bool { return c.ProjectID != "" && c.ProjectID == t.ProjectID }, nil
	case "user":
		return func(c *Caller, t Target) bool { return c.UserID != "" && c.UserID == t.UserID }, nil
	case "domain":
		return func(c *Caller, t Target) bool { return c.DomainID != "" && c.DomainID == t.DomainID }, nil
	case "system":
		return func(c *Caller, _ Target) bool { return c.System }, nil
	}
	kind, name, _ := strings.Cut(word, ":")
	switch kind {
	case "role":
		return func(c *Caller, _ Target) bool { return c.Has(name) }, nil
	case "on-role":
		return func(_ *Caller, t Target) bool { return t.Role == name }, nil
	case "rule":
		r := s.policy.rules[name]
		if r == nil {
			return nil, fmt.Errorf("there is no rule %s", name)
		}
		return func(c *Caller, t Target) bool { return r.allows(c, t) }, nil
	}
	return nil, fmt.Errorf("unexpected %q", word)
}
