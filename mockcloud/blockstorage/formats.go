package blockstorage

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/mockcloud/pipeline"
	"plumbline/openapi"
)

// formats is what the service's schemas check with code of their own, in words of their own.
func formats() pipeline.Stage {
	return pipeline.Stage{Name: "formats", Run: func(x *pipeline.Exchange) *pipeline.Fault {
		if check := formatChecks[x.Operation.ID]; check != nil {
			return check(x)
		}
		return nil
	}}
}

var formatChecks = map[string]func(*pipeline.Exchange) *pipeline.Fault{
	"volumes.create": func(x *pipeline.Exchange) *pipeline.Fault { return sizeText("size", x.Inner("volume")["size"]) },
	"volumes.extend": func(x *pipeline.Exchange) *pipeline.Fault {
		return sizeText("new_size", x.Inner("os-extend")["new_size"])
	},
	"volumes.reset-status":   resetWords,
	"volumes.delete":         readDeleteFlags,
	"snapshots.reset-status": snapshotResetWords,
	"types.create":           typeName,
	"quotas.update":          quotaWords,
}

// sizeText refuses sizes in digits that are too small or too large. In numbers the schema does.
func sizeText(field string, value any) *pipeline.Fault {
	text, ok := value.(string)
	if !ok || text == "" || strings.Trim(text, "0123456789") != "" {
		return nil
	}
	number := strings.TrimLeft(text, "0")
	if number == "" {
		return pipeline.BadRequest("Invalid input for field/attribute %s. Value: %s. 0 is less than the minimum of 1", field, text)
	}
	if n, err := strconv.ParseInt(number, 10, 64); err != nil || n > most {
		return pipeline.BadRequest("Invalid input for field/attribute %s. Value: %s. %s is greater than the maximum of %d", field, text, number, most)
	}
	return nil
}

// most is the largest number that the service's database has.
const most = 2147483647

// The words that states can be reset to.
var (
	volumeStatuses = []string{
		"creating", "available", "deleting", "error", "error_deleting", "error_managing", "managing", "attaching", "in-use", "detaching",
		"maintenance", "restoring-backup", "error_restoring", "reserved", "awaiting-transfer", "backing-up", "error_backing-up",
		"error_extending", "downloading", "uploading", "retyping", "extending",
	}
	attachStatuses    = []string{"attached", "detached"}
	migrationStatuses = []string{"migrating", "error", "success", "completing", "none", "starting"}
	snapshotStatuses  = []string{"error", "available", "creating", "deleting", "deleted", "updating", "error_deleting", "unmanaging", "backing-up", "restoring"}
)

// tuple writes words as Python writes a tuple of texts.
func tuple(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "'" + w + "'"
	}
	return strings.Join(quoted, ", ")
}

func resetWords(x *pipeline.Exchange) *pipeline.Fault {
	body, _ := x.Body.(map[string]any)
	reset, ok := body["os-reset_status"].(map[string]any)
	if !ok {
		return nil
	}
	if falsy(reset["status"]) && falsy(reset["attach_status"]) && falsy(reset["migration_status"]) {
		return pipeline.BadRequest("Must specify 'status', 'attach_status' or 'migration_status' for update.")
	}
	for _, f := range []struct {
		key, what, valid string
		words            []string
	}{
		{"status", "Volume status", "(" + tuple(volumeStatuses) + ")", volumeStatuses},
		{"attach_status", "Volume attach status", "[" + tuple(attachStatuses) + "]", attachStatuses},
		{"migration_status", "Volume migration status", "(" + tuple(migrationStatuses) + ")", migrationStatuses},
	} {
		if word, _ := reset[f.key].(string); word != "" && !slices.Contains(f.words, strings.ToLower(word)) {
			return pipeline.BadRequest("%s: %s is invalid, valid statuses are: %s.", f.what, word, f.valid)
		}
	}
	return nil
}

// falsy tells what Python takes for false.
func falsy(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case float64:
		return v == 0
	case bool:
		return !v
	}
	return false
}

func snapshotResetWords(x *pipeline.Exchange) *pipeline.Fault {
	word, ok := x.Inner("os-reset_status")["status"].(string)
	if ok && !slices.Contains(snapshotStatuses, strings.ToLower(word)) {
		return pipeline.BadRequest("Snapshot status: %s is invalid, valid statuses are: (%s).", word, tuple(snapshotStatuses))
	}
	return nil
}

func typeName(x *pipeline.Exchange) *pipeline.Fault {
	name, ok := x.Inner("volume_type")["name"].(string)
	if ok && name != "" && strings.TrimSpace(name) == "" {
		return pipeline.BadRequest("An invalid 'name' value was provided. The 'name' can not be empty.")
	}
	return nil
}

func quotaWords(x *pipeline.Exchange) *pipeline.Fault {
	set := x.Inner("quota_set")
	var bad []string
	for _, key := range slices.Sorted(maps.Keys(set)) {
		if key == "tenant_id" || key == "id" {
			continue
		}
		if !knownQuota(key) {
			bad = append(bad, key)
			continue
		}
		n, err := integer(set[key])
		switch {
		case err != nil:
			return pipeline.BadRequest("%s must be an integer", key)
		case n < -1:
			return pipeline.BadRequest("%s must be >= -1", key)
		case n > most:
			return pipeline.BadRequest("%s must be <= %d", key, most)
		}
	}
	if len(bad) > 0 {
		return invalidInput("Bad key(s) in quota set: %s", strings.Join(bad, ", "))
	}
	return nil
}

func integer(value any) (int, error) {
	n, err := strconv.ParseInt(openapi.Str(value), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%v is no integer: %w", value, err)
	}
	return int(n), nil
}
