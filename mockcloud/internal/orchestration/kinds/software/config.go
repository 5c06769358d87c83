package software

import (
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
			t.Resource.Data = kind.Values{"config": text(t)}
			return nil
		}}},
		Shows: func(t *kind.Task) kind.Values { return kind.Values{"config": t.Resource.Data["config"]} },
	}
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
