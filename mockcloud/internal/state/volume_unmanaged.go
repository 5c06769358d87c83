package state

import "plumbline/mockcloud/internal/state/engine"

// UnmanagedVolumes are volumes that the storage has, and that block storage was told to forget.
var UnmanagedVolumes = engine.Register(engine.Table[Volume]{Name: "volumes-unmanaged", ID: func(v *Volume) string { return v.ID }})

// UnmanagedSnapshots are snapshots that the storage has, and that block storage was told to forget.
var UnmanagedSnapshots = engine.Register(engine.Table[VolumeSnapshot]{
	Name: "volume-snapshots-unmanaged",
	ID:   func(s *VolumeSnapshot) string { return s.ID },
})
