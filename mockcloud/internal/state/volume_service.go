package state

import "plumbline/mockcloud/internal/state/engine"

// VolumeService is one of block storage's services that somebody was told to rest, or to work again.
type VolumeService struct {
	Binary, Host string
	Disabled     bool
	// Reason is why it rests, nil for none.
	Reason *string
}

// VolumeServices are the services whose state was set.
var VolumeServices = engine.Register(engine.Table[VolumeService]{
	Name: "volume-services",
	ID:   func(s *VolumeService) string { return s.Binary + " " + s.Host },
})
