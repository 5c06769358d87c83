package state

import (
	"plumbline/internal/mockcloud/state/engine"
)

// Flavor is a size of servers.
type Flavor struct {
	ID          string
	Serial      int64
	Name        string
	Description *string
	// RAM and Swap are MiB; Disk and Ephemeral GiB.
	RAM, VCPUs, Disk, Ephemeral, Swap int
	RXTXFactor                        float64
	Public, Disabled                  bool
	ExtraSpecs                        map[string]string
	// Access lists the projects that may use a flavor that is not public.
	Access []string
}

// FlavorCopy is the part of its flavor that a server keeps.
type FlavorCopy struct {
	ID, Name                          string
	RAM, VCPUs, Disk, Ephemeral, Swap int
	ExtraSpecs                        map[string]string
}

// Copy is the part of the flavor that a server keeps.
func (f *Flavor) Copy() FlavorCopy {
	return FlavorCopy{
		ID: f.ID, Name: f.Name, RAM: f.RAM, VCPUs: f.VCPUs, Disk: f.Disk,
		Ephemeral: f.Ephemeral, Swap: f.Swap, ExtraSpecs: f.ExtraSpecs,
	}
}

// Flavors are all flavors.
var Flavors = engine.Register(engine.Table[Flavor]{
	Name: "flavors",
	ID:   func(f *Flavor) string { return f.ID },
	Indexes: []engine.Index[Flavor]{
		{Name: "name", Of: func(f *Flavor) []string { return []string{f.Name} }},
		{Name: "serial", Of: func(f *Flavor) []string { return []string{Serial(f.Serial)} }},
	},
})
