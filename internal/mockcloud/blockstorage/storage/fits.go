package storage

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// able is what the only pool can do, without how much is on it.
func able() ability {
	return ability{
		Pool: "file", Total: 4000, Free: 4000, OverSubscription: 20, Thin: true, Multiattach: true, Backend: "file", Protocol: "file",
		Vendor: vendor, Driver: "1.0",
	}
}

// abilities are the same by name, as the scheduler compares them with the extra specifications of types.
var abilities = func() (all map[string]any) {
	text, err := json.Marshal(able())
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		panic("abilities of the storage: " + err.Error())
	}
	return all
}()

// Fits tells whether the storage has what a type asks for. Extra specifications with another prefix than capabilities are for drivers.
func Fits(t *state.VolumeType) bool {
	if t.Backed {
		return true
	}
	for key, wanted := range t.ExtraSpecs {
		path := strings.Split(key, ":")
		switch {
		case path[0] == "capabilities" && len(path) > 1:
			path = path[1:]
		case len(path) > 1:
			continue
		}
		has, known := abilities[path[0]]
		if !known || len(path) > 1 || !matches(has, wanted) {
			return false
		}
	}
	return true
}

// matches tells whether a value is what an extra specification wants: one of several texts, a truth, a part of a text, a comparison of
// texts or of numbers, or the text itself.
func matches(has any, wanted string) bool {
	words := append(strings.Fields(wanted), "", "")
	operator, operand := words[0], words[1]
	text, isText := has.(string)
	switch operator {
	case "<or>":
		for i := 1; i < len(words); i += 2 {
			if isText && words[i] == text && text != "" {
				return true
			}
		}
		return false
	case "<is>":
		return operand != "" && isTrue(python.Str(has)) == isTrue(operand)
	case "<in>":
		return operand != "" && strings.Contains(text, operand)
	}
	if compares := ofTexts[operator]; compares != nil {
		return isText && operand != "" && compares(strings.Compare(text, operand))
	}
	if compares := ofNumbers[operator]; compares != nil {
		number, isNumber := has.(float64)
		limit, err := strconv.ParseFloat(operand, 64)
		return isNumber && err == nil && compares(cmp.Compare(number, limit))
	}
	return isText && text == wanted
}

func isTrue(text string) bool {
	return slices.Contains([]string{"1", "t", "true", "on", "y", "yes"}, strings.ToLower(text))
}

// What comparisons make of the order of two values.
func equal(c int) bool   { return c == 0 }
func other(c int) bool   { return c != 0 }
func less(c int) bool    { return c < 0 }
func more(c int) bool    { return c > 0 }
func atMost(c int) bool  { return c <= 0 }
func atLeast(c int) bool { return c >= 0 }

var (
	ofNumbers = map[string]func(int) bool{"=": atLeast, "==": equal, "!=": other, ">=": atLeast, "<=": atMost}
	ofTexts   = map[string]func(int) bool{"s==": equal, "s!=": other, "s<": less, "s<=": atMost, "s>": more, "s>=": atLeast}
)
