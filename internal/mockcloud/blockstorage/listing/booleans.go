package listing

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/body"
	"plumbline/internal/mockcloud/pipeline"
)

// Booleans reads the filters that are compared with booleans: strictly, or with any non-empty text but False as true.
func (p *Page) Booleans(strict bool, keys ...string) *pipeline.Fault {
	for _, key := range keys {
		values, given := p.Filters[key]
		if !given {
			continue
		}
		value := values[len(values)-1]
		on, known := body.Boolean(value)
		if strict && !known {
			return record.InvalidInput("'%s = %s'", key, value)
		}
		if !strict {
			on = value != "" && !slices.Contains([]string{"False", "false", "FALSE"}, value)
		}
		p.Filters[key] = []string{strconv.FormatBool(on)}
	}
	return nil
}

// Publicity reads the filter by which administrators list types that are not public, or all of them. For everybody else, and
// without the filter, the types are public ones.
func Publicity(x *pipeline.Exchange, p *Page) (public, all bool, f *pipeline.Fault) {
	words := p.Filters["is_public"]
	if !x.Caller.Admin() || len(words) == 0 {
		return true, false, nil
	}
	word := words[len(words)-1]
	if strings.EqualFold(word, "none") {
		return true, true, nil
	}
	public, known := body.Boolean(word)
	if !known {
		f = pipeline.BadRequest("Invalid is_public filter [%s]", word)
	}
	return public, false, f
}
