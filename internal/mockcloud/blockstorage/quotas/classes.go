package quotas

import (
	"maps"
	"slices"

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
			Formats: func(_ *pipeline.Exchange, w *classUpdate) *pipeline.Fault { return refuseUnknown(w, mayBeQuota) },
			Policy: func(x *pipeline.Exchange, w *classUpdate) *pipeline.Fault {
				if f := refuseUnknown(w, quotasOf(x)); f != nil {
					return f
				}
				return x.Demand(x.Operation.Policy)
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

// refuseUnknown refuses all unknown names in one fault. The service knows the names of volume types when it checks values; here they are
// known later only.
func refuseUnknown(w *classUpdate, known func(string) bool) *pipeline.Fault {
	return badKeys("quota class set", slices.DeleteFunc(slices.Sorted(maps.Keys(w.Set)), known))
}

func changeClass(x *pipeline.Exchange, w *classUpdate) *pipeline.Fault {
	q := &state.VolumeQuota{ProjectID: classID(class(x)), Limits: map[string]int{}}
	if before := state.VolumeQuotas.Get(x.Txn, q.ProjectID); before != nil {
		maps.Copy(q.Limits, before.Limits)
	}
	for name, limit := range w.Set {
		q.Limits[name] = limit.value
	}
	state.VolumeQuotas.Insert(x.Txn, q)
	return nil
}
