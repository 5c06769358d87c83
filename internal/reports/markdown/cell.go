package markdown

import (
	"regexp"
	"strings"

	"plumbline/internal/reports/printable"
)

// address matches texts that renderers of Markdown turn into a link, a picture or a mention: a word with a web address, a
// mail address, or the name of a user.
var address = regexp.MustCompile("[^\\s`|]*(?://|(?i:www\\.)|@)[^\\s`|]*")

// inert escapes the characters that have a meaning in Markdown and HTML.
var inert = strings.NewReplacer(
	`\`, `\\`, "&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "&#96;", "|", `\|`, "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	"~", `\~`, "$", `\$`,
)

// cell escapes a text for a cell of a Markdown table, so that no text of a cloud becomes a link, a picture or HTML.
// Addresses are written as code, in which Markdown has no effect.
func cell(s string) string {
	s = printable.Line(strings.Join(strings.Fields(s), " "))
	var b strings.Builder
	last := 0
	for _, at := range address.FindAllStringIndex(s, -1) {
		b.WriteString(inert.Replace(s[last:at[0]]))
		b.WriteString("`" + s[at[0]:at[1]] + "`")
		last = at[1]
	}
	b.WriteString(inert.Replace(s[last:]))
	return b.String()
}

// MarkdownCell is a text escaped for a cell of a Markdown table; see summary.md.
func MarkdownCell(s string) string { return cell(s) }
