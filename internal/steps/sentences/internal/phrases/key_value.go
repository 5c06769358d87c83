package phrases

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/steps/fixtures"
	"plumbline/internal/steps/world"
)

var blank = regexp.MustCompile(`^(\w+) with a (leading|trailing) blank$`)

// KeyValue is the value of a key in a sentence: the name of a key pair of the scenario, with a blank before or behind it;
// "unknown"; a text of so many characters, or letters of two bytes; or a JSON value as it stands.
func KeyValue(w *world.World, value string) any {
	if m := blank.FindStringSubmatch(value); m != nil {
		name := fixtures.RealName(w, "keypair", m[1])
		if m[2] == "leading" {
			return " " + name
		}
		return name + " "
	}
	if n, rest, found := strings.Cut(value, " "); found && (rest == "characters" || rest == Accented) {
		if length, err := strconv.Atoi(n); err == nil {
			return countedValue(length, rest)
		}
	}
	if value == "unknown" {
		return w.Name("no-such-key")
	}
	var literal any
	if json.Unmarshal([]byte(value), &literal) == nil {
		return literal
	}
	return fixtures.RealName(w, "keypair", value)
}
