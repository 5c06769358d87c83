package stacks

import (
	"slices"
	"time"

	"plumbline/internal/mockcloud/orchestration/kind"
	"plumbline/internal/mockcloud/orchestration/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// core holds the fields of all views of a stack.
type core struct {
	ID           string          `json:"id"`
	Name         string          `json:"stack_name"`
	Links        []pipeline.Link `json:"links"`
	Status       string          `json:"stack_status"`
	StatusReason string          `json:"stack_status_reason"`
	Created      time.Time       `json:"creation_time"`
	Updated      *time.Time      `json:"updated_time"`
	Deleted      *time.Time      `json:"deletion_time"`
	Owner        string          `json:"stack_owner"`
	Parent       *string         `json:"parent"`
	UserProject  string          `json:"stack_user_project_id"`
}

func coreOf(x *pipeline.Exchange, s *state.Stack) core {
	return core{
		ID: s.ID, Name: s.Name, Links: record.SelfLink(record.PathOf(x, s)), Status: record.Status(s), StatusReason: s.StatusReason,
		Created: s.Created, Updated: s.Updated, Deleted: s.Deleted, Owner: s.UserName, Parent: record.NonEmpty(s.ParentID),
		UserProject: record.UserProject(s),
	}
}

// summary is a stack in a list, without its description.
type summary struct {
	core
	Description string `json:"description"`
	// Tags is null where there are none.
	Tags *[]string `json:"tags"`
	// Project is set in lists of all projects.
	Project string `json:"project,omitzero"`
}

func summaryOf(x *pipeline.Exchange, s *state.Stack) *summary {
	v := &summary{core: coreOf(x, s)}
	if len(s.Tags) > 0 {
		v.Tags = &s.Tags
	}
	return v
}

// detail is a single stack.
type detail struct {
	core
	Description         string         `json:"description"`
	TemplateDescription string         `json:"template_description"`
	Parameters          map[string]any `json:"parameters"`
	Capabilities        []string       `json:"capabilities"`
	NotificationTopics  []string       `json:"notification_topics"`
	DisableRollback     bool           `json:"disable_rollback"`
	TimeoutMins         *int           `json:"timeout_mins"`
	Tags                []string       `json:"tags"`
	// Outputs is nil if they are not requested.
	Outputs []kind.Output `json:"outputs,omitzero"`
}

func detailOf(x *pipeline.Exchange, s *state.Stack) *detail {
	return &detail{
		core: coreOf(x, s), Description: Describe(s), TemplateDescription: Describe(s),
		DisableRollback: s.DisableRollback, TimeoutMins: s.TimeoutMins, Tags: slices.Clone(s.Tags),
	}
}

// Describe is a stack's description, or Heat's text for a stack without one.
func Describe(s *state.Stack) string {
	if s.Description == "" {
		return "No description"
	}
	return s.Description
}
