package listing

import (
	"slices"

	"plumbline/internal/mockcloud/pipeline"
)

// Configured are the filters of one kind of resources that every caller may use.
type Configured struct {
	Resource string   `json:"resource"`
	Filters  []string `json:"filters"`
}

// configured is the service's default configuration, with resources that the mock does not have.
var configured = []Configured{
	{"volume", []string{
		"name", "status", "metadata", "bootable", "migration_status", "availability_zone", "group_id", "size", "created_at", "updated_at",
		"consumes_quota",
	}},
	{"backup", []string{"name", "status", "volume_id"}},
	{"snapshot", []string{"name", "status", "volume_id", "metadata", "availability_zone", "consumes_quota"}},
	{"group", []string{"name"}},
	{"group_snapshot", []string{"name", "status", "group_id"}},
	{"attachment", []string{"volume_id", "status", "instance_id", "attach_status"}},
	{"message", []string{"resource_uuid", "resource_type", "event_id", "request_id", "message_level"}},
	{"pool", []string{"name", "volume_type"}},
	{"volume_type", []string{"is_public", "extra_specs"}},
}

// FiltersOf are the filters that every caller may use in lists of a kind of resources.
func FiltersOf(resource string) []string {
	for _, c := range configured {
		if c.Resource == resource {
			return c.Filters
		}
	}
	return nil
}

// Operations holds the operation that lists the filters.
func Operations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{"resource-filters.list": {Answer: listConfigured}}}
}

// listConfigured answers with all filters, or with those of the resource that is named last, if there is one.
func listConfigured(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	out := slices.Clone(configured)
	if words := x.Request.URL.Query()["resource"]; len(words) > 0 && words[len(words)-1] != "" {
		out = slices.DeleteFunc(out, func(c Configured) bool { return c.Resource != words[len(words)-1] })
	}
	return pipeline.Answer(200, "resource_filters", out), nil
}
