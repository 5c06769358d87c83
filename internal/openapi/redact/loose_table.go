package redact

import (
	"regexp"
	"strings"
)

// tableRow matches a line of a table in which OpenStack clients print an object: a name, then its value. The next lines of
// a long value have an empty name.
var tableRow = regexp.MustCompile(`(?m)^[ \t]*\|[ \t]*([\w:.-]*)[ \t]*\|([^\n]*)`)

// looseTable redacts the values of secret names in tables. It replaces the rest of the row, so that the length of
// the value is hidden, too.
func looseTable(s string) string {
	if strings.Count(s, "|") < 2 {
		return s
	}
	out, secret := veiled{text: s}, false
	for _, m := range tableRow.FindAllStringSubmatchIndex(s, -1) {
		if key := s[m[2]:m[3]]; key != "" {
			secret = looselySecret(key, "")
		}
		value := strings.TrimRight(strings.TrimSpace(s[m[4]:m[5]]), " \t|")
		switch value {
		case "", "None", "null", Mark, "-":
			continue
		}
		if secret {
			out.row(m[4], m[5])
		}
	}
	return out.String()
}

// row replaces the value of a row of a table.
func (m *veiled) row(from, to int) {
	m.out.WriteString(m.text[m.last:from])
	m.out.WriteString(" " + Mark + " |")
	m.last = to
}
