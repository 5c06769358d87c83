// Package software holds the resource types with which a template configures servers: configurations, their deployments, and what waits
// for signals.
package software

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Kinds are the behaviours of the types.
func Kinds() map[string]*kind.Kind {
	return map[string]*kind.Kind{
		"OS::Heat::CloudConfig":               config(cloudConfig),
		"OS::Heat::MultipartMime":             config(multipart),
		"OS::Heat::SoftwareConfig":            config(softwareConfig),
		"OS::Heat::SoftwareDeployment":        deployment(false),
		"OS::Heat::StructuredConfig":          config(structuredConfig),
		"OS::Heat::StructuredDeployment":      deployment(true),
		"OS::Heat::WaitCondition":             condition(),
		"OS::Heat::WaitConditionHandle":       handle(),
		"OS::Heat::UpdateWaitConditionHandle": updateHandle(),
	}
}

// referred is the resource of the stack that a value refers to, nil when there is none.
func referred(x *pipeline.Exchange, s *state.Stack, value any) *state.StackResource {
	for _, r := range record.PresentResources(x, s.ID) {
		if text := hot.Text(value); r.PhysicalID != "" && r.PhysicalID == text || r.Name == text {
			return r
		}
	}
	return nil
}

// Text is a text, or the text of the configuration that it is the id of.
func Text(t *kind.Task, text string) string {
	c := state.SoftwareConfigs.Get(t.Txn, text)
	if c == nil || c.ProjectID != t.Caller.ProjectID {
		return text
	}
	return hot.Text(c.Config.Decoded())
}

// keep stores a resource outside of the engine: when a signal has changed it.
func keep(t *kind.Task, r *state.StackResource) { state.StackResources.Insert(t.Txn, r) }

// textOr is a text of a signal, or what is said without one.
func textOr(details kind.Values, key, otherwise string) string {
	if text := body.As[*string](details[key]); text != nil {
		return *text
	}
	return otherwise
}
