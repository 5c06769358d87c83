package quotas

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
	"plumbline/internal/openapi/python"
)

// update holds the values that the steps of quotas.update share.
type update struct {
	Set map[string]limit `body:"quota_set"`
}

// limit is a limit in a request: a whole number, or a text of digits.
type limit struct {
	value       int
	whole, text bool
}

// ReadBody implements body.Reader.
func (l *limit) ReadBody(v any) {
	text := python.Str(v)
	switch v := v.(type) {
	case string:
		l.text = true
	case float64:
		if v > record.Largest { // Python's whole numbers have no end
			l.value, l.whole = record.Largest+1, true
			return
		}
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	l.value, l.whole = n, err == nil || errors.Is(err, strconv.ErrRange)
}

// noQuota are keys of a request that are passed over.
var noQuota = map[string]bool{"tenant_id": true, "id": true}

// refuseLimits refuses the first invalid value, then all unknown names in one fault, and then who may not do it.
func refuseLimits(x *pipeline.Exchange, w *update) *pipeline.Fault {
	known, bad := quotasOf(x), []string{}
	for _, key := range slices.Sorted(maps.Keys(w.Set)) {
		if noQuota[key] {
			continue
		}
		if !known(key) {
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
	if f := badKeys("quota set", bad); f != nil {
		return f
	}
	return x.Demand(x.Operation.Policy)
}

func badKeys(of string, bad []string) *pipeline.Fault {
	if len(bad) > 0 {
		return record.InvalidInput("Bad key(s) in %s: %s", of, strings.Join(bad, ", "))
	}
	return nil
}

// aboveUsage refuses limits that are less than what a project with a limit of its own uses. The service compares as they are sent: it
// fails on texts.
func aboveUsage(x *pipeline.Exchange, w *update) *pipeline.Fault {
	own, used := map[string]int{}, use{}
	if q := state.VolumeQuotas.Get(x.Txn, project(x)); q != nil {
		own, used = q.Limits, usedBy(x.Txn, project(x))
	}
	for _, key := range slices.Sorted(maps.Keys(w.Set)) {
		l := w.Set[key]
		if noQuota[key] || key == "per_volume_gigabytes" || l.value == -1 && !l.text {
			continue
		}
		if l.text {
			return pipeline.BadRequest(record.Malformed)
		}
		if _, limited := own[key]; limited && l.value < used.amount(key) {
			return pipeline.BadRequest("Quota %s limit must be equal or greater than existing resources. Current usage is %d and the "+
				"requested limit is %d.", key, used.amount(key), l.value)
		}
	}
	return nil
}
