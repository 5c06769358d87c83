package cli

import (
	"bytes"
	"io"
	"os"

	"golang.org/x/term"

	"plumbline/internal/reports/printable"
	"plumbline/internal/reports/terminal"
)

// Terminal is the terminal that a stream writes to; the bool is false where it writes to something else.
func Terminal(w io.Writer) (*os.File, bool) {
	file, isFile := printable.Unwrap(w).(*os.File)
	return file, isFile && term.IsTerminal(int(file.Fd()))
}

// WidthOf is the present width of a terminal in columns, 80 where it tells none.
func WidthOf(file *os.File) int {
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 {
		return 80
	}
	return width
}

// PrintScreen writes what print renders for a width: that of the terminal with colours, or without them where stdout is no
// terminal or NO_COLOR is set.
func (s Streams) PrintScreen(print func(w io.Writer, width int) error) error {
	file, is := Terminal(s.Out)
	if !is {
		return print(s.Out, terminal.Width)
	}
	width := WidthOf(file)
	var text bytes.Buffer
	if err := print(printable.Writer(&text), min(width, terminal.Width)); err != nil {
		return err
	}
	shown := text.String()
	if s.Secrets != nil {
		shown = s.Secrets.Text(shown)
	}
	if s.Env["NO_COLOR"] != "" || s.Env["TERM"] == "dumb" {
		_, err := io.WriteString(s.Out, shown)
		return err
	}
	_, err := io.WriteString(file, terminal.Paint(shown)) // the colours are control sequences, which s.Out escapes
	return err
}
