package kind

import "strings"

// Schema is a property as the API shows it.
type Schema struct {
	Type          string             `json:"type"`
	Required      bool               `json:"required"`
	UpdateAllowed bool               `json:"update_allowed"`
	Immutable     bool               `json:"immutable"`
	Default       any                `json:"default,omitzero"`
	Schema        map[string]*Schema `json:"schema,omitzero"`
	Constraints   []Constraint       `json:"constraints,omitzero"`
}

// Constraint is one of a property's constraints.
type Constraint struct {
	Range         *Bounds `json:"range,omitzero"`
	Length        *Bounds `json:"length,omitzero"`
	AllowedValues []any   `json:"allowed_values,omitzero"`
	Names         string  `json:"custom_constraint,omitzero"`
}

// Schemas are properties as the API shows them.
func Schemas(properties map[string]Property) map[string]*Schema {
	out := map[string]*Schema{}
	for key, p := range properties {
		if !p.Hidden {
			out[key] = p.schema()
		}
	}
	return out
}

func (p Property) schema() *Schema {
	v := &Schema{Type: strings.ToLower(p.Type), Required: p.Required, UpdateAllowed: p.Changes, Immutable: p.Immutable, Default: p.ByDefault}
	switch {
	case p.Inner != nil:
		v.Schema = Schemas(p.Inner)
	case p.Each != nil:
		v.Schema = map[string]*Schema{"*": p.Each.schema()}
	}
	if p.Within != nil {
		v.Constraints = append(v.Constraints, Constraint{Range: p.Within})
	}
	if p.Length != nil {
		v.Constraints = append(v.Constraints, Constraint{Length: p.Length})
	}
	if p.Among != nil {
		v.Constraints = append(v.Constraints, Constraint{AllowedValues: p.Among})
	}
	if p.Names != "" {
		v.Constraints = append(v.Constraints, Constraint{Names: p.Names})
	}
	return v
}
