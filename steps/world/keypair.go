package world

// KeySpec is a key pair to import (the suite makes the key; the private half is thrown away).
type KeySpec struct {
	// Name is what sentences call it: "K1".
	Name string
	// Actor owns it.
	Actor string
	// RealName is its name in the cloud; "" makes one with the run id. Two users may have the same.
	RealName string
}

// ImportKey creates a key pair, registers its removal and remembers it as "keypair NAME"; Facts["material"]
// is the public key line and Facts["fingerprint"] what the API answered.
func (w *World) ImportKey(s KeySpec) (*Noun, error) { panic("pending") }
