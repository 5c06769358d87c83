package phrases

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/steps/world"
)

// counted matches a value that a table describes: "256 characters".
var counted = regexp.MustCompile(`^(\d+) (characters|items|characters of base64|characters as a value|characters as a key|` +
	Accented + `|` + Accented + ` as a value)$`)

// Accented is what a length in a sentence counts if each letter takes two bytes.
const Accented = "accented letters"

// Parameter puts one parameter into the body of a rebuild: its name, then its value, which is JSON or a description (counted).
func Parameter(w *world.World, fields map[string]any, text string) error {
	name, value, _ := strings.Cut(text, " ")
	if m := counted.FindStringSubmatch(value); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return err
		}
		fields[name] = countedValue(n, m[2])
		return nil
	}
	var v any
	if err := json.Unmarshal([]byte(Fill(w, value)), &v); err != nil {
		return fmt.Errorf("the value of %s is neither JSON nor counted: %w", name, err)
	}
	fields[name] = v
	return nil
}

func countedValue(n int, of string) any {
	long := strings.Repeat("k", n)
	switch of {
	case Accented:
		return strings.Repeat("é", n)
	case Accented + " as a value":
		return map[string]any{"purpose": strings.Repeat("é", n)}
	case "items":
		var list []any
		for i := range n {
			list = append(list, "item-"+strconv.Itoa(i))
		}
		return list
	case "characters of base64":
		// Whole groups of four characters, then line ends, which base64 decoders skip.
		return long[:n-n%4] + strings.Repeat("\n", n%4)
	case "characters as a value":
		return map[string]any{"purpose": long}
	case "characters as a key":
		return map[string]any{long: "x"}
	}
	return long
}
