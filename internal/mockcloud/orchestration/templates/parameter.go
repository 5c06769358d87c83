package templates

import (
	"strings"

	"plumbline/internal/mockcloud/orchestration/hot"
)

// parameter is a parameter as shown for a form to fill in.
type parameter struct {
	Type string `json:"Type"`
	// Description and Label are as in the template, which may have other values than texts.
	Description any    `json:"Description"`
	Label       any    `json:"Label"`
	NoEcho      string `json:"NoEcho"`
	// Default and Value may be present and null.
	Default        *any     `json:"Default,omitzero"`
	Value          *any     `json:"Value,omitzero"`
	Tags           []any    `json:"Tags,omitzero"`
	MinValue       *float64 `json:"MinValue,omitzero"`
	MaxValue       *float64 `json:"MaxValue,omitzero"`
	MinLength      *float64 `json:"MinLength,omitzero"`
	MaxLength      *float64 `json:"MaxLength,omitzero"`
	Step           *float64 `json:"Step,omitzero"`
	Offset         *float64 `json:"Offset,omitzero"`
	AllowedValues  []any    `json:"AllowedValues,omitzero"`
	AllowedPattern *string  `json:"AllowedPattern,omitzero"`
	// CustomConstraint may be present and null.
	CustomConstraint      *any    `json:"CustomConstraint,omitzero"`
	ConstraintDescription *string `json:"ConstraintDescription,omitzero"`
}

// types are the types of parameters in the older (CloudFormation) template format, which the answer uses.
var types = map[string]string{
	"string": "String", "number": "Number", "comma_delimited_list": "CommaDelimitedList", "json": "Json", "boolean": "Boolean",
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
	if value := given[p.Name]; !hot.IsEmpty(value) {
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
	var described []string
	for _, c := range p.Constraints {
		set(&v.MinLength, &v.MaxLength, c, "length")
		set(&v.MinValue, &v.MaxValue, c, "range")
		if c.Step != nil {
			v.Step, v.Offset = c.Step, c.Offset
		}
		switch c.Kind {
		case "allowed_values":
			v.AllowedValues = c.Allowed
		case "allowed_pattern":
			v.AllowedPattern = &c.Pattern
		case "custom_constraint":
			v.CustomConstraint = &c.Custom
		}
		if c.Description != "" {
			described = append(described, c.Description)
		}
	}
	if described != nil {
		text := strings.Join(described, " ")
		v.ConstraintDescription = &text
	}
}

// set sets the bounds of a constraint of a kind, where it has them.
func set(least, most **float64, c hot.Constraint, kind string) {
	if c.Kind != kind {
		return
	}
	if c.Min != nil {
		*least = c.Min
	}
	if c.Max != nil {
		*most = c.Max
	}
}
