package resourcetypes

// olderExample is an example in the form of CloudFormation.
type olderExample struct {
	Version     string                    `json:"HeatTemplateFormatVersion"`
	Description string                    `json:"Description"`
	Parameters  map[string]olderParameter `json:"Parameters"`
	Outputs     map[string]olderOutput    `json:"Outputs"`
	Resources   map[string]olderResource  `json:"Resources"`
}

type olderParameter struct {
	Type          string `json:"Type"`
	Default       any    `json:"Default,omitzero"`
	MinValue      *int   `json:"MinValue,omitzero"`
	MaxValue      *int   `json:"MaxValue,omitzero"`
	MinLength     *int   `json:"MinLength,omitzero"`
	MaxLength     *int   `json:"MaxLength,omitzero"`
	AllowedValues []any  `json:"AllowedValues,omitzero"`
}

type olderOutput struct {
	Description *string `json:"Description,omitzero"`
	// Value is a *getAtt or a *ref.
	Value any `json:"Value"`
}

type olderResource struct {
	Type string `json:"Type"`
	// Properties are of type *ref, or *split for a list.
	Properties map[string]any `json:"Properties"`
}

// ref, getAtt and split are calls of template functions.
type (
	ref struct {
		Name string `json:"Ref"`
	}
	getAtt struct {
		Path []string `json:"Fn::GetAtt"`
	}
	split struct {
		Of []any `json:"Fn::Split"`
	}
)

// olderTypes maps types of parameters to those of CloudFormation.
var olderTypes = map[string]string{
	"string": "String", "number": "Number", "boolean": "Boolean", "json": "Json", "comma_delimited_list": "CommaDelimitedList",
}

// olderOf is an example in the form of CloudFormation.
func olderOf(e *example) *olderExample {
	v := &olderExample{
		Version: "2012-12-12", Description: e.Description, Parameters: map[string]olderParameter{}, Outputs: map[string]olderOutput{},
		Resources: map[string]olderResource{},
	}
	for name, p := range e.Parameters {
		v.Parameters[name] = olderParameterOf(p)
	}
	for name, r := range e.Resources {
		properties := map[string]any{}
		for key := range r.Properties {
			properties[key] = &ref{key}
			if e.Parameters[key].Type == "comma_delimited_list" {
				properties[key] = &split{[]any{",", &ref{key}}}
			}
		}
		v.Resources[name] = olderResource{Type: r.Type, Properties: properties}
	}
	for name, o := range e.Outputs {
		switch value := o.Value.(type) {
		case *getAttr:
			v.Outputs[name] = olderOutput{o.Description, &getAtt{value.Path}}
		case *getResource:
			v.Outputs[name] = olderOutput{o.Description, &ref{value.Name}}
		}
	}
	return v
}

func olderParameterOf(p parameter) olderParameter {
	v := olderParameter{Type: olderTypes[p.Type], Default: p.Default}
	if p.Type == "boolean" {
		v.AllowedValues = []any{"True", "true", "False", "false"}
	}
	for _, c := range p.Constraints {
		switch {
		case c.Range != nil:
			v.MinValue, v.MaxValue = c.Range.Min, c.Range.Max
		case c.Length != nil:
			v.MinLength, v.MaxLength = c.Length.Min, c.Length.Max
		case c.AllowedValues != nil:
			v.AllowedValues = c.AllowedValues
		}
	}
	return v
}
