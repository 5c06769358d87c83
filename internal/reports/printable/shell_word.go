package printable

import (
	"strings"
	"unicode"
)

// ShellWord is a text as one word of a POSIX shell, on one line: quoted unless all of it means itself there.
func ShellWord(text string) string {
	text = Line(text)
	special := func(r rune) bool {
		return !strings.ContainsRune("-_./:=@%+,", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	if text != "" && strings.IndexFunc(text, special) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
