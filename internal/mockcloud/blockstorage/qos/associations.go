package qos

import (
	"cmp"
	"slices"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// shownAssociation is a volume type that has specs, in answers.
type shownAssociation struct {
	Kind string `json:"association_type"`
	Name string `json:"name"`
	ID   string `json:"id"`
}

// associations holds the operations on which volume types have specs.
func associations() map[string]pipeline.Operation {
	return map[string]pipeline.Operation{
		"qos-specs.associations": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			q, f := specs.Find(x)
			if f != nil {
				return nil, f
			}
			all := []shownAssociation{}
			for _, t := range typesOf(x, q.ID) {
				all = append(all, shownAssociation{"volume_type", t.Name, t.ID})
			}
			return pipeline.Answer(200, "qos_associations", all), nil
		}},
		"qos-specs.associate":        linking("give the type the specs", associate),
		"qos-specs.disassociate":     linking("take the specs from the type", disassociate),
		"qos-specs.disassociate-all": linking("take the specs from all types", disassociateAll),
	}
}

// linking makes an operation that changes which types have specs: a GET that writes.
func linking(name string, run func(*pipeline.Exchange, *state.VolumeQoS) *pipeline.Fault) pipeline.Operation {
	return pipeline.OperationOf[pipeline.Nothing]{
		Writes: true,
		Steps: []pipeline.StepOf[pipeline.Nothing]{{Name: name, Run: func(x *pipeline.Exchange, _ *pipeline.Nothing) *pipeline.Fault {
			q, f := specs.Find(x)
			if f != nil {
				return f
			}
			return run(x, q)
		}}},
		Answer: record.AnswerDeleted[pipeline.Nothing],
	}.Operation()
}

// typesOf are the volume types that have specs, oldest first.
func typesOf(x *pipeline.Exchange, id string) (found []*state.VolumeType) {
	for t := range state.VolumeTypes.All(x.Txn) {
		if t.QoSID == id {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b *state.VolumeType) int { return cmp.Compare(a.Serial, b.Serial) })
	return found
}

// give gives a volume type specs, or none.
func give(x *pipeline.Exchange, t *state.VolumeType, id string) {
	after := *t
	after.QoSID = id
	state.VolumeTypes.Insert(x.Txn, &after)
}

// typeOfQuery is the volume type that the query names.
func typeOfQuery(x *pipeline.Exchange) (*state.VolumeType, *pipeline.Fault) {
	id, _ := record.Asked(x, "vol_type_id")
	if id == "" {
		return nil, pipeline.BadRequest("Volume Type id must not be None.")
	}
	if t := state.VolumeTypes.Get(x.Txn, id); t != nil {
		return t, nil
	}
	return nil, pipeline.NotFound("Volume type %s could not be found.", id)
}

func associate(x *pipeline.Exchange, q *state.VolumeQoS) *pipeline.Fault {
	t, f := typeOfQuery(x)
	if f != nil {
		return f
	}
	if t.QoSID != "" && t.QoSID != q.ID {
		return pipeline.BadRequest("Invalid volume type: Type %s is already associated with another qos specs: %s", t.ID, t.QoSID)
	}
	give(x, t, q.ID)
	return nil
}

// disassociate changes nothing if the type has other specs.
func disassociate(x *pipeline.Exchange, q *state.VolumeQoS) *pipeline.Fault {
	t, f := typeOfQuery(x)
	if f == nil && t.QoSID == q.ID {
		give(x, t, "")
	}
	return f
}

func disassociateAll(x *pipeline.Exchange, q *state.VolumeQoS) *pipeline.Fault {
	for _, t := range typesOf(x, q.ID) {
		give(x, t, "")
	}
	return nil
}
