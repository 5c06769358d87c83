package groups

import (
	"plumbline/internal/mockcloud/blockstorage/record"
	"plumbline/internal/mockcloud/pipeline"
	"plumbline/internal/mockcloud/state"
)

// Reserved is the type of groups that the older operations on consistency groups have, and that those on groups refuse.
const Reserved = "default_cgsnapshot_type"

// IsReserved tells whether groups of a type are consistency groups.
func IsReserved(x *pipeline.Exchange, typeID string) bool {
	t := state.VolumeGroupTypes.Get(x.Txn, typeID)
	return t != nil && t.Name == Reserved
}

// RefuseReserved refuses consistency groups.
func RefuseReserved(x *pipeline.Exchange, g *state.VolumeGroup) *pipeline.Fault {
	return refuseReserved(state.VolumeGroupTypes.Get(x.Txn, g.TypeID))
}

func notReserved[W any](x *pipeline.Exchange, _ *W) *pipeline.Fault {
	return RefuseReserved(x, Group(x))
}

func refuseReserved(t *state.VolumeGroupType) *pipeline.Fault {
	if t.Name != Reserved {
		return nil
	}
	return pipeline.BadRequest(
		"Group_type %s is reserved for migrating CGs to groups. Migrated group can only be operated by CG APIs.", t.ID)
}

// refusesConsistency puts the group of the scheduled work and volumes into error if it is a consistency group: the storage has none.
func refusesConsistency(x *pipeline.Exchange, volumes []*state.Volume) bool {
	g := Due(x)
	if g == nil || !IsReserved(x, g.TypeID) {
		return false
	}
	for _, v := range volumes {
		record.Put(x, v, func(v *state.Volume) { v.Status = state.VolumeError })
	}
	Fail(x, nil)
	return true
}
