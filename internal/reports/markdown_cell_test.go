package reports_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/reports/markdown"
)

func TestACellOfMarkdownHasNothingLive(t *testing.T) {
	for in, want := range map[string]string{
		"plain text, 202 (409)":                    "plain text, 202 (409)",
		"[a link](http://evil.example)":            "\\[a `link](http://evil.example)`",
		"![](http://evil.example/x.png)":           "`![](http://evil.example/x.png)`",
		"[x][y] ~~no~~ *b* _i_":                    `\[x\]\[y\] \~\~no\~\~ \*b\* \_i\_`,
		"<img src=x> &lt; <http://e>":              "&lt;img src=x&gt; &amp;lt; `<http://e>`",
		"see www.evil.example or WWW.evil.example": "see `www.evil.example` or `WWW.evil.example`",
		"@someone me@evil.example":                 "`@someone` `me@evil.example`",
		"a | b \\| c":                              `a \| b \\\| c`,
		"`code` `http://e`":                        "&#96;code&#96; &#96;`http://e`&#96;",
		"two\nlines\x1b[31m\u202e":                 `two lines\\u001b\[31m\\u202e`,
		"//evil.example/x $x$":                     "`//evil.example/x` \\$x\\$",
	} {
		assert.Equal(t, want, markdown.MarkdownCell(in), in)
	}
}
