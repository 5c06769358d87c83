package quotas

import (
	"maps"
	"strings"

	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// defaultClass is the class whose limits projects have that have none of their own.
const defaultClass = "default"

// classID is the id of the record that holds the limits of a class.
func classID(name string) string { return "class " + name }

// classUpdate holds the values that the steps of quota-classes.update share.
type classUpdate struct {
	Set map[string]limit `body:"quota_class_set"`
}

// ClassOperations holds the operations on the quotas of classes of projects.
func ClassOperations() pipeline.OperationSet {
	return pipeline.OperationSet{Operations: map[string]pipeline.Operation{
		"quota-classes.show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "quota_class_set", &set[int]{class(x), classLimits(x, class(x))}), nil
		}},
		"quota-classes.update": pipeline.OperationOf[classUpdate]{
			Formats: func(x *pipeline.Exchange, w *classUpdate) *pipeline.Fault {
				return refuseUnknownLimits(x, &update{Set: w.Set})
			},
			Steps: []pipeline.StepOf[classUpdate]{{Name: "change the quota", Run: changeClass}},
			Answer: func(x *pipeline.Exchange, _ *classUpdate) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(200, "quota_class_set", &set[int]{Limits: classLimits(x, class(x))}), nil
			},
		}.Operation(),
	}}
}

// class is the name of the class in the path.
func class(x *pipeline.Exchange) string { return x.Params.Get("class_name") }

// classLimits are the limits of a class.
func classLimits(x *pipeline.Exchange, name string) map[string]int {
	out := usualFor(x.Txn)
	if name != defaultClass {
		out = builtIn(x.Txn)
	}
	if q := state.VolumeQuotas.Get(x.Txn, classID(name)); q != nil {
		maps.Copy(out, q.Limits)
	}
	return out
}

func changeClass(x *pipeline.Exchange, w *classUpdate) *pipeline.Fault {
	q := &state.VolumeQuota{ProjectID: classID(class(x)), Limits: map[string]int{}}
	if before := state.VolumeQuotas.Get(x.Txn, q.ProjectID); before != nil {
		maps.Copy(q.Limits, before.Limits)
	}
	for name, limit := range w.Set {
		q.Limits[strings.TrimSpace(name)] = limit.value
	}
	state.VolumeQuotas.Insert(x.Txn, q)
	return nil
}
