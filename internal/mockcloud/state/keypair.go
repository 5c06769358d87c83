package state

import (
	"time"

	"plumbline/internal/mockcloud/state/engine"
)

// KeyPair is a public key that belongs to a user.
type KeyPair struct {
	Serial      int64
	UserID      string
	Name        string
	Type        string // ssh or x509
	PublicKey   string
	Fingerprint string
	Created     time.Time
}

// KeyPairID is the id of a key pair in the table: names are unique per user.
func KeyPairID(userID, name string) string { return userID + "/" + name }

// KeyPairs are all key pairs, by KeyPairID.
var KeyPairs = engine.Register(engine.Table[KeyPair]{
	Name:  "keypairs",
	ID:    func(k *KeyPair) string { return KeyPairID(k.UserID, k.Name) },
	Under: "user",
})
