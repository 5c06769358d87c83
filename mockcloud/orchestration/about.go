package orchestration

import (
	"regexp"

	"plumbline/mockcloud/orchestration/hot"
	"plumbline/mockcloud/pipeline"
)

// aboutOperations tell what the service is and knows.
func (h *heat) aboutOperations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"build-info.show": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			revision := map[string]any{"revision": "unknown"}
			return pipeline.Body(200, map[string]any{"api": revision, "engine": revision}), nil
		}},
		"heat-services.list": {Answer: func(*pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "services", []any{}), nil
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
	}
}
