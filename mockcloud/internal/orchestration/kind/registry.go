package kind

import (
	"fmt"
	"strings"

	"plumbline/mockcloud/internal/orchestration/hot"
	"plumbline/mockcloud/internal/state"
)

// Types are the resource types by name.
type Types struct {
	ByName map[string]*Kind
	// File makes a resource type from a template among a stack's files, and the defaults of parameters in its environment.
	File func(t *hot.Template, defaults hot.Values) *Kind
	// Finders find what properties name, by the kind of thing.
	Finders map[string]Finder
}

// mapped is the type that a stack's environment has for that of a resource.
func (ts *Types) mapped(s *state.Stack, name string, resource ...string) string {
	of := ""
	if len(resource) > 0 {
		of = resource[0]
	}
	return ts.Mapped(s, name, of)
}

// Mapped is the type that a stack's environment has for the type of a resource.
func (ts *Types) Mapped(s *state.Stack, kind, resource string) string {
	return hot.Settings(s.Environment).MappedType(kind, resource, func(name string) bool { return ts.ByName[name] != nil })
}

// Find finds the type of a resource, or a type by name, through the stack's environment and files; nil when there is none.
func (ts *Types) Find(s *state.Stack, name string, resource ...string) *Kind {
	mapped := ts.mapped(s, name, resource...)
	if k := ts.ByName[mapped]; k != nil {
		return k
	}
	content, there := s.Files[mapped]
	if !there {
		return nil
	}
	template, wrong := hot.Read(content)
	if wrong != nil {
		return nil
	}
	return ts.File(template, hot.Settings(s.Environment).Defaults())
}

// UnknownType is the complaint about a type that does not exist, or whose file cannot be read.
func (ts *Types) UnknownType(s *state.Stack, name string, resource ...string) *Complaint {
	mapped := ts.mapped(s, name, resource...)
	if content, there := s.Files[mapped]; there {
		if _, wrong := hot.Read(content); wrong != nil {
			wrong.Message = strings.TrimPrefix(wrong.Message, "Template not in valid format: ")
			return &Complaint{Name: wrong.Name, Text: wrong.Message}
		}
	}
	switch remote := strings.Contains(mapped, "://"); {
	case remote:
		return &Complaint{Text: fmt.Sprintf(`Could not fetch remote template "%s": Failed to retrieve template from %s`, mapped, mapped)}
	case strings.HasSuffix(mapped, ".yaml") || strings.HasSuffix(mapped, ".template"):
		return &Complaint{Text: fmt.Sprintf(`Could not fetch remote template "%s": Invalid URL scheme `, mapped)}
	}
	return &Complaint{Text: fmt.Sprintf("The Resource Type (%s) could not be found.", mapped)}
}

// Class is the name of a type's Python class, as in Heat's errors.
func (ts *Types) Class(s *state.Stack, name string) string {
	if classes[name] == "" && ts.ByName[ts.mapped(s, name)] == nil {
		return "TemplateResource"
	}
	return ClassOf(name)
}

// ClassOf is the class of a type of Heat's own.
func ClassOf(name string) string {
	if c := classes[name]; c != "" {
		return c
	}
	return name[strings.LastIndex(name, ":")+1:]
}

// Words are a resource in Heat's errors: class, names and ids.
func (ts *Types) Words(s *state.Stack, r *state.StackResource) string {
	made := ""
	if r.PhysicalID != "" {
		made = " [" + r.PhysicalID + "]"
	}
	return fmt.Sprintf("%s \"%s\"%s Stack \"%s\" [%s]", ts.Class(s, r.Type), r.Name, made, s.Name, s.ID)
}

// classes are the class names that are not the last part of the type's name.
var classes = map[string]string{
	"OS::Heat::None": "NoneResource", "OS::Heat::AutoScalingGroup": "AutoScalingResourceGroup", "OS::Heat::ScalingPolicy": "AutoScalingPolicy",
	"OS::Glance::WebImage": "GlanceWebImage", "OS::Heat::Stack": "RemoteStack", "OS::Heat::WaitCondition": "HeatWaitCondition",
	"OS::Heat::WaitConditionHandle": "HeatWaitConditionHandle", "OS::Cinder::Volume": "CinderVolume",
	"OS::Cinder::VolumeAttachment": "CinderVolumeAttachment", "OS::Nova::Flavor": "NovaFlavor", "OS::Nova::Quota": "NovaQuota",
}
