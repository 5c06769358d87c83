// Package templates validates templates, and lists template versions and functions.
package templates

import (
	"strings"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/query"
	"plumbline/internal/mockcloud/orchestration/stacks/draft"
	"plumbline/internal/mockcloud/pipeline"
)

// Operations holds templates.validate, template-versions.list and template-functions.list.
func Operations(ts *kind.Types) pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"templates.validate": pipeline.OperationOf[draft.Draft]{
			Formats: draft.ReadPlainTemplate,
			Reads:   true,
			Steps: []pipeline.StepOf[draft.Draft]{
				{Name: "read the template", Run: read},
				{Name: "look at the resources", Run: func(x *pipeline.Exchange, d *draft.Draft) *pipeline.Fault { return validateTemplate(x, ts, d) }},
			},
			Answer: func(x *pipeline.Exchange, d *draft.Draft) (*pipeline.Response, *pipeline.Fault) {
				return answer(x, ts, d)
			},
		}.Operation(),
		"template-versions.list":  {Answer: listVersions},
		"template-functions.list": {Formats: query.ReadFlag("with_condition_func"), Answer: listFunctions},
	}}
}

type version struct {
	Version string   `json:"version"`
	Type    string   `json:"type"`
	Aliases []string `json:"aliases"`
}

const versionPrefix = "heat_template_version."

func listVersions(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	var views []version
	for _, date := range hot.Versions() {
		if !strings.HasPrefix(date, "20") {
			continue
		}
		v := version{Version: versionPrefix + date, Type: "hot"}
		for _, name := range hot.Aliases(date) {
			v.Aliases = append(v.Aliases, versionPrefix+name)
		}
		views = append(views, v)
	}
	return pipeline.Answer(200, "template_versions", views), nil
}
