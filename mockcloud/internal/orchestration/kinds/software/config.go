package software

import (
	"maps"
	"strings"

	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/orchestration/kind"
	"plumbline/mockcloud/internal/orchestration/record"
)

// config is a type that keeps the text of a configuration, which it makes from its properties.
func config(text func(t *kind.Task) string) *kind.Kind {
	return &kind.Kind{
		Does: map[string]kind.Handler{record.Create: {Begin: func(t *kind.Task) *kind.Failure {
			t.Resource.PhysicalID = t.Env.IDs.UUID()
			t.Resource.Data = kind.Values{"config": text(t), "name": record.PhysicalName(t.Exchange, t.Stack, t.Resource.Name)}
			return nil
		}}},
		Shows: func(t *kind.Task) kind.Values {
			return kind.Values{"config": t.Resource.Data["config"], "show": recordOf(t)}
		},
	}
}

// recordOf is the record that the configuration has in the API.
func recordOf(t *kind.Task) kind.Values {
	p := t.Resource.Properties
	group := body.As[string](p["group"])
	if group == "" {
		group = "Heat::Ungrouped"
	}
	return kind.Values{
		"id": t.Resource.PhysicalID, "name": t.Resource.Data["name"], "creation_time": t.Resource.Created, "group": group,
		"config": t.Resource.Data["config"], "options": record.OrEmpty(body.As[kind.Values](p["options"])),
		"inputs": described(p["inputs"]), "outputs": described(p["outputs"]),
	}
}

// described are inputs or outputs of a configuration, with what they leave out. Only a server's agent cares whether a change counts.
func described(given any) []any {
	all := []any{}
	for _, one := range body.As[[]kind.Values](given) {
		full := kind.Values{"description": "", "type": "String"}
		maps.Copy(full, one)
		delete(full, "replace_on_change")
		all = append(all, full)
	}
	return all
}

func softwareConfig(t *kind.Task) string { return body.As[string](t.Resource.Properties["config"]) }

// cloudConfig is the text of a map that cloud-init reads. JSON is YAML, too.
func cloudConfig(t *kind.Task) string {
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

func multipart(t *kind.Task) string {
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
