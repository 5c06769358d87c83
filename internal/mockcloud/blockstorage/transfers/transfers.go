package transfers

import (
	"strings"

	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/policy"
	"plumbline/internal/mockcloud/state"
)

type nothing = pipeline.Nothing

// Operations holds the operations on transfers, under both of their names.
func Operations() pipeline.OperationSet {
	operations := map[string]pipeline.Operation{}
	for name, operation := range map[string]pipeline.Operation{
		"list":   {Answer: list(brief)},
		"detail": {Answer: list(detailed)},
		"show": {Answer: func(x *pipeline.Exchange) (*pipeline.Response, *pipeline.Fault) {
			return pipeline.Answer(200, "transfer", detailed(x, transfer(x))), nil
		}},
		"create": pipeline.OperationOf[creation]{
			Steps: []pipeline.StepOf[creation]{
				{Name: "find the volume", Run: findVolume},
				{Name: "the volume can be offered", Run: canOffer},
				{Name: "offer the volume", Run: offer},
			},
			Policy: func(*pipeline.Exchange, *creation) *pipeline.Fault { return nil }, // checked after the look-up of the volume
			Answer: answerCreated,
		}.Operation(),
		"accept": pipeline.OperationOf[acceptance]{
			Steps: []pipeline.StepOf[acceptance]{
				{Name: "the key is right", Run: keyRight},
				{Name: "quota", Run: quotaAllows},
				{Name: "the volume can be taken", Run: canTake},
				{Name: "take the volume", Run: take},
			},
			Answer: func(x *pipeline.Exchange, _ *acceptance) (*pipeline.Response, *pipeline.Fault) {
				return pipeline.Answer(202, "transfer", brief(x, transfer(x))), nil
			},
		}.Operation(),
		"delete": pipeline.OperationOf[nothing]{
			Steps: []pipeline.StepOf[nothing]{{Name: "take the offer back", Run: takeBack}}, Answer: record.AnswerDeleted[nothing],
		}.Operation(),
	} {
		operations["os-volume-transfer."+name] = operation
		operations["volume-transfers."+name] = operation
	}
	return pipeline.OperationSet{Lookups: map[string]pipeline.Lookup{"transfer_id": find}, Operations: operations}
}

// transfer is the transfer of the request's path, or the new one.
func transfer(x *pipeline.Exchange) *state.VolumeTransfer {
	return pipeline.Subject[state.VolumeTransfer](x)
}

// volumeOf is the volume of a transfer, which goes when its volume goes.
func volumeOf(x *pipeline.Exchange, t *state.VolumeTransfer) *state.Volume {
	return state.Volumes.Get(x.Txn, t.VolumeID)
}

// find finds a transfer of a volume that the caller may see. Whoever wants to accept it need not be able to.
func find(x *pipeline.Exchange, id string) *pipeline.Fault {
	t := state.VolumeTransfers.Get(x.Txn, id)
	if t == nil || record.Visible(x, t.VolumeID) == nil && !strings.HasSuffix(x.Operation.ID, ".accept") {
		return notFound(id)
	}
	focus(x, t)
	return nil
}

func notFound(id string) *pipeline.Fault {
	return pipeline.NotFound("Transfer %s could not be found.", id)
}

func focus(x *pipeline.Exchange, t *state.VolumeTransfer) {
	v := volumeOf(x, t)
	x.SetSubject(t, policy.Target{ProjectID: v.ProjectID, UserID: v.UserID})
}

// takeBack deletes a transfer. The volume stays as it is if somebody has given it another status since.
func takeBack(x *pipeline.Exchange, _ *nothing) *pipeline.Fault {
	t := transfer(x)
	if v := volumeOf(x, t); v.Status == state.VolumeAwaitingTransfer {
		record.Put(x, v, func(v *state.Volume) { v.Status = state.VolumeAvailable })
	}
	state.VolumeTransfers.Delete(x.Txn, t.ID)
	return nil
}
