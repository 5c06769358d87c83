package printable_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"plumbline/internal/reports/printable"
)

func TestAShellWordIsOneWord(t *testing.T) {
	for text, word := range map[string]string{
		"results/zed-2.93": "results/zed-2.93", "größe": "größe", "": "''", "my cloud": "'my cloud'", "$(reboot)": "'$(reboot)'",
		"it's": `'it'\''s'`, "a\x1b[2Jb;c": `'a\u001b[2Jb;c'`,
	} {
		assert.Equal(t, word, printable.ShellWord(text), "%q", text)
	}
}
