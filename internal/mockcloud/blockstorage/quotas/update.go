package quotas

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/openapi/python"
)

// update holds the values that the steps of quotas.update share.
type update struct {
	Set map[string]limit `body:"quota_set"`
}

// limit is a limit in a request: a whole number, or a text of digits.
type limit struct {
	value int
	whole bool
}

// ReadBody implements body.Reader.
func (l *limit) ReadBody(v any) {
	n, err := strconv.ParseInt(python.Str(v), 10, 64)
	l.value, l.whole = int(n), err == nil
}

// refuseUnknownLimits refuses invalid values, then all unknown names in one fault.
func refuseUnknownLimits(_ *pipeline.Exchange, w *update) *pipeline.Fault {
	var bad []string
	for _, key := range slices.Sorted(maps.Keys(w.Set)) {
		if key == "tenant_id" || key == "id" {
			continue
		}
		if !knownQuota(key) {
			bad = append(bad, key)
			continue
		}
		switch l := w.Set[key]; {
		case !l.whole:
			return pipeline.BadRequest("%s must be an integer", key)
		case l.value < -1:
			return pipeline.BadRequest("%s must be >= -1", key)
		case l.value > record.Largest:
			return pipeline.BadRequest("%s must be <= %d", key, record.Largest)
		}
	}
	if len(bad) > 0 {
		return record.InvalidInput("Bad key(s) in quota set: %s", strings.Join(bad, ", "))
	}
	return nil
}
