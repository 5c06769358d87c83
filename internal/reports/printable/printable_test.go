package printable_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"plumbline/internal/reports/printable"
)

func TestWhatSteersIsShownInstead(t *testing.T) {
	for _, row := range []struct{ name, in, text, line string }{
		{"nothing to hide", "a ü 漢 🙂 – \\u001b", "a ü 漢 🙂 – \\u001b", "a ü 漢 🙂 – \\u001b"},
		{"line ends and tabs", "a\n\tb\r\nc", "a\n\tb\r\nc", `a\u000a\u0009b\u000d\u000ac`},
		{"a line written over", "FAIL\rPASS", `FAIL\u000dPASS`, `FAIL\u000dPASS`},
		{"C0: colour, bell, backspace", "\x1b[31mred\a\b\x00", `\u001b[31mred\u0007\u0008\u0000`, `\u001b[31mred\u0007\u0008\u0000`},
		{
			"title and clipboard of a terminal", "\x1b]0;x\x07\x1b]52;c;eA==\x1b\\", `\u001b]0;x\u0007\u001b]52;c;eA==\u001b\`,
			`\u001b]0;x\u0007\u001b]52;c;eA==\u001b\`,
		},
		{"delete", "a\x7f", `a\u007f`, `a\u007f`},
		{"C1 as characters", "\u0085\u009b31m", `\u0085\u009b31m`, `\u0085\u009b31m`},
		{"C1 as bytes", "a\x9b31m", `a\ufffd31m`, `a\ufffd31m`},
		{
			"direction", "\u202eSSAP\u202c \u2066x\u2069 \u200e\u200f\u061c", `\u202eSSAP\u202c \u2066x\u2069 \u200e\u200f\u061c`,
			`\u202eSSAP\u202c \u2066x\u2069 \u200e\u200f\u061c`,
		},
		{"separators", "a\u2028b\u2029c", `a\u2028b\u2029c`, `a\u2028b\u2029c`},
		{"tags", "a\U000e0041b", `a\udb40\udc41b`, `a\udb40\udc41b`},
	} {
		t.Run(row.name, func(t *testing.T) {
			assert.Equal(t, row.text, printable.Text(row.in))
			assert.Equal(t, row.line, printable.Line(row.in))
			assert.Equal(t, row.text, printable.Text(row.text), "twice is as once")
		})
	}
}

func TestWriterKnowsCharactersInParts(t *testing.T) {
	const in = "ü 漢\u202e🙂\x1b[0m\n"
	for size := 1; size <= len(in); size++ {
		var out bytes.Buffer
		w := printable.Writer(&out)
		for rest := in; rest != ""; {
			n, err := w.Write([]byte(rest[:min(size, len(rest))]))
			require.NoError(t, err)
			rest = rest[n:]
		}
		assert.Equal(t, printable.Text(in), out.String(), "in parts of %d", size)
	}
	var out bytes.Buffer
	w := printable.Writer(&out)
	assert.Same(t, w, printable.Writer(w))
	assert.Same(t, &out, printable.Unwrap(w))
	assert.Same(t, &out, printable.Unwrap(&out))
}

// JSON that goes through says the same.
func FuzzText(f *testing.F) {
	f.Add("a\x1b\u202e\U000e0041\n")
	f.Fuzz(func(t *testing.T, in string) {
		in = strings.ToValidUTF8(in, "")
		text, err := json.Marshal(in)
		require.NoError(t, err)
		var back string
		require.NoError(t, json.Unmarshal([]byte(printable.Text(string(text))), &back))
		assert.Equal(t, in, back)
		for _, r := range printable.Line(in) {
			assert.False(t, printable.IsHidden(r))
		}
		assert.True(t, utf8.ValidString(printable.Text(in)))
	})
}
