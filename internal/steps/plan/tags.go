package plan

import (
	"fmt"
	"slices"
	"strings"
)

// tagExpression is a parsed expression over tags; nil matches everything.
type tagExpression func(tags []string) bool

func (e tagExpression) match(tags []string) bool { return e == nil || e(tags) }

// CheckTags tells what is wrong with an expression over tags, nil for nothing.
func CheckTags(text string) error {
	_, err := parseTags(text)
	return err
}

// parseTags reads "@a and not (@b or @c)", Cucumber's grammar, and godog's (parseGodogTags). "and" binds more tightly than
// "or"; the "@" of a tag may be left out.
func parseTags(text string) (tagExpression, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if isGodog(text) {
		return parseGodogTags(text)
	}
	p := &tagParser{words: strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))}
	e, err := p.or()
	if err == nil && p.at < len(p.words) {
		err = fmt.Errorf("%q comes too much", p.words[p.at])
	}
	if err != nil {
		return nil, fmt.Errorf("tag expression %q: %w", text, err)
	}
	return e, nil
}

type tagParser struct {
	words []string
	at    int
}

func (p *tagParser) next(word string) bool {
	if p.at < len(p.words) && strings.EqualFold(p.words[p.at], word) {
		p.at++
		return true
	}
	return false
}

func (p *tagParser) or() (tagExpression, error) {
	left, err := p.and()
	for err == nil && p.next("or") {
		var right tagExpression
		if right, err = p.and(); err == nil {
			a, b := left, right
			left = func(tags []string) bool { return a(tags) || b(tags) }
		}
	}
	return left, err
}

func (p *tagParser) and() (tagExpression, error) {
	left, err := p.not()
	for err == nil && p.next("and") {
		var right tagExpression
		if right, err = p.not(); err == nil {
			a, b := left, right
			left = func(tags []string) bool { return a(tags) && b(tags) }
		}
	}
	return left, err
}

func (p *tagParser) not() (tagExpression, error) {
	if p.next("not") {
		e, err := p.not()
		return func(tags []string) bool { return !e(tags) }, err
	}
	if p.next("(") {
		e, err := p.or()
		if err == nil && !p.next(")") {
			err = fmt.Errorf("a ) is missing")
		}
		return e, err
	}
	if p.at >= len(p.words) {
		return nil, fmt.Errorf("a tag is missing at the end")
	}
	word := p.words[p.at]
	p.at++
	if slices.Contains([]string{"and", "or", ")"}, strings.ToLower(word)) {
		return nil, fmt.Errorf("a tag is missing before %q", word)
	}
	name := strings.TrimPrefix(word, "@")
	return func(tags []string) bool { return slices.Contains(tags, name) }, nil
}
