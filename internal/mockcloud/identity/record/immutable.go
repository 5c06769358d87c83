package record

import (
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// OptionsRequest is the object under "options" of a request about a role, a project or a domain.
type OptionsRequest struct {
	Immutable body.Opt[bool] `json:"immutable"`
}

// OnlyUnlocks tells whether a request does nothing but take the option "immutable" of its object away, which is the only change
// of what is immutable. Object is the name of the object in the body.
func (o OptionsRequest) OnlyUnlocks(x *pipeline.Exchange, object string) bool {
	sent := body.As[map[string]Further](x.Body)[object]
	return len(sent) == 1 && o.Immutable.Given() && !o.Immutable.Or(false)
}

// IsSet tells whether an option is true; nil is the same as false.
func IsSet(option *bool) bool { return option != nil && *option }

// ImmutableUpdate refuses a change of an immutable role, project or domain.
func ImmutableUpdate(kind, id string) *pipeline.Fault { return immutable("update", kind, id) }

// ImmutableDelete refuses the deletion of an immutable role, project or domain.
func ImmutableDelete(kind, id string) *pipeline.Fault { return immutable("delete", kind, id) }

func immutable(what, kind, id string) *pipeline.Fault {
	return pipeline.Forbidden("Unable to %s immutable %s resource: `%s. Set resource option \"immutable\" to false first.", what, kind, id)
}
