package hot

import (
	"fmt"
	"regexp"
	"strings"
)

// JSONError describes the error in a JSON text in the words of Python's decoder: what was expected, and where.
func JSONError(text string) string {
	s := &scanner{text: text}
	s.blanks()
	if s.value() {
		if s.blanks(); s.at < len(s.text) {
			s.fail("Extra data", s.at)
		}
	}
	at := s.where
	line := strings.Count(s.text[:at], "\n") + 1
	column := at - strings.LastIndexByte(s.text[:at], '\n')
	return fmt.Sprintf("%s: line %d column %d (char %d)", s.what, line, column, at)
}

// scanner reads a JSON text up to the first error.
type scanner struct {
	text  string
	at    int
	what  string
	where int
}

func (s *scanner) fail(what string, where int) bool {
	s.what, s.where = what, where
	return false
}

func (s *scanner) blanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\n\r", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *scanner) next() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

var jsonScalar = regexp.MustCompile(`^(null|true|false|NaN|-?Infinity|-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?)`)

func (s *scanner) value() bool {
	switch s.next() {
	case '{':
		return s.members('}', "object", s.pair)
	case '[':
		return s.members(']', "array", s.value)
	case '"':
		return s.quoted()
	}
	found := jsonScalar.FindString(s.text[s.at:])
	if found == "" {
		return s.fail("Expecting value", s.at)
	}
	s.at += len(found)
	return true
}

// members reads a comma-separated list up to the closing bracket.
func (s *scanner) members(end byte, what string, one func() bool) bool {
	s.at++
	if s.blanks(); s.next() == end {
		s.at++
		return true
	}
	for one() {
		s.blanks()
		switch s.next() {
		case end:
			s.at++
			return true
		case ',':
			comma := s.at
			s.at++
			if s.blanks(); s.next() == end {
				return s.fail("Illegal trailing comma before end of "+what, comma)
			}
		default:
			return s.fail("Expecting ',' delimiter", s.at)
		}
	}
	return false
}

func (s *scanner) pair() bool {
	if s.next() != '"' {
		return s.fail("Expecting property name enclosed in double quotes", s.at)
	}
	if !s.quoted() {
		return false
	}
	if s.blanks(); s.next() != ':' {
		return s.fail("Expecting ':' delimiter", s.at)
	}
	s.at++
	s.blanks()
	return s.value()
}

func (s *scanner) quoted() bool {
	begin := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return true
		case c == '\\':
			if s.at++; s.at < len(s.text) && strings.IndexByte(`"\/bfnrtu`, s.text[s.at]) < 0 {
				return s.fail(`Invalid \escape`, s.at-1)
			}
		case c < ' ':
			return s.fail("Invalid control character at", s.at)
		}
	}
	return s.fail("Unterminated string starting at", begin)
}
