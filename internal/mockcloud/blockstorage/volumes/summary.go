package volumes

import (
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// summaryView is what the volumes of a project, or of all projects, are together. The size is in GiB.
type summaryView struct {
	Count    int                 `json:"total_count"`
	Size     int                 `json:"total_size"`
	Metadata map[string][]string `json:"metadata"`
}

// summary answers with the sum of the volumes. The service reads no other filter than all_tenants, and that only from administrators.
func summary(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
	all := false
	if values := x.Request.URL.Query()["all_tenants"]; len(values) > 0 && x.Caller.Admin() {
		word := values[len(values)-1]
		value, known := body.Boolean(word)
		if !known {
			return nil, pipeline.BadRequest("Value '%s' for 'all_tenants' is not a boolean.", word)
		}
		all = value
	}
	sum := &summaryView{Metadata: map[string][]string{}}
	for v := range record.VisibleVolumes(x, all) {
		sum.Count++
		sum.Size += v.Size
		for key, value := range v.Metadata {
			if !slices.Contains(sum.Metadata[key], value) {
				sum.Metadata[key] = append(sum.Metadata[key], value)
			}
		}
	}
	for _, values := range sum.Metadata {
		slices.Sort(values)
	}
	return pipeline.Answer(200, "volume-summary", sum), nil
}
