package listing

import (
	"slices"
	"strconv"

	"plumbline/mockcloud/internal/blockstorage/record"
	"plumbline/mockcloud/internal/body"
	"plumbline/mockcloud/internal/pipeline"
)

// Booleans reads the filters that are compared with booleans: strictly, or with any non-empty text but False as true.
func (p *Page) Booleans(strict bool, keys ...string) *pipeline.Fault {
	for _, key := range keys {
		values, given := p.Filters[key]
		if !given {
			continue
		}
		on, known := body.Boolean(values[0])
		if strict && !known {
			return record.InvalidInput("'%s = %s'", key, values[0])
		}
		if !strict {
			on = values[0] != "" && !slices.Contains([]string{"False", "false", "FALSE"}, values[0])
		}
		p.Filters[key] = []string{strconv.FormatBool(on)}
	}
	return nil
}
