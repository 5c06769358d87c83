package templates

import (
	"strings"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/orchestration/hot"
)

// parameter is a parameter as shown for a form to fill in.
type parameter struct {
	Type        string `json:"Type"`
	Description string `json:"Description"`
	Label       string `json:"Label"`
	NoEcho      string `json:"NoEcho"`
	// Default and Value may be present and null.
	Default               *any    `json:"Default,omitzero"`
	Value                 *any    `json:"Value,omitzero"`
	Tags                  []any   `json:"Tags,omitzero"`
	MinValue              any     `json:"MinValue,omitzero"`
	MaxValue              any     `json:"MaxValue,omitzero"`
	MinLength             any     `json:"MinLength,omitzero"`
	MaxLength             any     `json:"MaxLength,omitzero"`
	AllowedValues         any     `json:"AllowedValues,omitzero"`
	AllowedPattern        any     `json:"AllowedPattern,omitzero"`
	CustomConstraint      any     `json:"CustomConstraint,omitzero"`
	ConstraintDescription *string `json:"ConstraintDescription,omitzero"`
}

// types are the types of parameters in the older (CloudFormation) template format, which the answer uses.
var types = map[string]string{
	"string": "String", "number": "Number", "comma_delimited_list": "CommaDelimitedList", "json": "Json", "boolean": "Boolean",
}

// constraint is a parameter's constraint as written in the template.
type constraint struct {
	Range            limits           `json:"range"`
	Length           limits           `json:"length"`
	AllowedValues    any              `json:"allowed_values"`
	AllowedPattern   any              `json:"allowed_pattern"`
	CustomConstraint any              `json:"custom_constraint"`
	Description      body.Opt[string] `json:"description"`
}

type limits struct {
	Min any `json:"min"`
	Max any `json:"max"`
}

func viewOf(p hot.Parameter, given hot.Values, defaults hot.Values) *parameter {
	v := &parameter{Type: types[p.Type], Description: p.Description, Label: p.Label, NoEcho: "false"}
	if p.Hidden {
		v.NoEcho = "true"
	}
	if p.HasDefault {
		v.Default = &p.Default
	}
	if value, ok := defaults[p.Name]; ok {
		v.Default = &value
	}
	if value, ok := given[p.Name]; ok {
		v.Value = &value
	}
	if len(p.Tags) > 0 {
		v.Tags = p.Tags
	}
	v.constrain(p)
	return v
}

// constrain sets a parameter's constraints.
func (v *parameter) constrain(p hot.Parameter) {
	var all constraint
	var said []string
	for _, c := range p.Constraints {
		all.Description = body.Opt[string]{}
		body.Read(c, &all)
		if text, ok := all.Description.Get(); ok {
			said = append(said, text)
		}
	}
	v.MinValue, v.MaxValue = all.Range.Min, all.Range.Max
	v.MinLength, v.MaxLength = all.Length.Min, all.Length.Max
	v.AllowedValues, v.AllowedPattern, v.CustomConstraint = all.AllowedValues, all.AllowedPattern, all.CustomConstraint
	if said != nil {
		text := strings.Join(said, " ")
		v.ConstraintDescription = &text
	}
}
