package terminal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestATableFitsItsWidth(t *testing.T) {
	rows := [][]string{
		{"name", "rows", "why"},
		{"  a", "1", "short"},
		{"  a long name", "12", "a text that is broken within its own column, since it is too long for one line"},
		{"  c", "", ""},
		{"  d", "3", "http://127.0.0.1:28774/volume/v3/00000000000000000000000000000a02"},
	}
	for width, want := range map[int]string{
		70: `name           rows  why
  a            1     short
  a long name  12    a text that is broken within its own column,
                     since it is too long for one line
  c
  d            3
      http://127.0.0.1:28774/volume/v3/00000000000000000000000000000a02
`,
		50: `name           rows  why
  a            1     short
  a long name  12
      a text that is broken within its own column,
      since it is too long for one line
  c
  d            3
      http://127.0.0.1:28774/volume/v3/00000000000000000000000000000a02
`,
	} {
		b := Screen{Width: width}
		b.Table(rows)
		assert.Equal(t, want, b.String())
	}
}
