package notification

import "plumbline/internal/mockcloud/state"

// KeyPair makes the payload of keypair.import, keypair.create and keypair.delete: the pair as it is now. At the start of a creation
// it has no fingerprint yet.
func KeyPair(k *state.KeyPair) func() any {
	told := pair(k)
	return func() any { return told }
}

type pairData struct {
	Fingerprint *string `json:"fingerprint"`
	Name        string  `json:"name"`
	PublicKey   *string `json:"public_key"`
	Type        string  `json:"type"`
	User        string  `json:"user_id"`
}

func pair(k *state.KeyPair) Object {
	return object("KeypairPayload", "1.0", pairData{
		User: k.UserID, Name: k.Name, Fingerprint: orNil(k.Fingerprint), PublicKey: orNil(k.PublicKey), Type: k.Type,
	})
}
