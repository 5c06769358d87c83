package redact

import (
	"regexp"
	"strings"
	"sync"
)

// quotedKey finds a quoted name before a colon, an arrow or an equals sign, at any depth of escaping: in truncated JSON, in
// JSON inside a string, in a printed Python dictionary.
var quotedKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(\\*)["']([A-Za-z_][\w:.-]{0,80})\\*["']\s*(?::|=>|=)\s*`)
})

// bareKey finds a name at the start of a line of YAML, or before an equals sign.
var bareKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^[ \t]*(?:- )?([A-Za-z_][\w:.-]{0,80}):[ \t]+|\b([A-Za-z_][\w-]{0,80})=)`)
})

// looseMalformed are names that are secret under certain parents only; in text that is not JSON the parents are unknown.
var looseMalformed = map[string]bool{"contents": true, "blob": true}

// redactLoosely redacts the values of secret names in text that is not, or no longer, JSON. If in doubt it redacts.
func redactLoosely(s string) string {
	if !strings.ContainsAny(s, "\"'=:|") || !mayName(s) {
		return s
	}
	return looseBare(looseQuoted(looseTable(s)))
}

// veiled is a text in which parts are replaced, from left to right; last is the end of the last one.
type veiled struct {
	text string
	out  strings.Builder
	last int
}

func (m *veiled) mark(from, to int) { m.replacePart(from, to, looseMark(m.text[from:to])) }

// replacePart replaces a part by another text.
func (m *veiled) replacePart(from, to int, other string) {
	m.out.WriteString(m.text[m.last:from])
	m.out.WriteString(other)
	m.last = to
}

// String is the text itself where nothing was replaced.
func (m *veiled) String() string {
	if m.last == 0 && m.out.Len() == 0 {
		return m.text
	}
	return m.out.String() + m.text[m.last:]
}

func looseQuoted(s string) string {
	out, before := veiled{text: s}, ""
	for _, m := range quotedKey().FindAllStringSubmatchIndex(s, -1) {
		key, from := s[m[4]:m[5]], m[1]
		parent := before
		before = key
		if m[0] < out.last || !looselySecret(key, parent) {
			continue
		}
		to, kept := looseValue(s, from)
		if kept {
			continue
		}
		out.mark(from, to)
	}
	return out.String()
}

func looselySecret(key, parent string) bool {
	return secretAt(key, parent) || looseMalformed[normalizeName(key)]
}

// looseMark is the mark in the quotes of the value that it replaces.
func looseMark(value string) string {
	trimmed := strings.TrimLeft(value, `\`)
	if trimmed == "" || trimmed[0] != '"' && trimmed[0] != '\'' {
		return Mark
	}
	quote := value[:len(value)-len(trimmed)+1]
	return quote + Mark + quote
}

// looseValue is the end of the value at a position. kept is true for an object, whose own names are checked, and for values
// that are never secret. A string or list without an end reaches to the end of the text.
func looseValue(s string, from int) (to int, kept bool) {
	at := from
	for at < len(s) && s[at] == '\\' {
		at++
	}
	if at >= len(s) || s[at] == '{' {
		return from, true
	}
	switch s[at] {
	case '"', '\'':
		return quotedEnd(s, at, at-from), false
	case '[':
		if end := strings.IndexByte(s[at:], ']'); end >= 0 {
			return at + end + 1, false
		}
		return len(s), false
	}
	end := at
	for end < len(s) && !strings.ContainsRune(" \t\r\n,;&}])\"'", rune(s[end])) {
		end++
	}
	switch s[at:end] {
	case "", "null", "None", "true", "True", "false", "False":
		return from, true
	}
	return end, false
}

// quotedEnd is the position behind the quote that ends the string which begins at a position, with that many
// backslashes before its quotes.
func quotedEnd(s string, at, escapes int) int {
	quote := s[at]
	for i, run := at+1, 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			run++
			continue
		case s[i] == quote && (run == escapes || run < escapes || escapes == 0 && run%2 == 0):
			return i + 1
		}
		run = 0
	}
	return len(s)
}

func looseBare(s string) string {
	out := veiled{text: s}
	for _, m := range bareKey().FindAllStringSubmatchIndex(s, -1) {
		yaml := m[2] >= 0
		key := ""
		if yaml {
			key = s[m[2]:m[3]]
		} else {
			key = s[m[4]:m[5]]
		}
		if m[0] < out.last || !looselySecret(key, "") {
			continue
		}
		from := m[1]
		to, kept := looseValue(s, from)
		if yaml && !kept { // the rest of the line, and indented lines below it
			to = yamlEnd(s, m[0], from)
		}
		if kept || strings.HasPrefix(s[from:], Mark) || strings.HasPrefix(s[from:], "[redacted") {
			continue
		}
		out.mark(from, to)
	}
	return out.String()
}

// yamlEnd is the end of the value of a line of YAML: the end of the line, or for a block (|, >) of the indented lines below it.
func yamlEnd(s string, line, from int) int {
	end := from + strings.IndexByte(s[from:]+"\n", '\n')
	if value := strings.TrimSpace(s[from:min(end, len(s))]); value == "" || value[0] != '|' && value[0] != '>' {
		return min(end, len(s))
	}
	depth := indent(s[line:])
	for end < len(s) {
		next := s[end+1:]
		text, _, _ := strings.Cut(next, "\n")
		if strings.TrimSpace(text) != "" && indent(text) <= depth {
			break
		}
		end += 1 + len(text)
	}
	return min(end, len(s))
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
