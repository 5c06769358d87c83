package configs

import (
	"maps"
	"slices"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/plain"
	"plumbline/internal/mockcloud/state"
)

// typesOfValues are the types of inputs and outputs, by the types of properties that have such values.
var typesOfValues = map[string]string{
	"String": "String", "Number": "Number", "CommaDelimitedList": "List", "Json": "Map", "Boolean": "Boolean",
}

// typeOfValue is the property type of an input or output.
var typeOfValue = kind.Property{
	Type: "String", ByDefault: "String", Among: []any{"String", "Number", "CommaDelimitedList", "Json", "Boolean"},
}

// text is a property without constraints.
var text = kind.Property{Type: "String"}

// objectsOf are the objects of a list; anything else than a list of objects is a fault.
func objectsOf(given any) ([]kind.Values, *pipeline.Fault) {
	if hot.IsEmpty(given) {
		return nil, nil
	}
	if list, isList := given.([]any); isList {
		if !slices.ContainsFunc(list, func(one any) bool { return !body.IsObject(one) }) {
			return body.As[[]kind.Values](list), nil
		}
	}
	return nil, faults.Uncallable()
}

// inputsOf reads the inputs of a configuration.
func inputsOf(given any) ([]state.SoftwareInput, *pipeline.Fault) {
	list, f := objectsOf(given)
	out := []state.SoftwareInput{}
	for _, one := range list {
		known := map[string]kind.Property{
			"name": {Type: "String", Required: true}, "description": text, "type": typeOfValue, "default": {Type: "Any"},
			"replace_on_change": {Type: "Boolean"}, "value": {Type: "Any"},
		}
		if name := body.As[string](one["type"]); typesOfValues[name] != "" && one["default"] != "" {
			known["default"] = kind.Property{Type: typesOfValues[name]}
		}
		if text, isText := one["default"].(string); isText && text != "" && one["type"] == "CommaDelimitedList" {
			one = maps.Clone(one)
			one["default"] = plain.Value(strings.Split(text, ","))
		}
		settled, wrong := kind.SettleProperties(known, one, nil)
		if wrong != nil {
			return nil, faults.Unsafe(400, "ValueError")
		}
		input := body.As[state.SoftwareInput](settled)
		if value, there := one["value"]; there {
			input.Value = state.JSONOf(value)
		}
		out = append(out, input)
	}
	return out, f
}

// outputsOf reads the outputs of a configuration.
func outputsOf(given any) ([]state.SoftwareOutput, *pipeline.Fault) {
	list, f := objectsOf(given)
	out := []state.SoftwareOutput{}
	for _, one := range list {
		settled, wrong := kind.SettleProperties(map[string]kind.Property{
			"name": {Type: "String", Required: true}, "description": text, "type": typeOfValue, "error_output": {Type: "Boolean"},
		}, one, nil)
		if wrong != nil {
			return nil, faults.Unsafe(400, "ValueError")
		}
		out = append(out, body.As[state.SoftwareOutput](settled))
	}
	return out, f
}
