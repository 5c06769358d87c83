package draft

import (
	"plumbline/internal/mockcloud/orchestration/faults"
	"plumbline/internal/mockcloud/orchestration/hot"
	"plumbline/internal/mockcloud/pipeline"
)

// readFiles refuses files that are no texts by their names, as Python fails over each kind of value, and a container of an object store,
// which the cloud does not have.
func (d *Draft) readFiles() *pipeline.Fault {
	if !hot.IsEmpty(d.Request.FilesContainer.Or(nil)) {
		return faults.Unsafe(500, "EndpointNotFound")
	}
	given := d.Request.Files.Or(nil)
	files, isObject := given.(map[string]any)
	switch {
	case given == nil:
		return nil
	case isObject:
		for _, content := range files {
			if _, isText := content.(string); !isText {
				return faults.Uncallable()
			}
		}
		return nil
	case hot.IsEmpty(given):
		return faults.Unsafe(400, "AttributeError")
	}
	number, isNumber := given.(float64)
	whole := isNumber && number == float64(int64(number))
	switch {
	case d.KeepsExisting() && (isNumber || given == true):
		return faults.Uncallable()
	case whole || given == true:
		return faults.Unsafe(400, "AttributeError")
	}
	return faults.Unsafe(400, "ValueError")
}

// clearedParameters are the names of the parameters that do not stay: those in a list, the keys of an object, or the letters of a text.
func (d *Draft) clearedParameters() ([]string, *pipeline.Fault) {
	if !d.Request.ClearParameters.Given() {
		return nil, nil
	}
	var names []string
	switch v := d.Request.ClearParameters.Or(nil).(type) {
	case string:
		for _, letter := range v {
			names = append(names, string(letter))
		}
	case map[string]any:
		names = hot.Keys(v)
	case []any:
		for _, name := range v {
			switch name := name.(type) {
			case string:
				names = append(names, name)
			case []any, map[string]any:
				return nil, faults.Uncallable()
			}
		}
	default:
		return nil, faults.Uncallable()
	}
	return names, nil
}
