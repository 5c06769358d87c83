// Package preview holds the operations that show what creating or updating a stack would do.
package preview

import (
	"maps"
	"slices"
	"time"

	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/orchestration/stacks"
	"plumbline/internal/mockcloud/orchestration/stacks/create"
	"plumbline/internal/mockcloud/orchestration/stacks/draft"
	"plumbline/internal/mockcloud/orchestration/stacks/update"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Operations holds stacks.preview, stacks.preview-update and stacks.preview-patch.
func Operations(ts *kind.Types) pipeline.OperationSet {
	of := func(
		formats func(*pipeline.Exchange, *draft.Draft) *pipeline.Fault, steps []pipeline.StepOf[draft.Draft],
		answer func(*pipeline.Exchange, *kind.Types, *draft.Draft) (*pipeline.Response, *pipeline.Fault),
	) pipeline.Operation {
		return pipeline.OperationOf[draft.Draft]{
			Formats: formats, Steps: steps, Reads: true,
			Answer: func(x *pipeline.Exchange, d *draft.Draft) (*pipeline.Response, *pipeline.Fault) {
				return answer(x, ts, d)
			},
		}.Operation()
	}
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"stacks.preview":        of(draft.Create, create.Checks(ts), previewCreate),
		"stacks.preview-update": of(draft.Update, update.Checks(ts), previewUpdate),
		"stacks.preview-patch":  of(draft.Patch, update.Checks(ts), previewUpdate),
	}}
}

// stack is a stack that is not created.
type stack struct {
	Name                string          `json:"stack_name"`
	ID                  string          `json:"id"`
	Links               []pipeline.Link `json:"links"`
	Created             time.Time       `json:"creation_time"`
	Updated             *time.Time      `json:"updated_time"`
	Deleted             *time.Time      `json:"deletion_time"`
	NotificationTopics  []string        `json:"notification_topics"`
	Parameters          map[string]any  `json:"parameters"`
	Description         string          `json:"description"`
	TemplateDescription string          `json:"template_description"`
	Capabilities        []string        `json:"capabilities"`
	DisableRollback     bool            `json:"disable_rollback"`
	TimeoutMins         *int            `json:"timeout_mins"`
	Owner               string          `json:"stack_owner"`
	Parent              *string         `json:"parent"`
	UserProject         *string         `json:"stack_user_project_id"`
	Tags                []string        `json:"tags"`
	Outputs             []kind.Output   `json:"outputs"`
	// Resources are resources, and a list of such for a nested stack.
	Resources []any `json:"resources"`
}

// previewCreate answers the stack that would be created.
func previewCreate(x *pipeline.Exchange, ts *kind.Types, d *draft.Draft) (*pipeline.Response, *pipeline.Fault) {
	s := d.Stack
	s.ID = "None"
	view := &stack{
		Name: s.Name, ID: s.ID, Links: record.SelfLink(record.PathOf(x, &s)), Created: s.Created,
		Parameters:  d.Template.ShownParameters(s.Parameters),
		Description: stacks.Describe(&s), TemplateDescription: stacks.Describe(&s), DisableRollback: s.DisableRollback,
		TimeoutMins: s.TimeoutMins, Owner: s.UserName, Tags: slices.Clone(s.Tags),
	}
	view.Parameters["OS::stack_id"] = s.ID
	view.Resources = resourcesOf(x, ts, &s, d.Template)
	view.Outputs = ts.Outputs(x, &s)
	return pipeline.Answer(200, "stack", view), nil
}

// resourcesOf are the resources of a stack that is not created, and in the place of a nested stack the list of its resources.
func resourcesOf(x *pipeline.Exchange, ts *kind.Types, s *state.Stack, t *hot.Template) []any {
	all := []any{}
	resolver, _ := t.SettleConditions(ts.Resolver(x, s))
	for _, r := range t.Resources {
		values, _ := ts.ValuesOf(x, s, &r, resolver)
		if child, inner := ts.Inside(x, s, &r, values, false); child != nil {
			all = append(all, resourcesOf(x, ts, child, inner))
			continue
		}
		one := plannedResource(ts, s, t, r, values)
		k := ts.Find(s, r.Type, r.Name)
		one.Properties, one.Metadata = allProperties(k, values.Properties), values.Metadata
		if values.External != "" {
			one.PhysicalID = values.External
		}
		all = append(all, one)
	}
	return all
}

// allProperties are the properties of a type with null for those that have no value, also those that its schema does not show.
func allProperties(k *kind.Kind, given kind.Values) kind.Values {
	all := kind.Values{}
	if k != nil {
		for name := range k.Properties {
			all[name] = nil
		}
	}
	if k == nil || k.Properties != nil || k.Nested != nil {
		maps.Copy(all, given)
	}
	return all
}

// propertiesOf are the properties of a resource that is there; of one that is not made yet those that the template gives it.
func propertiesOf(x *pipeline.Exchange, ts *kind.Types, r *state.StackResource) kind.Values {
	if r.Action != record.Initial {
		return r.Properties
	}
	s := record.Stack(x)
	template, wrong := hot.Read(s.Template)
	if wrong != nil || template.Resource(r.Name) == nil {
		return r.Properties
	}
	resolver, _ := template.SettleConditions(ts.Planning(x, s))
	values, _ := ts.ValuesOf(x, s, template.Resource(r.Name), resolver)
	return values.Properties
}

// changes is the effect that an update would have on the resources.
type changes struct {
	Unchanged []*resource `json:"unchanged"`
	Updated   []*resource `json:"updated"`
	Replaced  []*resource `json:"replaced"`
	Added     []*resource `json:"added"`
	Deleted   []*resource `json:"deleted"`
}

// previewUpdate answers the effect that an update would have on each resource.
func previewUpdate(x *pipeline.Exchange, ts *kind.Types, d *draft.Draft) (*pipeline.Response, *pipeline.Fault) {
	now := record.PresentResources(x, d.Stack.ID)
	out := &changes{}
	resolver, _ := d.Template.SettleConditions(ts.Planning(x, &d.Stack))
	for _, want := range d.Template.Resources {
		r := now[want.Name]
		if r == nil {
			values, _ := ts.ValuesOf(x, &d.Stack, &want, resolver)
			out.Added = append(out.Added, plannedResource(ts, &d.Stack, d.Template, want, values))
			continue
		}
		values, _ := ts.ValuesOf(x, &d.Stack, &want, resolver)
		before := propertiesOf(x, ts, r)
		changed := kind.Changes(before, values.Properties)
		k := ts.Find(&d.Stack, want.Type, want.Name)
		switch {
		case r.Type != want.Type || k.ReplacedFor(before, values.Properties, changed) != kind.Stays || k.ReplacesFailed(r):
			out.Replaced = append(out.Replaced, plannedResource(ts, &d.Stack, d.Template, want, values))
		case !k.Unchanging && len(changed) > 0 || k.Nested != nil || k.Updates:
			out.Updated = append(out.Updated, presentResource(x, ts, &d.Stack, r))
		default:
			out.Unchanged = append(out.Unchanged, plannedResource(ts, &d.Stack, d.Template, want, values))
		}
	}
	for _, name := range record.Names(now) {
		if d.Template.Resource(name) == nil {
			out.Deleted = append(out.Deleted, presentResource(x, ts, &d.Stack, now[name]))
		}
	}
	return pipeline.Answer(200, "resource_changes", out), nil
}
