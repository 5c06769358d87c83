package orchestration

import (
	"regexp"
	"slices"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/pipeline"
)

// aboutOperations tell what the service is and knows.
func (h *heat) aboutOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"build-info.show": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			revision := map[string]any{"revision": "unknown"}
			return pipeline.Body(200, map[string]any{"api": revision, "engine": revision}), nil
		}},
		"heat-services.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "services", []any{map[string]any{
				"id": engineID, "binary": "heat-engine", "host": "controller", "hostname": "controller", "engine_id": engineID, "topic": "engine",
				"report_interval": 60, "created_at": "2026-01-01T00:00:00.000000", "updated_at": "2026-01-01T00:00:00.000000", "deleted_at": nil, "status": "up",
			}}), nil
		}},
		"resource-types.list": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			// A name is a regular expression that a type begins with.
			pattern, err := regexp.Compile("^(?:" + x.Query.Get("name") + ")")
			names := []any{}
			for _, name := range hot.Keys(h.kinds) {
				if err == nil && pattern.MatchString(name) {
					names = append(names, name)
				}
			}
			return pipeline.Answer(200, "resource_types", names), nil
		}},
		"resource-types.show":     {Answer: h.showType},
		"resource-types.template": {Answer: h.templateOfType},
		"template-versions.list":  {Answer: listVersions},
		"template-functions.list": {Answer: listFunctions},
	}
}

// engineID is the one engine that the mock has.
const engineID = "00000000-0000-4000-8000-000000000001"

func listVersions(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out := []any{}
	for _, version := range hot.Versions() {
		if !strings.HasPrefix(version, "20") {
			continue
		}
		aliases := []any{}
		for _, name := range hot.Aliases(version) {
			aliases = append(aliases, "heat_template_version."+name)
		}
		out = append(out, map[string]any{"version": "heat_template_version." + version, "type": "hot", "aliases": aliases})
	}
	return pipeline.Answer(200, "template_versions", out), nil
}

func listFunctions(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	whole := x.Params.Get("template_version")
	version, found := strings.CutPrefix(whole, "heat_template_version.")
	if !found || !slices.Contains(hot.Versions(), version) {
		return nil, fault(404, "NotFound", "Template with version %s not found", whole)
	}
	out := []any{}
	for _, name := range hot.Functions(version) {
		out = append(out, map[string]any{"functions": name, "description": "The function " + name + "."})
	}
	return pipeline.Answer(200, "template_functions", out), nil
}
