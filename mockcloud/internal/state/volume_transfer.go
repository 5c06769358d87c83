package state

import (
	"time"

	"plumbline/mockcloud/internal/state/engine"
)

// VolumeTransfer is the offer of a volume to whoever has its key. An accepted one is gone.
type VolumeTransfer struct {
	ID       string
	Serial   int64
	VolumeID string
	Name     *string
	// NoSnapshots tells that the volume's snapshots stay where they are.
	NoSnapshots bool
	// SourceProjectID is the project that the volume was in when it was offered.
	SourceProjectID string
	// KeyHash is the SHA-256 of the key that accepts the transfer, in hexadecimal digits.
	KeyHash string
	Created time.Time
}

// VolumeTransfers are all transfers that were neither accepted nor deleted.
var VolumeTransfers = engine.Register(engine.Table[VolumeTransfer]{
	Name: "volume-transfers",
	ID:   func(t *VolumeTransfer) string { return t.ID },
	Indexes: []engine.Index[VolumeTransfer]{
		{Name: "volume", Of: func(t *VolumeTransfer) []string { return []string{t.VolumeID} }},
	},
})
