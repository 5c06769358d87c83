package software

import (
	"cmp"
	"strings"

	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/configs"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/state"
)

// ungrouped is the group of configurations that name none.
const ungrouped = "Heat::Ungrouped"

// config is a type that keeps a configuration, whose content it makes from its properties.
func config(text func(t *kind.Task) any) *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{
			record.Create: {Begin: func(t *kind.Task) *kind.Failure {
				p := body.As[configProperties](t.Resource.Properties)
				c := &state.SoftwareConfig{
					Name: &t.Resource.PhysicalName, Group: optional(cmp.Or(p.Group, ungrouped)), Config: state.JSONOf(text(t)), Options: p.Options,
					Inputs: described(p.Inputs),
				}
				for _, output := range p.Outputs {
					output.Type, output.Description = cmp.Or(output.Type, "String"), cmp.Or(output.Description, new(string))
					c.Outputs = append(c.Outputs, output)
				}
				t.Resource.PhysicalID = configs.Keep(t.Exchange, c).ID
				return nil
			}},
			record.Delete: {Begin: func(t *kind.Task) *kind.Failure {
				state.SoftwareConfigs.Delete(t.Txn, t.Resource.PhysicalID)
				return nil
			}},
		},
		Shows: func(t *kind.Task) kind.Values {
			c := state.SoftwareConfigs.Get(t.Txn, t.Resource.PhysicalID)
			if c == nil {
				return kind.Values{}
			}
			return kind.Values{"config": c.Config.Decoded(), "show": object(configs.ViewOf(c))}
		},
	}
}

// configProperties are the properties of a configuration beside its text.
type configProperties struct {
	Group   string                 `json:"group"`
	Options state.JSON             `json:"options"`
	Inputs  []state.SoftwareInput  `json:"inputs"`
	Outputs []state.SoftwareOutput `json:"outputs"`
}

// nothing are the values of inputs that a template gives none.
var nothing = kind.Values{"String": "", "Number": 0.0, "CommaDelimitedList": []any{}, "Json": kind.Values{}, "Boolean": false}

// described are the inputs of a configuration in a template, with what they leave out.
func described(given []state.SoftwareInput) (all []state.SoftwareInput) {
	for _, one := range given {
		one.Type, one.Description = cmp.Or(one.Type, "String"), cmp.Or(one.Description, new(string))
		if one.Default == "" {
			one.Default = state.JSONOf(nothing[one.Type])
		}
		all = append(all, one)
	}
	return all
}

func softwareConfig(t *kind.Task) any { return body.As[string](t.Resource.Properties["config"]) }

// structuredConfig is a map instead of a text.
func structuredConfig(t *kind.Task) any { return t.Resource.Properties["config"] }

// cloudConfig is the text of a map that cloud-init reads. JSON is YAML, too.
func cloudConfig(t *kind.Task) any {
	given := t.Resource.Properties["cloud_config"]
	if given == nil {
		given = kind.Values{}
	}
	return "#cloud-config\n" + hot.JSON(given)
}

// part is one part of a text with several ones.
type part struct {
	Config   string `json:"config"`
	Filename string `json:"filename"`
	Subtype  string `json:"subtype"`
}

func multipart(t *kind.Task) any {
	const boundary = "===============plumbline=="
	var out strings.Builder
	out.WriteString("Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\nMIME-Version: 1.0\n\n")
	for _, p := range body.As[[]part](t.Resource.Properties["parts"]) {
		subtype := p.Subtype
		if subtype == "" {
			subtype = "plain"
		}
		out.WriteString("--" + boundary + "\nContent-Type: text/" + subtype + "; charset=\"us-ascii\"\nMIME-Version: 1.0\n" +
			"Content-Transfer-Encoding: 7bit\n")
		if p.Filename != "" {
			out.WriteString("Content-Disposition: attachment; filename=\"" + p.Filename + "\"\n")
		}
		out.WriteString("\n" + Text(t, p.Config) + "\n")
	}
	out.WriteString("--" + boundary + "--\n")
	return out.String()
}
