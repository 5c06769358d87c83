package notification

import "plumbline/mockcloud/internal/state"

// KeyPair is the payload of keypair.import, keypair.create and keypair.delete. While a pair is only
// being made it has no fingerprint yet.
func KeyPair(k *state.KeyPair) map[string]any {
	return Object("KeypairPayload", "1.0", map[string]any{
		"user_id": k.UserID, "name": k.Name, "fingerprint": orNil(k.Fingerprint),
		"public_key": orNil(k.PublicKey), "type": k.Type,
	})
}
